"""Rulings on positions: a correction that says how the board is to stand, and where a rewind may go to."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from domain.model import CHANCE
from service.bootstrap import Services
from tests.service.client import Json, Pair, Player, json_of
from tests.service.judges import RULE, disputes, judge, refused, rules, sound, start_first_turn


def test_a_correction_may_be_the_position_that_the_board_is_to_be_in(pair: Pair, services: Services) -> None:
    start_first_turn(pair)
    before = pair.public.looks()
    disputes(pair.red, "We had two Victory Points.")
    reply = rules(judge(services, pair), outcome="correction", position=stands(pair, services, "vp=0:2"))
    assert reply.status_code == 201, reply.text
    put_right = json_of(reply)["facts"][1]
    assert (put_right["event"]["type"], put_right["rule"]) == ("table.PositionCorrected", "case-1")
    after = pair.public.looks()
    assert after["board"] == before["board"] | {"points": [0, 2]}
    assert after["question"] == before["question"]
    [public] = [f for f in pair.public.facts() if f["event"]["type"] == "table.PositionCorrected"]
    assert public["event"]["position"] is None
    pair.play_out(Random(5))
    assert sound(pair)


def stands(pair: Pair, services: Services, points: str) -> str:
    """The position of the match in notation, but with other points."""
    rules_, played = services.repository.load_match(pair.blue.match)
    text = services.repository.find_game(played.settings.game).write_position(played.position.board)
    assert "vp=0:0" in text
    assert rules_.load_study(text).board == played.position.board
    return text.replace("vp=0:0", points)


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ("vp=0:0", "This is the position as it stands"),
        ("vp=0:x", "vp"),
        ("vp=0:2 loud=true", "loud"),
    ],
)
def test_a_position_that_corrects_nothing_is_refused(
    pair: Pair, services: Services, points: str, sentence: str
) -> None:
    start_first_turn(pair)
    disputes(pair.red)
    position = stands(pair, services, points)
    status, where, why = refused(rules(judge(services, pair), outcome="correction", position=position))
    assert (status, where) == (422, "/position")
    assert sentence in why


def test_a_correction_has_facts_or_a_position(pair: Pair, services: Services) -> None:
    start_first_turn(pair)
    disputes(pair.red)
    whistle, position = judge(services, pair), stands(pair, services, "vp=0:2")
    line = "arena.VictoryPointsGained team=1 points=2 total=2"
    wrong: list[dict[str, Any]] = [{}, {"facts": [line], "position": position}]
    for more in wrong:
        assert refused(rules(whistle, outcome="correction", **more))[:2] == (422, "/facts")
    assert refused(rules(whistle, position=position))[:2] == (422, "/position")


def test_a_rewind_is_offered_where_it_can_go_and_nowhere_else(pair: Pair, services: Services) -> None:
    start_first_turn(pair)
    whistle, luck = judge(services, pair), Random(8)
    for _ in range(4):
        pair.answer_by(luck)
    disputes(pair.red)
    moments = offered(whistle)
    assert all(foresees(whistle, moment["seq"]) == 200 for moment in moments)
    answering = [fact["event"]["seat"] for fact in pair.public.facts() if is_answer(fact)]
    assert [moment["seat"] for moment in moments] == [CHANCE, *answering]
    assert moments[0]["seq"] == 3  # before the deal
    back = moments[-2]["seq"]
    assert rules(whistle, outcome="rewind", to=back).status_code == 201
    assert [moment["seq"] for moment in offered(whistle)] == [moment["seq"] for moment in moments[:-1]]
    assert foresees(whistle, moments[-1]["seq"]) == 409


def offered(whistle: Player) -> list[Json]:
    """The moments that a judge is offered to go back to."""
    moments: list[Json] = json_of(whistle.get("/rewinds"))["items"]
    return moments


def foresees(whistle: Player, to: int) -> int:
    """How the preview of a rewind is answered."""
    body = {"outcome": "rewind", "to": to, "rules": [RULE], "text": "Back."}
    return whistle.api.post(
        f"/api/v1/matches/{whistle.match}/rulings/preview", body, whistle.token
    ).status_code


def is_answer(fact: Json) -> bool:
    return bool(fact["event"]["type"] == "core.Answered" and fact["event"]["seat"] is not None)
