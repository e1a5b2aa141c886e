"""Version 2 of the API: the same replies, with times as text and `null` for what is hidden."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from replays.frames import Frame
from service.app import services_of
from service.http.version2_fields import AS_THEY_ARE, TIMES
from service.http.version2_replies import time
from tests.replays.test_frames import turned
from tests.service.http.test_document import fits
from tests.service.judges import disputes
from tests.service.people import Api, Json, Pair, told
from tests.service.tournaments.desk import WIN, Desk


def second(api: Api, path: str, token: str = "", **headers: str) -> Any:
    """What is told at *path* in version 2."""
    return told(api.gets(f"/v2{path}", token, **headers))


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, None),
        (1, "1970-01-01T00:00:00.001Z"),
        (1_700_000_000_000, "2023-11-14T22:13:20.000Z"),
        (1_700_000_000_999, "2023-11-14T22:13:20.999Z"),
    ],
)
def test_a_time_is_text_in_utc_to_the_millisecond_and_null_for_never(
    milliseconds: int, text: str | None
) -> None:
    assert time(milliseconds) == text


def test_replies_of_version_2_are_what_its_document_says_and_hold_what_those_of_version_1_do(
    pair: Pair, api: Api
) -> None:
    disputes(pair.blue)
    pair.play_out(Random(21))
    match, document = f"/matches/{pair.blue.match}", second(api, "/openapi.json")
    api.gets(f"/matches?min_position={services_of(api.app).store.position()}")
    assert (document["info"]["version"], document["servers"]) == ("2", [{"url": "/v2"}])
    for path, schema in {
        match: "NamedScene",
        f"{match}/at/100": "Scene",
        f"{match}/facts?limit=5000": "FactPage",
        f"{match}/frames?limit=50": "Reel",
        f"{match}/diff?from=5&to=40": "Diff",
        f"{match}/disputes/1": "CaseFile",
        "/matches": "MatchList",
        "/facts": "FeedPage",
        "/": "Door",
    }.items():
        first, now = told(api.gets(path)), second(api, path)
        fits(document, schema, now)
        assert now != first or schema == "Diff", path
        assert _as_before(now, first) == first, path


def _as_before(now: Any, first: Any) -> Any:
    """*now* with what version 1 tells in the place of each `null` and each time."""
    if isinstance(now, dict):
        return {key: _as_before(value, first[key]) for key, value in now.items()}
    if isinstance(now, list):
        return [_as_before(*each) for each in zip(now, first, strict=True)]
    if isinstance(first, int) and isinstance(now, str):
        return first if now == time(first) else now
    if isinstance(first, str) and isinstance(now, str) and now.startswith("/v2"):
        return now.removeprefix("/v2") if first != "/v2/" else now
    return first if now is None and first in ("", "…", -1, 0, []) else now


def test_no_time_is_a_number_but_in_what_was_signed(api: Api) -> None:
    for name, schema in second(api, "/openapi.json")["components"]["schemas"].items():
        for field, kind in schema.get("properties", {}).items():
            if field in TIMES and name not in AS_THEY_ARE:
                assert "integer" not in json.dumps(kind), f"{name}: {field}"


def test_what_is_hidden_is_null_and_what_is_known_is_told(pair: Pair, api: Api) -> None:
    pair.play_out(Random(21))
    match = f"/matches/{pair.blue.match}"
    scene, own = (second(api, f"{match}/at/100", token) for token in ("", pair.blue.token))
    hand = scene["board"]["summoners"][0]["hand"]
    assert set(hand) == {None}
    assert None not in own["board"]["summoners"][0]["hand"]
    assert len(own["board"]["summoners"][0]["hand"]) == len(hand)
    facts = second(api, f"{match}/facts?limit=5000")["facts"]
    shuffled = [fact["event"]["cards"] for fact in facts if fact["event"]["type"] == "arena.DeckShuffled"]
    assert {card for cards in shuffled for card in cards} == {None}
    answered = [fact["event"]["seat"] for fact in facts if fact["event"]["type"] == "core.Answered"]
    assert {*answered} == {None, 0, 1}


def test_frames_of_version_2_lead_to_its_scenes(pair: Pair, api: Api) -> None:
    pair.play_out(Random(22))
    reel = second(api, f"/matches/{pair.blue.match}/frames?after=1&limit=120")
    scene: Json = reel["first"]
    for frame in reel["frames"]:
        scene = turned(scene, msgspec.convert(frame, Frame))
    then = second(api, f"/matches/{pair.blue.match}/at/{reel['frames'][-1]['seq']}")
    assert scene == then | {"players": scene["players"], "reckoned": scene["reckoned"]}
    assert None in then["board"]["summoners"][0]["deck"]


def test_streams_and_lines_are_told_in_version_2(pair: Pair, api: Api) -> None:
    pair.play_out(Random(21))
    path = f"/v2/matches/{pair.blue.match}/facts"
    lines = api.gets(path, Accept="application/x-ndjson").text.splitlines()
    events = api.gets(path, Accept="text/event-stream").text.split("\n\n")
    data = [line.removeprefix("data: ") for one in events for line in one.split("\n") if line[:5] == "data:"]
    assert [json.loads(line) for line in data] == [json.loads(line) for line in lines]
    assert json.loads(lines[0])["event"]["at"].endswith("Z")


def test_replies_lead_on_below_v2_are_known_by_their_tags_and_pages_are_elsewhere(api: Api) -> None:
    opened = api.sends("/v2/matches", {"game": "arena"})
    assert opened.headers["Location"] == f"/v2/matches/{told(opened)['match']}"
    listed = f"/v2/matches?limit=1&min_position={api.opens()['position']}"
    page = api.gets(listed)
    assert page.headers["Link"].startswith("</v2/matches?")
    assert api.gets(listed, **{"If-None-Match": page.headers["ETag"]}).status_code == 304
    assert second(api, "/")["links"]["matches"] == "/v2/matches"
    assert api.gets(opened.headers["Location"]).status_code == 200
    for page_of_people in ("/v2/docs", "/v2/oembed", "/v2/play", "/v2"):
        assert api.gets(page_of_people).status_code == 404, page_of_people


def test_what_was_signed_stays_as_it_was_signed(pair: Pair, api: Api) -> None:
    pair.play_out(Random(21))
    match = f"/matches/{pair.blue.match}"
    assert api.gets(f"/v2{match}/chain").data == api.gets(f"{match}/chain").data
    first, now = told(api.gets(f"{match}/export")), second(api, f"{match}/export")
    assert now["facts"] == first["facts"]
    assert isinstance(now["receipts"][0]["at"], int)
    receipt = told(api.sends("/v2/matches", {"game": "arena"}))["receipt"]
    assert isinstance(receipt["at"], int)


def test_a_tournament_is_told_in_version_2(api: Api, services: Any) -> None:
    desk = Desk.opens(api, services, online=True).registers("Ada", "Grace").starts()
    desk.enters(1, 1, WIN)
    document, path = second(api, "/openapi.json"), f"/tournaments/{desk.tournament}"
    for what, schema in {"": "TournamentView", "/rounds/1": "RoundView", "/facts": "TournamentFacts"}.items():
        fits(document, schema, second(api, path + what))
    opened = second(api, f"{path}/facts")["facts"][0]["event"]
    assert opened["seed"] is None
    assert opened["at"] == second(api, path)["opened"]
