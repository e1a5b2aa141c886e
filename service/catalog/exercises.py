"""Lessons and puzzles alike: whether the study of one has reached its goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.model import Fact
from domain.rules import Rules
from domain.table import MatchOpened
from replays.analysis.puzzle_search import puzzle_state

from .lessons import lesson_state, lesson_taught_by, load_lessons
from .puzzles import load_puzzles, puzzle_posed_by


def is_exercise(opened: MatchOpened) -> bool:
    """Returns whether a match is the study of a lesson or puzzle."""
    game, position = opened.game, opened.position
    return bool(position) and bool(puzzle_posed_by(game, position) or lesson_taught_by(game, position))


def exercise_state(rules: Rules[Any, Any], opened: MatchOpened, facts: Sequence[Fact]) -> str:
    """Returns the state of a lesson or puzzle after all *facts* of its study, empty for other studies.

    The state is `helped` for a puzzle won with answers of others, because such a win is not certain.
    """
    if not opened.position:
        return ""
    if puzzle := puzzle_posed_by(opened.game, opened.position):
        return puzzle_state(rules, load_puzzles(opened.game)[puzzle], facts)
    lesson = lesson_taught_by(opened.game, opened.position)
    return lesson_state(rules, load_lessons(opened.game)[lesson], facts) if lesson else ""
