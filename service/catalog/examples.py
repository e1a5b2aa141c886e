"""Examples of rules: positions to play on from, in which an answer shows what a rule does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from domain.games import GAMES
from domain.model import Picks

from ..shared.yaml_files import read_game_entries
from .rulebook import typeset

NAME = "examples.yaml"
"""The file of examples beside the rulebook of a game; a game may have none."""


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A position in notation, and what to `do` there, by language, with ids in braces for names.

    What follows from `answers` cites the rule; or it is the rule by which `refused` cannot be picked.
    """

    position: str
    do: dict[str, str]
    answers: tuple[Picks, ...] = ()
    refused: str = ""


@cache
def examples(game: str) -> Mapping[str, Example]:
    """Returns the examples of the rules of *game*, by the numbers of these."""
    results = read_game_entries(game, NAME, Example)
    return {number: replace(example, do=typeset(example.do)) for number, example in results.items()}


def example_of(number: str) -> tuple[str, Example] | None:
    """Returns the game and the example of the rule *number*; `None` if it has none."""
    return next(((game, found) for game in GAMES if (found := examples(game).get(number))), None)


def shown_by(game: str, position: str) -> str:
    """Returns the number of the rule whose example a study of *position* is; nothing if it is of none."""
    return next((number for number, found in examples(game).items() if found.position == position), "")
