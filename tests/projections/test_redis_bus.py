"""The bus between processes: Redis carries the news, and nobody is worse off than late without it."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from itertools import count
from threading import Event
from unittest.mock import patch

import pytest
from redis import Redis

from projections.bus import Notification, Subscription
from projections.redis_bus import RedisBus
from tests.projections.mortal import MortalRedis
from tests.projections.waiting import until
from tests.servers import sentinel

LONG = 10.0


@pytest.fixture
def pair(redis_url: str) -> Iterator[tuple[RedisBus, RedisBus]]:
    """Two ends of the bus, as two processes have them."""
    with ExitStack() as both:
        here, there = RedisBus(redis_url), RedisBus(redis_url)
        both.callback(here.close)
        both.callback(there.close)
        yield here, there


def heard_at_last(publish: Callable[[], None], ear: Subscription) -> list[Notification]:
    """Publishes until it is heard: a connection takes a moment to be there."""
    heard: list[Notification] = []

    def arrived() -> bool:
        publish()
        heard.extend(ear.wait(0.05))
        return bool(heard)

    until(arrived)
    return heard


def test_news_goes_from_process_to_process(pair: tuple[RedisBus, RedisBus]) -> None:
    here, there = pair
    with there.subscribe("m1") as ear:
        assert heard_at_last(lambda: here.publish(7, "m1", 3), ear) == [Notification(7, "m1", 3)]


def test_news_that_comes_together_goes_in_few_messages(
    pair: tuple[RedisBus, RedisBus], redis_url: str
) -> None:
    here, _ = pair
    with closing(Redis.from_url(redis_url)) as redis, closing(redis.pubsub()) as channel:  # type: ignore[no-untyped-call]
        channel.subscribe("recount:news")
        until(lambda: (message := channel.get_message()) is not None and message["type"] == "subscribe")
        for number in range(1, 101):
            here.publish(number, f"m{number}", 1)
        messages, matches = 0, set[str]()

        def all_arrived() -> bool:
            nonlocal messages
            if (message := channel.get_message()) is not None:
                messages += 1
                matches.update(news[1] for news in json.loads(message["data"])[1])
            return len(matches) == 100

        until(all_arrived)
    assert messages < 50


def test_the_trace_that_news_is_of_goes_along(redis_url: str) -> None:
    trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    with (
        closing(RedisBus(redis_url, trace=lambda: trace)) as here,
        closing(RedisBus(redis_url)) as there,
        there.subscribe("m1") as ear,
    ):
        assert heard_at_last(lambda: here.publish(7, "m1", 3), ear) == [Notification(7, "m1", 3, trace)]


def test_news_goes_through_the_redis_that_sentinels_call_the_master(redis_url: str) -> None:
    with (
        sentinel(redis_url) as through,
        closing(RedisBus(redis_url)) as here,
        closing(RedisBus(through)) as there,
        there.subscribe("m1") as ear,
    ):
        assert heard_at_last(lambda: here.publish(7, "m1", 3), ear) == [Notification(7, "m1", 3)]


def test_talk_that_is_no_news_is_passed_over(pair: tuple[RedisBus, RedisBus], redis_url: str) -> None:
    here, there = pair
    with there.subscribe() as ear, Redis.from_url(redis_url) as stranger:
        heard_at_last(lambda: here.publish(1, "m1", 1), ear)
        stranger.publish("recount:news", b"hello")
        assert heard_at_last(lambda: here.publish(7, "m2", 3), ear)[-1] == Notification(7, "m2", 3)


def test_what_was_published_before_it_is_closed_is_told(redis_url: str) -> None:
    heard = set[str]()
    with closing(RedisBus(redis_url)) as there, there.subscribe() as ear:
        with closing(RedisBus(redis_url)) as here:
            heard_at_last(lambda: here.publish(1, "m1", 1), ear)
            here.publish(2, "m2", 1)
            here.publish(3, "m3", 1)

        def all_came() -> bool:
            heard.update(news.match for news in ear.wait(0.05))
            return heard >= {"m2", "m3"}

        until(all_came)


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
        assert ear.wait(LONG) == [Notification(7, "m1", 3)]
        until(lambda: bool(caplog.records))
        bus.publish(8, "m1", 4)
        assert ear.wait(LONG) == [Notification(8, "m1", 4)]
    bus.close()
    assert caplog.text.count("no notifications to other processes, they will poll") == 1, (
        "only the first tried"
    )


def test_the_bus_comes_back_with_redis_and_says_once_that_it_was_away(
    mortal_redis: MortalRedis, caplog: pytest.LogCaptureFixture
) -> None:
    here, there = RedisBus(mortal_redis.url), RedisBus(mortal_redis.url)
    with (
        there.subscribe() as ear,
        patch.object(there, "_relay_messages", wraps=there._relay_messages) as tries,
    ):
        heard_at_last(lambda: here.publish(1, "m1", 1), ear)
        mortal_redis.kill()
        assert ear.wait(0.05) == []
        until(lambda: tries.call_count > 3)
        assert caplog.text.count("no news from other processes") == 1
        mortal_redis.start()
        assert heard_at_last(lambda: here.publish(7, "m2", 3), ear)[-1] == Notification(7, "m2", 3)
    here.close()
    there.close()
