"""The feed as a stream: on with everything that happens, and never further than its listener is."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from random import Random
from threading import Thread

import pytest

from service.bootstrap import Services
from service.feed import service as feed_service
from service.feed.api import feed
from service.feed.service import FeedBatch, FeedFilter
from tests.service.client import Api, Json, Pair
from tests.service.feed.test_feed import read


def listen(api: Api, query: str = "", seen: str = "") -> Generator[Json, None, None]:
    """Yields the events of the feed as a stream, without end, until it is dropped."""
    headers = {"Accept": "text/event-stream"} | ({"Last_Event_ID": seen} if seen else {})
    reply = api.get(f"/api/v1/facts{query}", **headers)
    assert reply.content_type == "text/event-stream"
    try:
        for chunk in reply.response:
            text = chunk.decode() if isinstance(chunk, bytes) else chunk
            for event in text.removesuffix("\n\n").split("\n\n"):
                yield {name: text for name, _, text in (line.partition(": ") for line in event.splitlines())}
    finally:
        reply.close()


def notices(events: Iterator[Json]) -> Iterator[Json]:
    """Yields what *events* tell."""
    for event in events:
        if "data" in event:
            notice: Json = json.loads(event["data"])
            assert event["id"] == str(notice["position"])
            yield notice


def hear(line: Generator[Json, None, None], last: int) -> list[Json]:
    """Listens up to position *last*, and drops the line."""
    heard: list[Json] = []
    for notice in notices(line):
        heard.append(notice)
        if notice["position"] == last:
            break
    line.close()
    return heard


def test_a_stream_tells_all_matches_as_they_happen(api: Api, pair: Pair, services: Services) -> None:
    line = listen(api)
    assert next(line) == {"retry": "2000", "": f"log {services.store.log_id}"}
    other = api.seat_pair("villainous")
    playing = Thread(target=pair.play_out, args=(Random(80),))
    playing.start()
    for _ in range(10):
        other.answer_by(Random(81))
    playing.join()
    heard = hear(line, services.store.position())
    assert heard == read(api)
    assert {notice["game"] for notice in heard} == {"arena", "villainous"}


def test_who_comes_back_goes_on_where_the_line_dropped(api: Api, pair: Pair, services: Services) -> None:
    pair.play_out(Random(82))
    everything, luck, seen = read(api), Random(83), ""
    heard: list[Json] = []
    while len(heard) < len(everything):
        line = listen(api, "?after=1", seen)  # a browser keeps the address, and adds what it heard last
        for _ in range(min(luck.randint(1, 40), len(everything) - len(heard))):
            heard.append(next(notices(line)))
        seen = str(heard[-1]["position"])
        line.close()
    assert heard == everything


def test_a_stream_may_be_of_some_things_only(api: Api, pair: Pair) -> None:
    line = listen(api, f"?type=table.MatchEnded&match={pair.blue.match}")
    pair.play_out(Random(84))
    assert next(notices(line))["fact"] == pair.public.facts()[-1]
    line.close()


def test_a_silent_stream_says_how_far_it_has_looked(
    api: Api, pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "KEEP_ALIVE", 0.0)
    monkeypatch.setattr(feed_service, "MAX_SCAN_ROWS", 3)
    monkeypatch.setattr(feed_service, "MAX_SPAN_POSITIONS", 2)
    line = listen(api, "?type=table.MatchEnded")
    assert next(line) == {"retry": "2000", "": f"log {services.store.log_id}"}
    looked = [next(line)]
    while looked[-1]["id"] != str(services.store.position()):
        looked.append(next(line))
    line.close()
    assert len(looked) > 1
    assert {said[""] for said in looked} == {"still here"}
    assert read(api, "&type=table.MatchEnded", after=int(looked[-1]["id"])) == []


def test_a_slow_listener_is_not_read_ahead_for(
    api: Api, pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings: list[int] = []
    reading = services.feed.read

    def counted(after: int, limit: int, wanted: FeedFilter) -> FeedBatch:
        readings.append(after)
        return reading(after, limit, wanted)

    monkeypatch.setattr(services.feed, "read", counted)
    line = listen(api)
    first = next(notices(line))
    pair.play_out(Random(85))
    assert readings == [0]
    following = hear(line, services.store.position())
    monkeypatch.undo()
    assert [first, *following] == read(api)


def test_a_stream_ends_when_the_service_is_left(api: Api, pair: Pair, services: Services) -> None:
    line = listen(api)
    next(notices(line))
    services.process.is_shutting_down = True
    assert list(notices(line)) == [n for n in read(api) if n["position"] > 2]
