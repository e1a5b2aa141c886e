"""An entry is illegal where every deal refuses it: the reason lies in sight of the table."""

from __future__ import annotations

from typing import Any

import pytest

from domain import decider
from domain.recording.entries import Entry, Impossible
from domain.recording.prints import Prints
from domain.recording.recording import Recording

from .robot_scribe import RobotScribe, bot_match


def refuse(recording: Recording[Any, Any], pick: str) -> Impossible:
    """Enters a pick of the seat of the question, which no deal allows."""
    question = recording.question
    assert question is not None
    refused = recording.try_entry(Entry(question.seat, (pick,)), recording.position.seq)
    assert isinstance(refused, Impossible), refused
    return refused


def list_recordings(game: str, seed: int, options: dict[str, Any], prompt: str) -> list[Recording[Any, Any]]:
    """Returns a recording before each of its entries that answers a question with this *prompt*."""
    scribe = RobotScribe(bot_match(game, seed, 2, options))
    recordings = [scribe.recording, *(scribe.recording for _ in scribe.record())]
    return [each for each in recordings if each.question is not None and each.question.prompt == prompt]


def test_a_phase_that_is_over_is_refused_with_its_rule() -> None:
    before = list_recordings("arena", 4, {"chapter": 1}, "turn")
    after_move = next(
        each
        for each in before
        if each.entries[-1].picks[:1] and each.entries[-1].picks[0].startswith("move:")
    )
    refused = refuse(after_move, "move:d4")
    assert refused.legality == "illegal"
    assert refused.refusal is not None
    assert refused.refusal.rule == "SA-301"


def test_a_symbol_that_the_location_lacks_is_refused_with_its_rule() -> None:
    first = list_recordings("villainous", 18, {}, "act")[0]
    refused = refuse(first, "gain:9")
    assert refused.legality == "illegal"
    assert refused.refusal is not None
    assert refused.refusal.rule == "VI-023"


@pytest.mark.parametrize(
    ("game", "seed", "seats", "options"),
    [("arena", 2, 2, {"chapter": 3}), ("arena", 7, 2, {"chapter": 4}), ("villainous", 1, 3, {})],
)
def test_no_open_rule_refuses_an_option_that_a_seat_really_had(
    game: str, seed: int, seats: int, options: dict[str, Any]
) -> None:
    """The deal of the recording has other cards in the hands than the match."""
    scribe = RobotScribe(bot_match(game, seed, seats, options))
    rules, position, lacking = scribe.match.rules, scribe.match.start, 0
    prints = Prints(rules)
    positions = [position := decider.evolve(rules, position, fact) for fact in scribe.match.facts]
    for _ in scribe.record():
        dealt, true_position = scribe.recording.position, positions[len(scribe.recording.facts) - 1]
        question, answered = (decider.open_question(rules, each) for each in (true_position, dealt))
        assert (question and question.prompt) == (answered and answered.prompt)
        for pick in question.options if question else ():
            if answered is not None and not answered.allows(prints.match_options(answered, (pick,))):
                rule = rules.explain_refusal(dealt.board, answered, pick).rule
                assert not rules.is_open_refusal(answered, rule), (pick, rule)
                lacking += 1
    assert lacking
