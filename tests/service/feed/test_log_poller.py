"""The lookout: whoever listens in a process hears of what is appended elsewhere, and is woken to leave."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Thread

import pytest

from projections.bus import LocalBus, Notification
from service.app import services_of
from service.bootstrap import Services
from service.feed import log_poller
from service.feed.log_poller import LogPoller
from service.settings import Settings
from tests.service.applications import serving
from tests.service.client import PATIENCE, Pair


@pytest.fixture
def elsewhere(settings: Settings, services: Services) -> Iterator[Services]:
    """Another process of the same service."""
    with serving(settings) as app:
        yield services_of(app)


def test_it_tells_once_what_was_appended_elsewhere(
    pair: Pair, services: Services, elsewhere: Services
) -> None:
    bus = LocalBus()
    looking, match = LogPoller(elsewhere.store, bus), pair.blue.match
    with bus.subscribe(match) as ear, bus.subscribe() as every, bus.subscribe("another") as other:
        looking.poll_once()
        assert ear.wait(0) == []
        pair.blue.answers("e1")
        seen = pair.blue.looks()
        looking.poll_once()
        assert ear.wait(0) == every.wait(0) == [Notification(services.store.position(), match, seen["seq"])]
        looking.poll_once()
        assert ear.wait(0) == other.wait(0) == []


def test_it_reads_on_until_it_has_seen_everything(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_poller, "BATCH_HEADS", 1)
    bus = LocalBus()
    looking = LogPoller(services.store, bus)
    opened = [pair.blue.api.opens()["id"] for _ in range(3)]
    with bus.subscribe() as every:
        looking.poll_once()
        assert [news.match for news in every.wait(0)] == opened


def test_it_wakes_who_waits_when_the_service_is_left(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_poller, "POLL_SECONDS", 0.01)
    bus, stop, left = LocalBus(), Event(), Event()
    looking = Thread(target=LogPoller(services.store, bus).run, args=(stop, left.is_set))
    woken: list[bool] = []
    with bus.subscribe("a match") as ear:
        waiting = Thread(target=lambda: woken.append(ear.wait(PATIENCE) == []))
        waiting.start()
        looking.start()
        left.set()
        waiting.join(PATIENCE / 2)
        assert woken == [True]
        stop.set()
        looking.join()
