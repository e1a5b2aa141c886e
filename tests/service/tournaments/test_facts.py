"""The facts of a tournament: in pages, as a stream that goes on, and proved to be untouched."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest

from domain.tournament.fold import fold
from replays.proof.chain import GENESIS, CommittedFact, link_hash
from service.bootstrap import Services
from service.http.sse import EventStream
from service.tournaments.api.facts import stream_facts
from tests.service.client import Api, Json, json_of, player_names

from .desk import WIN, Desk


def facts_of(desk: Desk, token: str = "") -> list[Json]:
    """All facts, read page by page."""
    found: list[Json] = []
    cursor: str | None = "0"
    while cursor is not None:
        page = desk.looks(f"/facts?limit=3&cursor={cursor}", token)
        found += page["items"]
        cursor = page["next"]
    return found


def heard(events: bytes) -> list[Json]:
    """What a stream has told."""
    return [json.loads(line[6:]) for line in events.decode().splitlines() if line.startswith("data: ")]


def test_facts_come_in_pages_and_as_lines_and_are_what_their_schema_says(desk: Desk, api: Api) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    found = facts_of(desk)
    assert [fact["seq"] for fact in found] == [*range(1, 10)]
    lines = api.get(f"/api/v1/tournaments/{desk.tournament}/facts", Accept="application/x-ndjson")
    assert [json.loads(line) for line in lines.text.splitlines()] == found
    schema = jsonschema_rs.Draft202012Validator(json_of(api.get("/api/v1/tournaments/facts.schema.json")))
    for fact in found:
        schema.validate(fact)
    assert set(player_names(desk.looks("/facts")).values()) == {"Ada", "Grace", "Lin", "Mae"}


def test_what_the_public_is_not_told_is_in_the_facts_for_organizers_alone(
    desk: Desk, services: Services
) -> None:
    desk.pairs(1, "Ada Grace", "Lin Mae")
    whole, public = facts_of(desk, desk.token)[-1], facts_of(desk)[-1]
    assert len(whole["event"]["tables"]) == 2
    assert public["event"]["tables"] == []
    seed = services.tournaments.get(desk.tournament).settings.seed
    assert seed not in json.dumps([facts_of(desk, desk.token), facts_of(desk)])


def test_who_comes_back_to_the_stream_misses_nothing(desk: Desk, services: Services) -> None:
    desk.did("drop", player=desk.players["Ada"])
    told_live = iter(EventStream(stream_facts(services, desk.tournament, None, 4)))
    next(told_live)
    first = heard(next(told_live))
    assert [fact["seq"] for fact in first] == [5]
    assert first[0]["event"]["type"] == "tournament.PlayerRegistered"
    assert heard(next(told_live))[0]["event"]["type"] == "tournament.PlayerDropped"
    desk.did("return", player=desk.players["Ada"])
    assert heard(next(told_live))[0]["event"]["type"] == "tournament.PlayerReturned"


def test_the_stream_ends_once_the_seed_is_revealed(desk: Desk, api: Api, services: Services) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    for table in (1, 2):
        desk.enters(1, table, WIN)
    desk.ends(services, overrule="One round is enough.")
    path = f"/api/v1/tournaments/{desk.tournament}/facts"
    reply = api.get(path, Accept="text/event-stream")
    assert len(heard(reply.data)) == desk.looks()["seq"]
    again = api.get(path, Accept="text/event-stream", Last_Event_ID=str(desk.looks()["seq"]))
    assert again.status_code == 204
    [*_, ended, revealed] = facts_of(desk)
    assert (ended["event"]["type"], ended["event"]["seed"]) == ("tournament.TournamentEnded", None)
    assert revealed["event"] == {
        "type": "tournament.SeedRevealed",
        "seed": desk.looks()["seed"],
        "at": revealed["event"]["at"],
    }


def test_the_chain_is_the_same_for_everyone_and_leads_to_the_receipts(desk: Desk, services: Services) -> None:
    done = desk.starts(1, "Ada Grace", "Lin Mae").enters(1, 1, WIN)
    head, cursor = GENESIS, "0"
    while True:
        page: Any = desk.looks(f"/chain?limit=4&cursor={cursor}", "")
        assert page["before"] == head
        for fact in page["items"]:
            hash = fact.pop("hash")
            head = link_hash(desk.tournament, head, CommittedFact(**fact))
            assert head == hash
        if page["next"] is None:
            break
        cursor = page["next"]
    assert head == done["receipt"]["head"]
    assert desk.looks("/proof", "")["logged"]["head"] == head
    paired = next(one for one in desk.looks("/chain", "")["items"] if one["type"].endswith("RoundPaired"))
    assert set(paired["sealed"]) == {"tables"}
    assert fold(services.tournaments.facts(desk.tournament)).seq == done["seq"]


@pytest.mark.parametrize("accept", ["application/json", "application/cloudevents-batch+json"])
def test_the_feed_tells_it_with_its_matches(desk: Desk, api: Api, accept: str) -> None:
    reply = api.get(f"/api/v1/facts?event={desk.tournament}", Accept=accept)
    if accept == "application/json":
        assert {one["subject"]["id"] for one in json_of(reply)["items"]} == {desk.tournament}
    else:
        schemas = {one["dataschema"] for one in json.loads(reply.data)}
        assert schemas == {"http://localhost/api/v1/tournaments/facts.schema.json"}
