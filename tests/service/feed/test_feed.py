"""The feed: every fact of every match, in one order, for whoever comes back."""

from __future__ import annotations

import json
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from domain.model import Event, Fact, Resolved
from domain.table import Delay, MatchEnded, Rewound, Ruled, SeatClaimed
from service.bootstrap import Services
from service.feed import service as feed_service
from service.feed.visibility import Timeline
from tests.service.client import Api, Json, Pair, Player, json_of, player_names
from tests.service.matches.test_forks import fork
from tests.service.stores import on_both_stores

NDJSON, BATCH = "application/x-ndjson", "application/cloudevents-batch+json"


def page(api: Api, query: str = "") -> Json:
    """A page of the feed."""
    reply = api.get(f"/api/v1/facts{query}")
    assert reply.status_code == 200, reply.text
    return json_of(reply)


def read(api: Api, query: str = "", limit: int = 5000, after: int = 0) -> list[Json]:
    """Everything in the feed, read page by page."""
    found: list[Json] = []
    cursor: str | None = str(after)
    while cursor is not None:
        one = page(api, f"?limit={limit}&cursor={cursor}{query}")
        found += one["items"]
        cursor = one["next"]
    return found


def of(notices: list[Json], match: str) -> list[Json]:
    """The facts of one match among *notices*."""
    return [notice["fact"] for notice in notices if notice["subject"]["id"] == match]


def names(notices: list[Json]) -> list[str]:
    return [notice["fact"]["event"]["type"] for notice in notices]


@pytest.fixture
def tables(api: Api) -> list[Pair]:
    """Three matches of both games, played in turn; the first is over."""
    pairs = [api.seat_pair(), api.seat_pair("villainous"), api.seat_pair()]
    luck = Random(70)
    for _ in range(8):
        for pair in pairs:
            pair.answer_by(luck)
    pairs[0].play_out(luck)
    return pairs


# -- all there is ------------------------------------------------------------------------------------


@on_both_stores
def test_every_match_is_told_as_its_public_sees_it_and_all_in_one_order(api: Api, tables: list[Pair]) -> None:
    notices = read(api)
    for pair in tables:
        assert of(notices, pair.blue.match) == pair.public.facts()
    assert len(notices) == sum(len(pair.public.facts()) for pair in tables)
    assert all(one["position"] < other["position"] for one, other in pairwise(notices))
    assert {notice["game"] for notice in notices} == {"arena", "villainous"}
    assert all(notice["seq"] == notice["fact"]["seq"] for notice in notices)


def test_where_a_write_ended_its_last_fact_stands(api: Api, pair: Pair, services: Services) -> None:
    reply = json_of(pair.blue.answers("e1"))
    last = page(api)["items"][-1]
    assert (last["position"], last["seq"]) == (reply["position"], reply["seq"])
    assert page(api, f"?after={reply['position']}") == {
        "items": [], "next": None, "position": reply["position"], "log": services.store.log_id,
        "players": [],
    }  # fmt: skip


@pytest.mark.parametrize("limit", [1, 7, 60])
def test_pages_of_any_length_tell_the_same(api: Api, pair: Pair, limit: int) -> None:
    pair.play_out(Random(71))
    assert read(api, limit=limit) == read(api)


def test_lines_and_batches_go_by_the_same_positions(api: Api, tables: list[Pair]) -> None:
    notices = page(api, "?after=20&limit=30")["items"]
    lines = api.get("/api/v1/facts?after=20&limit=30", Accept=NDJSON)
    assert lines.content_type == NDJSON
    assert [json.loads(line) for line in lines.text.splitlines()] == notices
    batch = api.get("/api/v1/facts?after=20&limit=30", Accept=BATCH)
    assert batch.content_type == BATCH
    for event, notice in zip(batch.json or [], notices, strict=True):
        assert event["data"] == notice["fact"]
        assert (event["subject"], event["position"]) == (notice["subject"]["id"], str(notice["position"]))
        assert event["time"] == notice["time"]
        assert event["dataschema"].endswith(f"/api/v1/games/{notice['game']}/facts.schema.json")
    where = f"/api/v1/facts?limit=30&cursor={notices[-1]['position']}"
    assert lines.headers["Link"] == batch.headers["Link"] == f'<{where}>; rel="next"'
    assert "Link" not in api.get("/api/v1/facts?limit=5000").headers


