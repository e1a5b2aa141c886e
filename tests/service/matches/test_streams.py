"""The facts as a stream: everything once, in order, however often the line drops."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from random import Random
from threading import Thread

import pytest

from domain.model import Fact
from service.app import create_app, services_of
from service.bootstrap import Services
from service.eventstore.store import Unavailable
from service.feed import broadcasts
from service.feed.live import LiveFacts
from service.settings import Settings
from tests.service.client import Api, Json, Pair, Player, json_of
from tests.service.stores import on_both_stores


def listen(
    player: Player, after: int | None = None, seen: str = "", query: str = ""
) -> Generator[Json, None, None]:
    """Yields the events of a live stream, until it ends or is dropped."""
    query = "" if after is None else f"?after={after}{query}"
    headers = {"Accept": "text/event-stream"} | ({"Last_Event_ID": seen} if seen else {})
    reply = player.get(f"/facts{query}", **headers)
    assert reply.content_type == "text/event-stream"
    try:
        rest = ""
        for chunk in reply.response:
            rest += chunk.decode() if isinstance(chunk, bytes) else chunk
            *events, rest = rest.split("\n\n")
            for event in events:
                yield {name: text for name, _, text in (line.partition(": ") for line in event.splitlines())}
    finally:
        reply.close()


def facts_of(events: Iterator[Json]) -> Generator[Json, None, None]:
    """Yields the facts that *events* carry."""
    for event in events:
        if "data" in event:
            fact: Json = json.loads(event["data"])
            assert event["id"] == str(fact["seq"])
            yield fact


def test_a_stream_tells_the_match_as_it_happens_and_ends_with_it(pair: Pair) -> None:
    playing = Thread(target=pair.play_out, args=(Random(5),))
    playing.start()
    heard = list(facts_of(listen(pair.public)))
    playing.join()
    assert heard == pair.public.facts()
    assert heard[-1]["event"]["type"] == "table.MatchEnded"


def test_a_stream_that_is_dropped_again_and_again_loses_nothing_and_repeats_nothing(pair: Pair) -> None:
    playing = Thread(target=pair.play_out, args=(Random(6),))
    playing.start()
    luck, last = Random(7), ""
    heard: list[Json] = []
    while not heard or heard[-1]["event"]["type"] != "table.MatchEnded":
        line = facts_of(listen(pair.blue, seen=last))
        for _ in range(luck.randint(1, 40)):
            fact = next(line, None)
            if fact is None:
                break
            heard.append(fact)
            last = str(fact["seq"])
        line.close()
    playing.join()
    assert heard == pair.blue.facts()


def test_what_has_come_is_read_once_for_all_who_see_the_same(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = LiveFacts(services.access, services.fact_names, cache_seconds=60.0)
    services.register(shared)
    listeners = [pair.public, pair.public, pair.blue, pair.red, pair.public]
    lines = [facts_of(listen(who)) for who in listeners]
    known = [[next(line) for _ in who.facts()] for who, line in zip(listeners, lines, strict=True)]
    pair.answer_by(Random(11))
    readings: list[int] = []
    reading = services.repository.load_facts

    def counted(match: str, after: int = 0, upto: int | None = None) -> list[Fact]:
        if after == len(known[0]):  # others in the background read from the beginning
            readings.append(after)
        return reading(match, after, upto)

    with monkeypatch.context() as watched:
        watched.setattr(services.repository, "load_facts", counted)
        news = [next(line) for line in lines]
    assert len(readings) == 3, "once for the public, once for each of the two who play"
    for who, before, fact in zip(listeners, known, news, strict=True):
        assert [*before, fact] == who.facts()[: len(before) + 1]


def test_a_stream_begins_where_it_is_asked_to(pair: Pair) -> None:
    first = next(facts_of(listen(pair.public, after=3)))
    assert first["seq"] == 4
    assert next(facts_of(listen(pair.public, after=3, seen="1")))["seq"] == 4
    assert next(facts_of(listen(pair.public, after=1, seen="3")))["seq"] == 4
    assert next(facts_of(listen(pair.public, seen="not ours")))["seq"] == 1


def test_a_stream_says_when_to_come_back_and_that_it_is_still_there(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcasts, "KEEP_ALIVE", 0.01)
    line = listen(pair.public, after=5)
    log = pair.public.get("/facts").headers.get("Recount-Log", "")
    first = next(line)
    assert first["retry"] == "2000"
    assert log in first.get("", "")
    assert next(line) == {"": "still here"}


def test_a_stream_of_a_match_that_was_heard_to_the_end_is_not_to_be_asked_for_again(pair: Pair) -> None:
    end = pair.play_out(Random(8))
    reply = pair.public.get("/facts", Accept="text/event-stream", Last_Event_ID=str(end["seq"]))
    assert (reply.status_code, reply.data) == (204, b"")


@on_both_stores
def test_a_stream_hears_of_what_another_process_wrote_and_told_nobody(
    pair: Pair, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = facts_of(listen(pair.public))
    heard = [next(line) for _ in pair.public.facts()]
    elsewhere = create_app(settings)
    monkeypatch.setattr(services_of(elsewhere).bus, "publish", lambda *news: None)
    there = Pair(*(Player(Api(elsewhere), who.match, who.seat, who.token) for who in pair))
    there.answer_by(Random(10))
    services_of(elsewhere).close()
    heard.append(next(line))
    line.close()
    assert heard == pair.public.facts()[: len(heard)]


def test_a_stream_that_may_not_go_on_ends_as_any_other_and_says_why_when_it_is_asked_for_again(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = facts_of(listen(pair.public))
    heard = [next(line) for _ in pair.public.facts()]

    def away(*asked: object) -> list[Fact]:
        raise Unavailable("The store cannot be reached.")

    with monkeypatch.context() as store:
        store.setattr(services.store, "facts", away)
        store.setattr(services.store, "facts_with_head", away)
        services.bus.wake_all()
        assert list(line) == []
        assert pair.public.get("/facts", Accept="text/event-stream").status_code == 503
    again = facts_of(listen(pair.public, seen=str(heard[-1]["seq"])))
    pair.blue.answers("e1")
    assert next(again)["seq"] == heard[-1]["seq"] + 1


def test_lines_of_json_hold_the_same_facts(pair: Pair) -> None:
    pair.play_out(Random(9))
    reply = pair.red.get("/facts?after=10&limit=50", Accept="application/x-ndjson")
    assert reply.content_type == "application/x-ndjson"
    lines = [json.loads(line) for line in reply.text.splitlines()]
    assert lines == pair.red.facts()[10:60]
    assert reply.headers["Link"] == f'</api/v1/matches/{pair.red.match}/facts?limit=50&cursor=60>; rel="next"'


def test_facts_come_page_by_page(pair: Pair) -> None:
    page = json_of(pair.public.get("/facts?limit=2"))
    assert [fact["seq"] for fact in page["items"]] == [1, 2]
    assert page["next"] == "2"
    assert json_of(pair.public.get("/facts?after=4"))["next"] is None
