"""The published form of replies: instants are text, and what is hidden or absent is `null`."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import msgspec
import pytest

from replays.playback.deltas import Frame
from service.bootstrap import Services
from tests.replays.test_deltas import turned
from tests.service.client import Api, Json, Pair, json_of
from tests.service.http.test_document import fits
from tests.service.judges import disputes
from tests.service.tournaments.desk import WIN, Desk

from .unpublished import unpublished

INSTANTS = {"at", "opened", "began", "ended", "since", "time"}
"""Names of fields that hold an instant."""
SIGNED = {"Receipt", "GainList"}
"""Schemas in which such a field was signed, or is the number of a round."""

UNIT = re.compile(r"\b(milliseconds|seconds|minutes|hours|days)\b")
WITHOUT_UNIT = {"Receipt.at", "OEmbed.cache_age", "Clock.increment", "Timing.increment"}
"""An instant that was signed, a name of oEmbed 1.0, and the increment beside the `seconds` of a clock."""


@pytest.fixture
def over(pair: Pair) -> Pair:
    """A match with a case that is over."""
    disputes(pair.blue)
    pair.play_out(Random(21))
    return pair


@pytest.fixture
def document(api: Api) -> Json:
    """The document as it is served."""
    return json_of(api.get("/api/v1/openapi.json"))


def test_replies_in_the_published_form_are_what_the_document_says(
    over: Pair, api: Api, services: Services, document: Json
) -> None:
    match, position = f"/api/v1/matches/{over.blue.match}", services.store.position()
    for path, schema in {
        match: "Match",
        f"{match}/facts/100/scene": "Scene",
        f"{match}/facts?limit=5000": "FactPage",
        f"{match}/frames?limit=50": "ReplayPage",
        f"{match}/diff?from=5&to=40": "Diff",
        f"{match}/disputes/1": "CaseFile",
        f"/api/v1/matches?min_position={position}": "MatchList",
        "/api/v1/facts": "FeedPage",
    }.items():
        fits(document, schema, json_of(api.get(path)))


def test_no_instant_is_a_number_but_in_what_was_signed(document: Json) -> None:
    numbers = {
        f"{name}: {field}"
        for name, schema in document["components"]["schemas"].items()
        for field, kind in schema.get("properties", {}).items()
        if field in INSTANTS and name not in SIGNED and "integer" in json.dumps(kind)
    }
    assert numbers == set()


def test_the_name_of_a_duration_is_its_unit_or_ends_with_it(document: Json) -> None:
    without = {
        f"{name}.{field}"
        for name, schema in document["components"]["schemas"].items()
        for field, kind in schema.get("properties", {}).items()
        if "integer" in json.dumps(kind)
        and (unit := UNIT.search(kind.get("description", "")))
        and not field.endswith({"milliseconds": "_ms"}.get(unit[1], unit[1]))
    }
    assert without == WITHOUT_UNIT


def test_a_hidden_card_is_null_and_a_visible_one_is_its_id(over: Pair) -> None:
    scene, own = (json_of(player.get("/facts/100/scene")) for player in (over.public, over.blue))
    hand = scene["board"]["summoners"][0]["hand"]
    assert set(hand) == {None}
    assert None not in own["board"]["summoners"][0]["hand"]
    assert len(own["board"]["summoners"][0]["hand"]) == len(hand)
    events = [fact["event"] for fact in over.public.facts()]
    shuffled = [event["cards"] for event in events if event["type"] == "arena.DeckShuffled"]
    assert {card for cards in shuffled for card in cards} == {None}
    assert {event["seat"] for event in events if event["type"] == "core.Answered"} == {None, 0, 1}


def test_frames_lead_from_scene_to_scene(over: Pair) -> None:
    reel = json_of(over.public.get("/frames?after=1&limit=120"))
    scene: Json = reel["first"]
    for frame in reel["items"]:
        scene = turned(scene, msgspec.convert(frame, Frame))
    then = json_of(over.public.get(f"/facts/{reel['items'][-1]['seq']}/scene"))
    assert scene == then | {"players": scene["players"], "reckoned": scene["reckoned"]}
    assert None in then["board"]["summoners"][0]["deck"]


def test_streams_and_lines_hold_the_same_published_facts(over: Pair) -> None:
    lines = over.public.get("/facts?limit=5000", Accept="application/x-ndjson").text.splitlines()
    stream = over.public.get("/facts", Accept="text/event-stream").text
    data = [line.removeprefix("data: ") for line in stream.split("\n") if line.startswith("data: ")]
    assert [json.loads(line) for line in data] == [json.loads(line) for line in lines]
    assert json.loads(lines[0])["event"]["at"].endswith("Z")


def test_what_was_signed_keeps_its_own_form(over: Pair, api: Api) -> None:
    opened = json_of(over.public.get("/chain?limit=1"))["items"][0]["data"]
    assert isinstance(opened["at"], int)
    record = json_of(over.public.get("/export"))
    assert isinstance(record["receipts"][0]["at"], int)
    assert isinstance(record["facts"][0]["data"]["at"], int)
    assert isinstance(json_of(api.post("/api/v1/matches", {"game": "arena"}))["receipt"]["at"], int)


def test_a_tournament_is_published_likewise(api: Api, services: Services, document: Json) -> None:
    desk = Desk.opens(api, services, online=True).registers("Ada", "Grace").starts()
    desk.enters(1, 1, WIN)
    path = f"/api/v1/tournaments/{desk.tournament}"
    found: dict[str, Any] = {}
    for what, schema in {"": "Tournament", "/rounds/1": "RoundDetails", "/facts": "TournamentFacts"}.items():
        found[what] = json_of(api.get(path + what))
        fits(document, schema, found[what])
    opened = found["/facts"]["items"][0]["event"]
    assert opened["seed"] is None
    assert opened["at"] == found[""]["opened"]
    assert opened["at"].endswith("Z")
    lines = api.get(f"{path}/facts", Accept="application/x-ndjson").text.splitlines()
    assert [json.loads(line) for line in lines] == found["/facts"]["items"]


@pytest.mark.parametrize("game", ["arena", "villainous"])
def test_a_match_and_its_game_hold_no_empty_text_for_an_absent_value(api: Api, game: str) -> None:
    pair = api.seat_pair(game)
    luck = Random(5)
    while pair.public.looks()["seq"] < 300 and pair.answer_by(luck):
        pass
    seq = pair.public.looks()["seq"]
    diffs = (f"/diff?from=1&to={seq}", f"/diff?from={seq}&to=1")
    found = {
        f"{path} of {viewer}: {where}"
        for viewer, token in {"the public": "", "a player": pair.blue.token}.items()
        for path in ("", "/facts", "/frames", *diffs, "/acts", "/narration")
        for where in unpublished(json_of(api.get(f"/api/v1/matches/{pair.blue.match}{path}", token)))
    }
    assert found | {*unpublished(json_of(api.get(f"/api/v1/games/{game}")))} == set()


@pytest.mark.parametrize("roster", ["Ada\nGrace", "Name;\nAda;x", "\n", "\0"])
def test_the_preview_of_a_roster_holds_no_empty_text_for_an_absent_value(
    api: Api, services: Services, roster: str
) -> None:
    desk = Desk.opens(api, services)
    headers = {"Authorization": f"Bearer {desk.token}", "Content-Type": "text/csv"}
    path = f"/api/v1/tournaments/{desk.tournament}/roster/preview"
    reply = api.app.test_client().post(path, data=roster.encode(), headers=headers)
    assert reply.status_code == 200, reply.text
    assert [*unpublished(json_of(reply))] == []