def test_a_link_keeps_what_was_asked_for(api: Api, pair: Pair) -> None:
    asked = "type=table.MatchOpened&type=table.Seat&game=arena&limit=1"
    link = api.get(f"/api/v1/facts?{asked}").headers["Link"]
    following = json_of(api.get(link.partition(">")[0].removeprefix("<")))
    assert names(following["items"]) == ["table.SeatClaimed"]


def test_a_fact_has_the_time_of_the_answer_it_follows_wherever_a_page_begins(api: Api, pair: Pair) -> None:
    before = page(api)["position"]
    pair.blue.answers("e1")
    answered, *followed = page(api, f"?after={before}")["items"]
    at = answered["fact"]["event"]["at"]
    assert answered["time"] == at
    assert followed
    assert {notice["time"] for notice in followed} == {answered["time"]}
    assert page(api, f"?after={answered['position']}")["items"] == followed


def test_a_page_says_what_to_call_those_who_take_a_seat_on_it(api: Api, pair: Pair) -> None:
    seated = [notice["fact"]["event"] for notice in read(api, "&type=table.SeatClaimed")]
    assert player_names(page(api)) == {seated[0]["player"]: "Blue", seated[1]["player"]: "Red"}


# -- what one wants to hear of -----------------------------------------------------------------------


def test_facts_are_chosen_by_name_or_by_the_beginning_of_one(api: Api, tables: list[Pair]) -> None:
    everything = read(api)
    for query, beginnings in (
        ("&type=table.MatchEnded", ("table.MatchEnded",)),
        ("&type=villainous.&type=table.Match", ("villainous.", "table.Match")),
    ):
        chosen = read(api, query, limit=5)
        assert chosen == [n for n in everything if n["fact"]["event"]["type"].startswith(beginnings)]
        assert chosen


def test_matches_are_chosen_by_game_and_by_id(api: Api, tables: list[Pair]) -> None:
    one, villainous, three = (pair.blue.match for pair in tables)
    everything = read(api)
    assert read(api, "&game=villainous") == [n for n in everything if n["subject"]["id"] == villainous]
    assert read(api, f"&match={one}&match={three}") == [n for n in everything if n["game"] == "arena"]
    assert read(api, f"&match={one}&game=villainous") == []


def test_a_players_matches_are_told_from_the_taking_of_the_seat_on(api: Api, pair: Pair) -> None:
    api.opens()
    opened = api.opens()
    other = Pair(api.seats(opened, 0, "Ada"), api.seats(opened, 1, "Blue"))
    for playing in (pair, other):
        playing.answer_by(Random(72))
    told_of = read(api, "&player=Blue")
    assert of(told_of, pair.blue.match) == pair.public.facts()[1:]
    assert of(told_of, other.blue.match) == other.public.facts()[2:]
    assert {notice["subject"]["id"] for notice in told_of} == {pair.blue.match, other.blue.match}
    id = told_of[0]["fact"]["event"]["player"]
    assert read(api, f"&player={id}", limit=3) == [
        n for n in told_of if n["subject"]["id"] == pair.blue.match
    ]
    assert read(api, "&player=Nobody") == []
    seats = read(api, "&player=Ada&player=Red&type=table.SeatClaimed")
    assert [n["subject"]["id"] for n in seats] == [pair.blue.match, other.blue.match, other.blue.match]


def test_what_is_rare_is_looked_for_a_stretch_at_a_time(
    api: Api, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_service, "MAX_BATCH_ROWS", 10)
    monkeypatch.setattr(feed_service, "MAX_SCAN_ROWS", 20)
    monkeypatch.setattr(feed_service, "MAX_SPAN_POSITIONS", 15)
    pair.play_out(Random(73))
    first = page(api, "?type=table.MatchEnded")
    assert first["items"] == []
    assert 0 < first["position"] < 60
    assert first["next"] == str(first["position"])
    assert of(read(api, "&type=table.MatchEnded"), pair.blue.match) == pair.public.facts()[-1:]
    assert of(read(api, "&player=Red"), pair.blue.match) == pair.public.facts()[2:]


