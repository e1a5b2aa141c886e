"""Puzzles, as positions with a win within the turn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from replays.analysis.puzzles import Puzzle

from ..shared.yaml_files import read_game_entries

PUZZLES_FILE = "puzzles.yaml"
"""File of puzzles beside the rulebook of a game, if it has any."""


@cache
def load_puzzles(game: str) -> Mapping[str, Puzzle]:
    """Returns the puzzles of *game* by name, the shortest first."""
    return read_game_entries(game, PUZZLES_FILE, Puzzle)


def puzzle_posed_by(game: str, position: str) -> str:
    """Returns the name of the puzzle with *position*, or an empty text."""
    return next((name for name, puzzle in load_puzzles(game).items() if puzzle.position == position), "")
