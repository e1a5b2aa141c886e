"""Puzzles: positions in which whoever is asked wins within the turn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from replays.analysis.puzzles import Puzzle

from ..shared.yaml_files import read_game_entries

NAME = "puzzles.yaml"
"""The file of puzzles beside the rulebook of a game; a game may have none."""


@cache
def puzzles(game: str) -> Mapping[str, Puzzle]:
    """Returns the puzzles of *game*, by their names, the shortest first."""
    return read_game_entries(game, NAME, Puzzle)


def posed_by(game: str, position: str) -> str:
    """Returns the name of the puzzle that a study of *position* is; nothing if it is none."""
    return next((name for name, one in puzzles(game).items() if one.position == position), "")
