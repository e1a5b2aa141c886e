"""A match over HTTP, from the opening to the result."""

from __future__ import annotations

import hashlib
from random import Random

import jsonschema_rs
import pytest

from domain.games import GAMES
from service.bootstrap import Services
from tests.service.client import Api, Pair, Player, json_of, wait_for
from tests.service.stores import on_both_stores


def test_a_match_is_opened_with_a_claim_token_for_each_seat(api: Api) -> None:
    reply = api.post("/api/v1/matches", {"game": "arena", "options": {"edition": "fr"}})
    opened = json_of(reply)
    assert reply.status_code == 201
    assert reply.headers["Location"] == f"/api/v1/matches/{opened['id']}"
    assert reply.headers["ETag"] == '"1"'
    assert reply.headers["Cache-Control"] == "no-store"
    assert len(set(opened["claims"])) == 2
    match = json_of(api.get(reply.headers["Location"]))
    assert (match["status"], match["players"]) == ("open", [None, None])
    chosen = {"chapter": 1, "edition": "fr"}
    assert match["board"]["options"] == {**chosen, "copies": False, "teams": [], "first": None}


def test_the_last_claim_begins_the_game(api: Api) -> None:
    opened = api.opens()
    blue = api.seats(opened, 0, "Ada")
    assert blue.looks()["status"] == "open"
    reply = api.post(f"/api/v1/matches/{blue.match}/seats/1/claim", {"player": "Bo"}, opened["claims"][1])
    seated = json_of(reply)
    assert seated["seat"] == 1
    assert [player["name"] for player in seated["scene"]["players"]] == ["Ada", "Bo"]
    assert seated["facts"][0]["event"]["type"] == "table.SeatClaimed"
    assert blue.looks()["question"]["seat"] == 0


def test_an_answer_tells_what_followed_and_what_is_asked_next(pair: Pair) -> None:
    before = pair.blue.looks()
    reply = pair.blue.answers("e1")
    answer = json_of(reply)
    assert reply.status_code == 201
    assert reply.headers["ETag"] == f'"{answer["seq"]}"'
    assert answer["ply"] == 1
    assert [fact["seq"] for fact in answer["facts"]] == [*range(before["seq"] + 1, answer["seq"] + 1)]
    assert answer["facts"][0]["event"] | {"at": 0} == {
        "type": "core.Answered", "seat": 0, "picks": ["e1"], "at": 0, "secret": False, "nonce": None,
        "options": None, "clock": None,
    }  # fmt: skip
    assert answer["question"]["seat"] == 1
    assert answer["scene"] == pair.blue.looks()


def test_whoever_moved_reads_their_own_move(pair: Pair) -> None:
    position = json_of(pair.blue.answers("e1"))["position"]
    seen = json_of(pair.public.get(f"?min_position={position}"))
    assert seen["board"]["figures"]["SAM"]["at"] == "e1"


def test_a_player_who_has_seen_the_match_is_told_that_nothing_is_new(pair: Pair) -> None:
    etag = pair.red.get().headers["ETag"]
    again = pair.red.get(If_None_Match=etag)
    assert (again.status_code, again.data) == (304, b"")
    pair.blue.answers("e1")
    assert pair.red.get(If_None_Match=etag).status_code == 200


@on_both_stores
def test_a_match_is_played_to_its_end_and_audited(pair: Pair) -> None:
    end = pair.play_out(Random(1))
    assert end["status"] == "over"
    assert end["question"] is None
    facts = pair.public.facts()
    assert [fact["seq"] for fact in facts] == [*range(1, end["seq"] + 1)]
    audit = json_of(pair.public.get("/verification"))
    assert audit == {
        "match": pair.blue.match, "ok": True, "answers": end["ply"], "facts": end["seq"],
        "seq": end["seq"], "difference": None, "corrected": 0,
    }  # fmt: skip
    late = pair.blue.answers("end")
    assert (late.status_code, json_of(late)["type"]) == (409, "/api/v1/problems/wrong-moment")


def test_the_seed_was_committed_to_and_is_revealed_in_the_end(pair: Pair) -> None:
    pair.play_out(Random(2))
    facts = pair.public.facts()
    revealed = facts[-1]["event"]["seed"]
    assert hashlib.sha256(revealed.encode()).hexdigest() == facts[0]["event"]["commitment"]
    assert facts[0]["event"]["seed"] is None


def test_tokens_are_stored_as_digests_alone(pair: Pair, services: Services) -> None:
    stored = b"".join(event.state for event in services.store.recorder.select_events(pair.blue.match))
    for player in pair:
        assert player.token.encode() not in stored
        assert hashlib.sha256(player.token.encode()).hexdigest().encode() in stored


def test_the_past_is_what_it_was(pair: Pair) -> None:
    seen = {json_of(pair.blue.get())["seq"]: pair.blue.looks()}
    for _ in range(6):
        pair.answer_by(Random(3))
        scene = pair.blue.looks()
        seen[scene["seq"]] = scene
    for seq, scene in seen.items():
        past = pair.blue.get(f"/facts/{seq}/scene")
        # The present alone has these, and names.
        now = {name: scene.pop(name) for name in ("id", "sides", "result")}
        assert now == {"id": pair.blue.match, "sides": None, "result": None}
        assert json_of(past) == scene | {
            "players": [fact["event"]["player"] for fact in pair.blue.facts()[1:3]]
        }
        assert past.headers["Cache-Control"] == "private, max-age=31536000, immutable"
        assert past.headers["Vary"] == "Authorization, Cookie, X-Viewer, Accept-Encoding"
    public = pair.public.get("/facts/2/scene")
    assert public.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@on_both_stores
