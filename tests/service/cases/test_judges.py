"""Judges: they see everything, that they looked is a fact, and no player is disturbed by it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from random import Random
from typing import Any

import pytest
from flask import Flask

from service.bootstrap import Services
from service.identity.api_tokens import Scope
from service.settings import Settings
from tests.service.applications import serving
from tests.service.client import Api, Json, Pair, json_of
from tests.service.judges import api_token, judge
from tests.service.matches.test_streams import facts_of, listen


def hands(scene: Json) -> list[list[str]]:
    return [summoner["hand"] for summoner in scene["board"]["summoners"]]


def looks(pair: Pair) -> list[str]:
    """Who looked, as the record tells everyone."""
    return [
        fact["event"]["judge"] for fact in pair.public.facts() if fact["event"]["type"] == "table.JudgeLooked"
    ]


@pytest.fixture
def second(settings: Settings, app: Flask) -> Iterator[Api]:
    """Another process of the same service."""
    with serving(settings) as other:
        yield Api(other)


# -- what a judge sees -------------------------------------------------------------------------------


def test_a_judge_sees_both_hands_now_and_at_any_fact(pair: Pair, services: Services) -> None:
    mine, other = pair.blue.looks(), pair.red.looks()
    whistle = judge(services, pair)
    scene = whistle.looks()
    assert scene["viewer"] == "judge"
    assert hands(scene) == [hands(mine)[0], hands(other)[1]]
    pair.blue.answers("e1")
    assert hands(json_of(whistle.get(f"/facts/{mine['seq']}/scene"))) == hands(scene)


def test_a_judge_reads_facts_options_and_narration_whole(pair: Pair, services: Services) -> None:
    pair.play_out(Random(41))
    whistle = judge(services, pair)
    cards = [fact["event"]["card"] for fact in whistle.facts() if fact["event"]["type"] == "arena.CardDrawn"]
    hidden = [
        fact["event"]["card"] for fact in pair.public.facts() if fact["event"]["type"] == "arena.CardDrawn"
    ]
    assert set(hidden) == {None}
    assert len(cards) == len(hidden)
    assert None not in cards
    lines = [player.get("/narration").text for player in (pair.public, whistle)]
    assert "draws a card" in lines[0]
    assert "draws a card" not in lines[1]
    seen = next(f["seq"] for f in whistle.facts() if f["event"].get("sight") in ("hand", "secret"))
    assert json_of(pair.public.get(f"/facts/{seen}/options"))["choices"] == []
    assert json_of(whistle.get(f"/facts/{seen}/options"))["choices"] != []


def test_a_judges_copy_is_for_no_shared_cache(pair: Pair, services: Services) -> None:
    reply = judge(services, pair).get("/facts/3/scene")
    assert "private" in reply.headers["Cache-Control"]
    assert reply.headers["Vary"] == "Authorization, Cookie, X-Viewer, Accept-Encoding"


# -- that he looked is a fact ------------------------------------------------------------------------


def test_a_look_is_a_fact_once_as_long_as_the_game_does_not_move(pair: Pair, services: Services) -> None:
    whistle = judge(services, pair)
    before = pair.public.looks()["seq"]
    assert json_of(whistle.get())["seq"] == before + 1
    for what in ("", "/facts", "/options", "/narration", "/facts/2/scene", "/disputes"):
        assert whistle.get(what).status_code == 200
    assert looks(pair) == ["judge-7f3a"]
    pair.blue.answers("e1")
    whistle.get("/facts/2/scene")
    assert looks(pair) == ["judge-7f3a"] * 2
    assert datetime.fromisoformat(pair.public.facts()[before]["event"]["at"]).year > 1970


def test_every_judge_looks_for_himself(pair: Pair, services: Services) -> None:
    judge(services, pair, "judge-1").get()
    judge(services, pair, "judge-2").get()
    judge(services, pair, "judge-1").get()
    assert looks(pair) == ["judge-1", "judge-2"]


def test_who_looks_is_a_question_that_writes_nothing(pair: Pair, services: Services) -> None:
    whistle, before = judge(services, pair), services.store.position()
    assert services.access.viewer_for(pair.blue.match, whistle.token).name == "judge"
    assert services.store.position() == before


def test_what_a_judge_says_is_on_record_itself_and_needs_no_look(pair: Pair, services: Services) -> None:
    whistle = judge(services, pair)
    filed = json_of(
        whistle.api.post(f"/api/v1/matches/{pair.blue.match}/disputes", {"claim": "No!"}, whistle.token)
    )
    assert filed["scene"]["viewer"] == "judge"
    assert pair.public.looks()["seq"] == filed["seq"]
    assert looks(pair) == []


def test_what_hides_nothing_needs_no_look(pair: Pair, services: Services) -> None:
    whistle = judge(services, pair)
    whistle.api.get(f"/api/v1/matches/{pair.blue.match}/commentaries", whistle.token)
    whistle.api.get("/api/v1/matches", whistle.token)
    whistle.api.get("/api/v1/games/arena/rules", whistle.token)
    assert looks(pair) == []


def test_the_record_of_a_match_that_is_over_does_not_grow_by_looks(pair: Pair, services: Services) -> None:
    over = pair.play_out(Random(42))
    scene = judge(services, pair).looks()
    assert scene["seq"] == over["seq"]
    assert all(card for hand in hands(scene) for card in hand)
    assert looks(pair) == []


def test_a_stream_of_a_match_that_is_over_ends_whatever_is_said_after_the_end(
    pair: Pair, services: Services
) -> None:
    over = pair.play_out(Random(44))["seq"]
    services.cases.open_case(pair.blue.match, "seat:1", "It was my turn!", [])
    assert [fact["seq"] for fact in facts_of(listen(pair.public, after=over))] == [over + 1]
    assert [fact["seq"] for fact in facts_of(listen(pair.public, after=0))] == [*range(1, over + 2)]


def test_a_match_that_was_looked_at_is_still_what_its_answers_lead_to(pair: Pair, services: Services) -> None:
    whistle, luck = judge(services, pair), Random(43)
    while pair.answer_by(luck):
        whistle.get()
    assert len(looks(pair)) == pair.public.looks()["ply"] - 1
    assert json_of(pair.public.get("/verification"))["ok"] is True


def test_a_judge_hears_a_stream_and_looks_at_all_that_is_new(pair: Pair, services: Services) -> None:
    whistle = judge(services, pair)
    stream = facts_of(listen(whistle, after=0))
    heard = [next(stream) for _ in whistle.facts()]
    assert heard[-1]["event"]["type"] == "table.JudgeLooked"
    reply = json_of(pair.blue.answers("e1"))
    while heard[-1]["seq"] <= reply["seq"]:
        heard.append(next(stream))
    stream.close()
    assert heard == whistle.facts()
    assert looks(pair) == ["judge-7f3a"] * 2


# -- no player is disturbed --------------------------------------------------------------------------


def test_an_answer_may_follow_a_fact_before_the_looks(pair: Pair, services: Services) -> None:
    seen = pair.blue.looks()["seq"]
    judge(services, pair, "judge-1").get()
    judge(services, pair, "judge-2").get()
    assert pair.blue.answers("e1", after=seen).status_code == 201
    assert pair.red.answers("b7", after=seen).status_code == 412


def test_a_look_in_another_process_at_the_very_moment_of_an_answer(
    pair: Pair, services: Services, second: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    whistle, seen = judge(services, pair, api=second), pair.blue.looks()["seq"]
    append = services.store.append

    def but_first_a_judge_looks(*told: Any) -> int:
        monkeypatch.setattr(services.store, "append", append)
        assert whistle.get().status_code == 200
        return append(*told)

    monkeypatch.setattr(services.store, "append", but_first_a_judge_looks)
    reply = pair.blue.answers("e1", after=seen)
    assert reply.status_code == 201
    assert json_of(reply)["facts"][0]["seq"] == seen + 2
    assert looks(pair) == ["judge-7f3a"]
    assert json_of(pair.public.get("/verification"))["ok"] is True


# -- other API tokens, and those that are good no longer -------------------------------------------------


@pytest.mark.parametrize("scope", ["organize", "read", "integrate"])
def test_who_is_no_judge_sees_what_the_public_sees(pair: Pair, services: Services, scope: Scope) -> None:
    someone = api_token(services, pair, scope, "desk-1")
    assert someone.looks() == pair.public.looks()
    assert someone.facts() == pair.public.facts()
    assert looks(pair) == []


def test_an_api_token_that_was_revoked_opens_nothing(pair: Pair, services: Services) -> None:
    whistle = judge(services, pair)
    stream = facts_of(listen(whistle, after=0))
    heard = [next(stream) for _ in whistle.facts()]
    [issued] = services.api_tokens.list_tokens()
    services.api_tokens.revoke_token(issued.id)
    reply = whistle.get()
    assert (reply.status_code, json_of(reply)["detail"]) == (401, "This token was revoked.")
    assert reply.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    pair.blue.answers("e1")
    assert list(stream) == []
    assert heard[-1]["event"]["type"] == "table.JudgeLooked"


def test_a_token_of_nobody_opens_nothing(pair: Pair) -> None:
    reply = pair.blue.api.get(f"/api/v1/matches/{pair.blue.match}", "made-up")
    assert reply.status_code == 401
    assert "plays no seat of this match, and is no API token" in json_of(reply)["detail"]


def test_a_judge_plays_no_seat(pair: Pair, services: Services) -> None:
    reply = judge(services, pair).answers("e1")
    assert reply.status_code == 401
    assert pair.public.looks()["ply"] == 0
