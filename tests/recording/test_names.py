"""People name hidden cards: phones of players at each draw, or all when they show their piles at the end."""

from __future__ import annotations

from typing import Any

import pytest

from domain.model import Answered
from domain.recording.entries import Accepted, Ref
from domain.recording.recording import Recording
from domain.recording.standing import list_standings

from .robot_scribe import RobotScribe, bot_match, differences, is_same_board, list_mistakes

MATCHES = [
    ("arena", 4, 2, {"chapter": 1}),
    ("arena", 2, 2, {"chapter": 3}),
    ("villainous", 1, 3, {}),
]


@pytest.mark.parametrize(("game", "seed", "seats", "options"), MATCHES)
def test_after_the_piles_are_shown_the_board_is_that_of_the_match(
    game: str, seed: int, seats: int, options: dict[str, Any]
) -> None:
    scribe = RobotScribe(bot_match(game, seed, seats, options), between=1)
    assert {type(reply) for reply in scribe.record()} == {Accepted}
    stored = list(scribe.recording.facts)
    assert scribe.show_piles()
    assert is_same_board(scribe)
    assert list(scribe.recording.facts) == stored
    assert list_mistakes(scribe) == []


@pytest.mark.parametrize(("game", "seed", "seats", "options"), MATCHES[:2])
def test_players_who_name_each_draw_leave_no_card_open(
    game: str, seed: int, seats: int, options: dict[str, Any]
) -> None:
    scribe = RobotScribe(bot_match(game, seed, seats, options), between=1)
    for reply in scribe.record():
        assert isinstance(reply, Accepted)
        assert scribe.name_draws(reply)
    assert differences(scribe) == []
    assert is_same_board(scribe)
    assert list_mistakes(scribe) == []
    answers = {fact.seq for fact in scribe.recording.facts if isinstance(fact.event, Answered)}
    verdicts = {each.verdict for each in list_standings(scribe.recording) if each.seq not in answers}
    assert verdicts == {"proven"}


def test_names_fold_with_their_choices() -> None:
    scribe = RobotScribe(bot_match("arena", 2, 2, {"chapter": 3}), between=1)
    assert {type(reply) for reply in scribe.record()} == {Accepted}
    assert scribe.show_piles()
    folded: Recording[Any, Any] = Recording.start(scribe.match.rules, scribe.match.start)
    for logged in scribe.log:
        folded = folded.follow(*logged)
    for named in scribe.named:
        folded = folded.follow_name(*named)
    assert folded.position == scribe.recording.position
    assert folded.names == scribe.recording.names


def test_a_place_without_a_card_is_unknown() -> None:
    scribe = RobotScribe(bot_match("arena", 2, 2, {"chapter": 3}), between=1)
    next(scribe.record())
    with pytest.raises(LookupError, match="fact 900 has no card number 0"):
        scribe.recording.name("SAM01", Ref(900))
