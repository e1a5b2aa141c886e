"""The bus wakes whoever waits for news, and nobody is worse off than late without it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from threading import Event, Timer

import pytest
from redis import Redis

from projections.bus import ROOM, Bus, LocalBus, News, Subscription
from projections.redis_bus import RedisBus
from tests.projections.mortal import MortalRedis
from tests.projections.waiting import until

LONG = 10.0


@pytest.fixture(params=["local", "redis"])
def bus(request: pytest.FixtureRequest) -> Iterator[Bus]:
    """A bus of each kind."""
    bus = LocalBus() if request.param == "local" else RedisBus(request.getfixturevalue("redis_url"))
    yield bus
    bus.close()


@pytest.fixture
def pair(redis_url: str) -> Iterator[tuple[RedisBus, RedisBus]]:
    """Two ends of the bus, as two processes have them."""
    with ExitStack() as both:
        here, there = RedisBus(redis_url), RedisBus(redis_url)
        both.callback(here.close)
        both.callback(there.close)
        yield here, there


def heard_at_last(publish: Callable[[], None], ear: Subscription) -> list[News]:
    """Publishes until it is heard: a connection takes a moment to be there."""
    heard: list[News] = []

    def arrived() -> bool:
        publish()
        heard.extend(ear.wait(0.05))
        return bool(heard)

    until(arrived)
    return heard


def test_news_wakes_who_waits(bus: Bus) -> None:
    with bus.subscribe() as ear:
        speaker = Timer(0.01, bus.publish, (7, "m1", 3))
        speaker.start()
        before = time.monotonic()
        assert ear.wait(LONG) == [News(7, "m1", 3)]
        assert time.monotonic() - before < LONG / 2
        speaker.join()


def test_without_news_the_wait_ends(bus: Bus) -> None:
    with bus.subscribe() as ear:
        assert ear.wait(0.01) == []


def test_news_is_told_once(bus: Bus) -> None:
    with bus.subscribe() as ear:
        bus.publish(7, "m1", 3)
        assert ear.wait(LONG) == [News(7, "m1", 3)]
        assert ear.wait(0.05) == []


def test_who_was_busy_in_a_large_house_hears_of_those_that_moved_last(bus: Bus) -> None:
    with bus.subscribe() as ear:
        for number in range(ROOM + 5):
            bus.publish(number, f"m{number}", 1)
        assert ear.wait(LONG) == [News(number, f"m{number}", 1) for number in range(5, ROOM + 5)]


def test_who_was_busy_hears_the_latest_of_each_match(bus: Bus) -> None:
    with bus.subscribe() as ear:
        for news in (News(7, "m1", 3), News(8, "m2", 1), News(12, "m1", 7)):
            bus.publish(*news)
        assert ear.wait(LONG) == [News(12, "m1", 7), News(8, "m2", 1)]


def test_one_match_can_be_listened_to(bus: Bus) -> None:
    with bus.subscribe("m1") as ear, bus.subscribe("m2") as other:
        bus.publish(7, "m1", 3)
        assert ear.wait(LONG) == [News(7, "m1", 3)]
        assert other.wait(0.01) == []


def test_whoever_left_hears_nothing(bus: Bus) -> None:
    with bus.subscribe() as gone:
        pass
    with bus.subscribe() as ear:
        bus.publish(7, "m1", 3)
        assert ear.wait(LONG) == [News(7, "m1", 3)]
    assert gone.wait(0) == []


def test_news_goes_from_process_to_process(pair: tuple[RedisBus, RedisBus]) -> None:
    here, there = pair
    with there.subscribe("m1") as ear:
        assert heard_at_last(lambda: here.publish(7, "m1", 3), ear) == [News(7, "m1", 3)]


def test_talk_that_is_no_news_is_passed_over(pair: tuple[RedisBus, RedisBus], redis_url: str) -> None:
    here, there = pair
    with there.subscribe() as ear, Redis.from_url(redis_url) as stranger:
        heard_at_last(lambda: here.publish(1, "m1", 1), ear)
        stranger.publish("recount:news", b"hello")
        assert heard_at_last(lambda: here.publish(7, "m2", 3), ear)[-1] == News(7, "m2", 3)


def test_closing_it_in_the_middle_of_a_word_harms_nobody(redis_url: str) -> None:
    bus, enough = RedisBus(redis_url), Event()

    def chatter() -> int:
        for seq in count(1):
            bus.publish(seq, "m1", seq)
            if enough.is_set():
                break
        return seq

    with bus.subscribe() as ear, ThreadPoolExecutor() as threads:
        said = threads.submit(chatter)
        assert ear.wait(LONG)
        bus.close()
        enough.set()
        assert said.result() > 1


def test_while_redis_is_away_the_own_process_still_hears(
    mortal_redis: MortalRedis, caplog: pytest.LogCaptureFixture
) -> None:
    bus = RedisBus(mortal_redis.url)
    with bus.subscribe() as ear, caplog.at_level(logging.WARNING):
        mortal_redis.kill()
        bus.publish(7, "m1", 3)
        assert ear.wait(LONG) == [News(7, "m1", 3)]
        bus.publish(8, "m1", 4)
        assert ear.wait(LONG) == [News(8, "m1", 4)]
    bus.close()
    assert caplog.text.count("no news to other processes, they will poll") == 1, "only the first one tried"


def test_the_bus_comes_back_with_redis(mortal_redis: MortalRedis) -> None:
    here, there = RedisBus(mortal_redis.url), RedisBus(mortal_redis.url)
    with there.subscribe() as ear:
        heard_at_last(lambda: here.publish(1, "m1", 1), ear)
        mortal_redis.kill()
        assert ear.wait(0.05) == []
        mortal_redis.start()
        assert heard_at_last(lambda: here.publish(7, "m2", 3), ear)[-1] == News(7, "m2", 3)
    here.close()
    there.close()
