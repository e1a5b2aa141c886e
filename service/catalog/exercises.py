"""Lessons and puzzles alike: whether the study of one has reached its goal, and which answer missed it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, NamedTuple

from domain import table
from domain.games import GAMES
from domain.model import CHANCE, Answered, Fact
from domain.rules import Rules
from domain.table import MatchOpened
from replays.analysis.puzzle_search import puzzle_state
from replays.analysis.puzzles import Puzzle

from ..shared import i18n
from .lessons import Lesson, lesson_state, lesson_taught_by, live_facts, load_lessons
from .puzzles import exercise_narrator, load_puzzles, puzzle_posed_by

TURN_END = "TurnEnded"
"""The fact that ends a turn, in every game."""


class WrongAnswer(NamedTuple):
    """The answer in fact `seq` that missed the goal, and the last fact of its turn."""

    seq: int
    stop: int


def find_exercise(opened: MatchOpened) -> Puzzle | Lesson | None:
    """Returns the puzzle or lesson of a study, `None` for another match."""
    if not opened.position:
        return None
    if puzzle := puzzle_posed_by(opened.game, opened.position):
        return load_puzzles(opened.game)[puzzle]
    return load_lessons(opened.game).get(lesson_taught_by(opened.game, opened.position))


def exercise_state(rules: Rules[Any, Any], opened: MatchOpened, facts: Sequence[Fact]) -> str:
    """Returns the state of a lesson or puzzle after all *facts* of its study, empty for other studies.

    The state is `helped` for a puzzle won with answers of others, because such a win is not certain.
    """
    match find_exercise(opened):
        case Puzzle() as puzzle:
            return puzzle_state(rules, puzzle, facts)
        case Lesson() as lesson:
            return lesson_state(rules, lesson, facts)
    return ""


def live_answers(facts: Sequence[Fact]) -> list[tuple[int, Answered]]:
    """Returns the answers of players that no one took back, each with the number of its fact."""
    return [
        (fact.seq, fact.event)
        for fact in live_facts(facts)
        if isinstance(fact.event, Answered) and fact.event.seat != CHANCE
    ]


def find_wrong_answer(
    rules: Rules[Any, Any], opened: MatchOpened, facts: Sequence[Fact]
) -> WrongAnswer | None:
    """Returns the answer of the learner that missed an exercise, `None` without answers.

    An exercise stays missed, so a bisection finds the answer.
    """
    answers = live_answers(facts)
    own_seqs = [seq for seq, answer in answers if answer.seat == answers[0][1].seat]
    if not own_seqs:
        return None

    def is_missed(seq: int) -> bool:
        return exercise_state(rules, opened, facts[: seq - 1]) not in {"open", "found"}

    seq = own_seqs[max(0, bisect_left(own_seqs, True, key=is_missed) - 1)]
    ends = (fact.seq for fact in facts[seq:] if type(fact.event).__name__ == TURN_END)
    return WrongAnswer(seq, next(ends, len(facts) + 1) - 1)


def explain_wrong_answer(
    rules: Rules[Any, Any], opened: MatchOpened, facts: Sequence[Fact], wrong_answer: WrongAnswer
) -> str:
    """Returns why the last choice of the solution is impossible now, or else a general reason."""
    exercise = find_exercise(opened)
    assert exercise is not None
    solution = exercise.solution if isinstance(exercise, Puzzle) else exercise.answers
    before, after = (table.fold(rules, facts[:seq]) for seq in (wrong_answer.seq - 1, wrong_answer.stop))
    earlier, question = table.open_question(rules, before), table.open_question(rules, after)
    assert earlier is not None  # the wrong answer is to this question
    moment = after
    if question is None or (question.seat, question.prompt) != (earlier.seat, earlier.prompt):
        moment, question = before, earlier
    refused = {*rules.candidate_picks(moment.position.board, question)} - {*question.options}
    for choice in (picks[0] for picks in reversed(solution) if picks and ":" in picks[0]):
        if choice not in refused:
            continue
        refusal = rules.explain_refusal(after.position.board, question, choice)
        if refusal == rules.explain_refusal(moment.position.board, question, choice):
            narrator = exercise_narrator(GAMES[opened.game], rules)
            return narrator.refusal_text(question, choice, refusal.sentence)
    return i18n.says("No choice from here leads to the goal.")
