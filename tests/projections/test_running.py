"""The runner goes on: woken by news, polling without, and outliving what breaks around it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread

import pytest

from projections.bus import Bus, LocalBus
from projections.event_log import RecordedFact
from projections.lobby import Lobby
from projections.redis_view_store import RedisViewStore
from projections.runner import Runner
from projections.view_store import CheckpointConflict, ViewStore
from tests.projections.boards import BOARDS
from tests.projections.homes import everything, open_home
from tests.projections.logs import Log, at_once
from tests.projections.mortal import MortalRedis
from tests.projections.tally import Tally, tallies
from tests.projections.waiting import until

MATCHES = at_once(1, matches=6)


@contextmanager
def running(runner: Runner, bus: Bus) -> Iterator[None]:
    stop = Event()
    thread = Thread(target=runner.run, args=(stop, bus))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        bus.publish(0, "", 0)
        thread.join()


def test_news_wakes_the_runner_at_once(home: ViewStore) -> None:
    log, bus = Log(*MATCHES[:6]), LocalBus()
    with running(Runner(log, home, [Tally()], poll=3600), bus):
        until(lambda: home.position("tally") == 6)
        log.append(MATCHES[6:])
        bus.publish(log.position(), "m0001", 1)
        until(lambda: home.position("tally") == len(MATCHES))
    assert everything(home, "tally") == tallies(log)


def test_it_stops_in_the_middle_of_much_to_do(home: ViewStore) -> None:
    stop = Event()

    class Endless(Log):
        def read(self, after: int, limit: int) -> Sequence[RecordedFact]:
            if after == 100:
                stop.set()
            return super().read(after, limit)

    Runner(Endless(*MATCHES), home, [Tally()], batch=50).run(stop, LocalBus())
    assert home.position("tally") == 150


def test_without_news_it_polls(home: ViewStore) -> None:
    log = Log(*MATCHES[:6])
    with running(Runner(log, home, [Tally()]), LocalBus()):
        until(lambda: home.position("tally") == 6)
        log.append(MATCHES[6:])
        until(lambda: home.position("tally") == len(MATCHES))
    assert everything(home, "tally") == tallies(log)


def test_no_error_ends_it(home: ViewStore, caplog: pytest.LogCaptureFixture) -> None:
    class Moody(Log):
        left = 3

        def read(self, after: int, limit: int) -> Sequence[RecordedFact]:
            if after >= 100 and self.left:
                self.left -= 1
                raise ConnectionError("gone")
            return super().read(after, limit)

    log = Moody(*MATCHES)
    with caplog.at_level(logging.ERROR), running(Runner(log, home, [Tally()], batch=50), LocalBus()):
        until(lambda: home.position("tally") == len(MATCHES))
    assert [record.message for record in caplog.records] == [
        f"projections stopped, trying again in {rest} s" for rest in ("0.05", "0.10", "0.20")
    ]
    assert everything(home, "tally") == tallies(log)


def test_it_notices_an_emptied_home_even_when_nothing_happens(home: ViewStore) -> None:
    log = Log(*MATCHES)
    with running(Runner(log, home, [Tally()]), LocalBus()):
        until(lambda: home.position("tally") == len(MATCHES))
        home.clear("tally")
        until(lambda: home.position("tally") == len(MATCHES))
    assert everything(home, "tally") == tallies(log)


def test_it_lives_through_the_death_of_redis(mortal_redis: MortalRedis) -> None:
    log, home = Log(*MATCHES[:200]), RedisViewStore(mortal_redis.url)
    with running(Runner(log, home, [Tally(), Lobby(), BOARDS]), LocalBus()):
        until(lambda: home.position("boards") == 200)
        mortal_redis.kill()
        log.append(MATCHES[200:])
        mortal_redis.start()
        until(lambda: home.position("boards") == home.position("tally") == len(MATCHES))
    assert everything(home, "tally") == tallies(log)
    home.close()


def test_somebody_else_clearing_a_projection_meanwhile_costs_nothing(place: str) -> None:
    log, bus = Log(*MATCHES[:200]), LocalBus()
    home, elsewhere = open_home(place), open_home(place)
    with running(Runner(log, home, [Tally()]), bus):
        until(lambda: home.position("tally") == 200)
        Runner(log, elsewhere, [Tally()]).rebuild("tally")
        log.append(MATCHES[200:])
        until(lambda: home.position("tally") == len(MATCHES))
    assert everything(home, "tally") == tallies(log)
    for each in (home, elsewhere):
        each.close()


def test_being_overtaken_says_where_the_other_one_is() -> None:
    assert str(CheckpointConflict("lobby", 3, 9)) == "lobby was expected at position 3, and is at 9."