def test_the_views_are_what_a_fold_would_show(pair: Pair, services: Services) -> None:
    pair.answer_by(Random(4))
    services.runner.catch_up()
    for who, name in (*zip(pair, ("seat-0", "seat-1"), strict=True), (pair.public, "spectator")):
        view = services.views.get("boards", f"{pair.blue.match}/{name}")
        assert view == who.get(f"/facts/{who.looks()['seq']}/scene").data


def test_a_match_is_told_in_sentences(pair: Pair) -> None:
    pair.blue.answers("e1")
    text = pair.public.get("/narration", Accept="text/plain")
    assert text.content_type == "text/plain; charset=utf-8"
    assert text.text.splitlines()[1] == "Blue sits down."
    lines = json_of(pair.public.get("/narration"))["items"]
    assert [line["text"] for line in lines] == text.text.splitlines()
    assert lines[1] | {"text": ""} == {"seq": 2, "rule": None, "text": ""}


@on_both_stores
def test_the_lobby_lists_the_newest_first_page_by_page(api: Api, services: Services) -> None:
    opened = [api.opens()["id"] for _ in range(5)]
    services.runner.catch_up()
    found: list[str] = []
    path = "/api/v1/matches?limit=2"
    pages = 0
    while path:
        reply = api.get(path)
        found += [entry["id"] for entry in json_of(reply)["items"]]
        link = reply.headers.get("Link", "")
        path = link.removeprefix("<").removesuffix('>; rel="next"')
        pages += 1
    assert sorted(found) == sorted(opened)
    assert found == sorted(found, reverse=True)
    assert pages == 3


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("game=arena", {"free", "played"}),
        ("status=open", {"free"}),
        ("status=playing", {"played"}),
        ("status=over", set()),
        ("player=Blue", {"played"}),
        ("player=Nobody", set()),
        ("since=2001-01-01T00:00:00Z", {"free", "played"}),
        ("since=2999-01-01T00:00:00Z", set()),
    ],
)
def test_the_lobby_is_filtered(api: Api, query: str, expected: set[str]) -> None:
    matches = {api.seat_pair().blue.match: "played", api.opens()["id"]: "free"}
    position = api.app.extensions["services"].store.position()
    listed = json_of(api.get(f"/api/v1/matches?{query}&min_position={position}"))["items"]
    assert {matches[entry["id"]] for entry in listed} == expected


def test_the_games_are_listed_with_options_cards_and_facts(api: Api) -> None:
    assert "arena" in [game["name"] for game in json_of(api.get("/api/v1/games"))["items"]]
    arena = json_of(api.get("/api/v1/games/arena"))
    assert arena["options"]["$defs"]["Options"]["properties"]["edition"]["enum"] == ["en", "fr", "it"]
    assert len(arena["catalogue"]["characters"]) == 8
    schema = json_of(api.get("/api/v1/games/arena/facts.schema.json"))
    assert "DamageDealt" in schema["$defs"]


@on_both_stores
def test_a_healthy_service(api: Api, services: Services) -> None:
    api.opens()
    before = services.store.position()
    views = (
        "boards",
        "cases",
        "entrants",
        "lobby",
        "result-process",
        "seed-process",
        "statistics",
        "tournaments",
    )
    assert json_of(api.get("/healthz")) == {"status": "ok", "cards_left_out": []}
    assert services.store.position() == before
    services.runner.catch_up()
    for process in ("result-process", "seed-process"):
        wait_for(lambda name=process: services.views.position(name) == before, "nothing waits")  # type: ignore[misc]
    assert json_of(api.get("/readyz")) == {
        "ready": True,
        "position": before,
        "projections": {name: {"position": before, "lag": 0} for name in views},
        "torn": [],
        "set_aside": {},
        "parked": {},
        "unsealed_minutes": 0,
        "unwitnessed": [],
    }


def test_the_door_leads_to_everything(api: Api, services: Services) -> None:
    links = json_of(api.get("/api/v1/"))["links"]
    league = services.api_tokens.issue_token("league", ["integrate", "judge"]).token
    assert {api.get(path, league).status_code for path in links.values()} == {200}


def test_a_spectator_needs_no_token(pair: Pair) -> None:
    assert Player(pair.blue.api, pair.blue.match).looks()["viewer"] == "spectator"
    assert pair.red.looks()["viewer"] == "seat-1"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_of_the_service_is_played(api: Api, game: str) -> None:
    pair = api.seat_pair(game=game)
    luck = Random(5)
    for _ in range(40):
        if pair.answer_by(luck) is None:
            break
    audit = json_of(pair.public.get("/verification"))
    assert audit["ok"] is True
    assert audit["answers"] == pair.public.looks()["ply"] > 10
    schema = jsonschema_rs.Draft202012Validator(json_of(api.get(f"/api/v1/games/{game}/facts.schema.json")))
    for player in (pair.public, *pair):
        for fact in player.facts():
            schema.validate(fact)
    assert json_of(api.get(f"/api/v1/games/{game}"))["catalogue"]
