"""The bus wakes whoever waits for news, and nobody is worse off than late without it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Event, Timer

import pytest

from projections.bus import ALL_MATCHES, MAX_PENDING_MATCHES, Bus, LocalBus, Notification, Subscription
from projections.redis_bus import RedisBus

LONG = 10.0


@pytest.fixture(params=["local", "redis"])
def bus(request: pytest.FixtureRequest) -> Iterator[Bus]:
    """A bus of each kind."""
    bus = LocalBus() if request.param == "local" else RedisBus(request.getfixturevalue("redis_url"))
    yield bus
    bus.close()


def test_news_wakes_who_waits(bus: Bus) -> None:
    with bus.subscribe() as ear:
        speaker = Timer(0.01, bus.publish, (7, "m1", 3))
        speaker.start()
        before = time.monotonic()
        assert ear.wait(LONG) == [Notification(7, "m1", 3)]
        assert time.monotonic() - before < LONG / 2
        speaker.join()


def test_without_news_the_wait_ends(bus: Bus) -> None:
    with bus.subscribe() as ear:
        assert ear.wait(0.01) == []


def test_news_is_told_once(bus: Bus) -> None:
    with bus.subscribe() as ear:
        bus.publish(7, "m1", 3)
        assert ear.wait(LONG) == [Notification(7, "m1", 3)]
        assert ear.wait(0.05) == []


def test_who_was_busy_in_a_large_service_hears_of_those_that_moved_last(bus: Bus) -> None:
    with bus.subscribe() as ear:
        for number in range(MAX_PENDING_MATCHES + 5):
            bus.publish(number, f"m{number}", 1)
        assert ear.wait(LONG) == [
            Notification(number, f"m{number}", 1) for number in range(5, MAX_PENDING_MATCHES + 5)
        ]


def test_who_was_busy_hears_the_latest_of_each_match(bus: Bus) -> None:
    with bus.subscribe() as ear:
        for news in (Notification(7, "m1", 3), Notification(8, "m2", 1), Notification(12, "m1", 7)):
            bus.publish(*news[:3])
        assert ear.wait(LONG) == [Notification(12, "m1", 7), Notification(8, "m2", 1)]


def test_one_match_can_be_listened_to(bus: Bus) -> None:
    with bus.subscribe("m1") as ear, bus.subscribe("m2") as other:
        bus.publish(7, "m1", 3)
        assert ear.wait(LONG) == [Notification(7, "m1", 3)]
        assert other.wait(0.01) == []


def test_whoever_left_hears_nothing(bus: Bus) -> None:
    with bus.subscribe() as gone:
        pass
    with bus.subscribe() as ear:
        bus.publish(7, "m1", 3)
        assert ear.wait(LONG) == [Notification(7, "m1", 3)]
    assert gone.wait(0) == []


def test_news_of_any_match_comes_as_it_was_told(bus: Bus) -> None:
    said = [Notification(2**53 - 1, "Möwe 🃏", 2**31), Notification(1, "m1\n", 1)]
    with bus.subscribe() as every, bus.subscribe("Möwe 🃏") as ear:
        for news in said:
            bus.publish(*news[:3])
        assert every.wait(LONG) == said
        assert ear.wait(LONG) == said[:1]


def test_everyone_who_listens_hears(bus: Bus) -> None:
    with bus.subscribe("m1") as one, bus.subscribe("m1") as two, bus.subscribe() as every:
        bus.publish(7, "m1", 3)
        assert [ear.wait(LONG) for ear in (one, two, every)] == [[Notification(7, "m1", 3)]] * 3


def test_who_is_roused_looks_around_with_no_news(bus: Bus) -> None:
    with bus.subscribe("m1") as ear:
        bus.wake_all()
        before = time.monotonic()
        assert ear.wait(LONG) == []
        assert time.monotonic() - before < LONG / 2
        bus.deliver(Notification(7, "m1", 3))
        assert ear.wait(LONG) == [Notification(7, "m1", 3)]


def test_who_gathers_hears_all_that_came_after_the_first(bus: Bus) -> None:
    with bus.subscribe(gather_seconds=0.2) as ear:
        bus.publish(7, "m1", 3)
        speaker = Timer(0.01, bus.publish, (8, "m2", 1))
        speaker.start()
        assert ear.wait(LONG) == [Notification(7, "m1", 3), Notification(8, "m2", 1)]
        assert ear.wait(0) == []


def test_who_only_looks_for_news_does_not_gather(bus: Bus) -> None:
    with bus.subscribe(gather_seconds=LONG) as ear:
        bus.publish(7, "m1", 3)
        before = time.monotonic()
        assert ear.wait(0) == [Notification(7, "m1", 3)]
        assert time.monotonic() - before < LONG / 2


def test_who_is_roused_gathers_no_longer(bus: Bus) -> None:
    with bus.subscribe(gather_seconds=LONG) as ear:
        bus.publish(7, "m1", 3)
        caller = Timer(0.01, bus.wake_all)
        caller.start()
        before = time.monotonic()
        assert ear.wait(LONG) == [Notification(7, "m1", 3)]
        assert time.monotonic() - before < LONG / 2


def test_news_after_the_first_wakes_nobody() -> None:
    class Door(Event):
        """Counts how often it is opened."""

        opened = 0

        def set(self) -> None:
            self.opened += 1
            super().set()

    bus = LocalBus()
    ear = Subscription(bus, ALL_MATCHES, gather_seconds=0.001)
    ear._arrived = door = Door()
    with ear:
        for batch in range(3):
            for number in range(1, 101):
                bus.publish(number, f"m{number}", 1)
            assert (door.opened, len(ear.wait(LONG))) == (batch + 1, 100)