@pytest.mark.parametrize(
    ("query", "parameter", "words"),
    [
        ("type=arena.Nap", "type/0", "No fact is called “arena.Nap” or begins so"),
        ("type=table.&type=", "type/1", "No fact is called “” or begins so"),
        ("match=mine", "match/0", "“mine” names no match"),
        ("game=chess", "game/0", "Must be one of: arena, villainous."),
        ("after=-1", "after", "Must be greater than or equal to 0"),
        ("limit=5001", "limit", "less than or equal to 5000"),
        ("page=2", "page", "Unknown field."),
    ],
)
def test_what_cannot_be_asked_for_is_said_in_words(api: Api, query: str, parameter: str, words: str) -> None:
    reply = api.get(f"/api/v1/facts?{query}")
    assert reply.status_code == 422
    [error] = json_of(reply)["errors"]
    assert error["parameter"] == parameter
    assert words in error["detail"]


# -- what is not told --------------------------------------------------------------------------------


def delayed(api: Api, services: Services, event: str = "", delay: Delay | None = None) -> Pair:
    """A match of an event, watched with a delay."""
    pins = services.repository.load_match(api.opens()["id"]).match.settings
    opened = services.matches.create_match(
        replace(pins, event=event, delay=delay), services.library.find_cards("arena")
    )
    told_as = {"id": opened.match, "claims": opened.claims}
    return Pair(api.seats(told_as, 0, "Blue"), api.seats(told_as, 1, "Red"))


def test_a_match_of_an_event_is_found_by_it(api: Api, services: Services, pair: Pair) -> None:
    liga = delayed(api, services, event="liga-7")
    liga.answer_by(Random(74))
    assert of(read(api, "&event=liga-7"), liga.blue.match) == liga.public.facts()
    assert {notice["subject"]["id"] for notice in read(api, "&event=liga-7&event=cup")} == {liga.blue.match}


def test_a_match_with_a_delay_is_silent_while_it_is_played(api: Api, services: Services) -> None:
    pair = delayed(api, services, delay=Delay(facts=10))
    luck, last = Random(75), 0
    heard: list[Json] = []
    while pair.answer_by(luck):
        one = page(api, f"?after={last}&match={pair.blue.match}")
        heard, last = heard + one["items"], one["position"]
    assert names(heard) == [
        "table.MatchOpened", "table.SeatClaimed", "table.SeatClaimed", "table.MatchEnded",
    ]  # fmt: skip
    assert of(heard, pair.blue.match) == of(read(api), pair.blue.match)
    assert heard[-1]["seq"] == heard[-1]["fact"]["seq"] == len(pair.blue.facts())


def test_a_match_that_is_played_on_after_its_end_is_silent_again() -> None:
    ended, note = MatchEnded((0,), (3, 1), "seed"), Ruled(1, "judge", "note", (), "", 0)
    sequence: list[Event] = [
        Resolved(),
        SeatClaimed(0, "p-1", "", 0),
        SeatClaimed(1, "p-2", "", 0),
        *[Resolved()] * 2,
        Rewound(4, "", "", ""),
        Resolved(),
        ended,
        note,
        Ruled(2, "judge", "rewind", (), "", 0),
        Rewound(5, "", "", ""),
        Resolved(),
        ended,
    ]
    facts = [Fact(seq, seq - 1, "", event) for seq, event in enumerate(sequence, 1)]
    course = Timeline().extend(facts, 2)
    assert course == Timeline().extend(facts[:6], 2).extend(facts[6:], 2)
    assert [fact.seq for fact in facts if course.is_public_at(fact.seq)] == [1, 2, 3, 8, 9, 13]


def test_forks_are_not_told_of(api: Api, pair: Pair) -> None:
    pair.play_out(Random(76))
    before = page(api, "?limit=5000")["position"]
    opened = fork(pair.public, 60)
    forked = Pair(api.seats(opened, 0, "Ada"), api.seats(opened, 1, "Grace"))
    forked.answer_by(Random(77))
    following = page(api, f"?after={before}")
    assert (following["items"], following["next"]) == ([], None)
    assert following["position"] == before


def test_nobody_is_told_more_for_having_a_token(api: Api, pair: Pair) -> None:
    player: Player = pair.blue
    assert json_of(api.get("/api/v1/facts", player.token)) == page(api)
