"""Examples of rules, as positions to play on from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from domain.games import GAMES
from domain.model import Picks

from ..shared.yaml_files import read_game_entries
from .rulebook import typeset_texts

EXAMPLES_FILE = "examples.yaml"
"""File of examples beside the rulebook of a game, if it has any."""


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """Position in notation, with the task `do` by language, with ids in braces for names.

    The effects of `answers` cite the rule, or the rule refuses the pick `refused`.
    """

    position: str
    do: dict[str, str]
    answers: tuple[Picks, ...] = ()
    refused: str = ""


@cache
def load_examples(game: str) -> Mapping[str, Example]:
    """Returns the examples of *game* by the numbers of their rules."""
    results = read_game_entries(game, EXAMPLES_FILE, Example)
    return {number: replace(example, do=typeset_texts(example.do)) for number, example in results.items()}


def example_of(number: str) -> tuple[str, Example] | None:
    """Returns the game and the example of the rule *number*, or `None`."""
    return next(((game, example) for game in GAMES if (example := load_examples(game).get(number))), None)


def example_shown_by(game: str, position: str) -> str:
    """Returns the rule of the example with *position*, or an empty text."""
    return next(
        (number for number, example in load_examples(game).items() if example.position == position), ""
    )


EXAMPLE_POSITION = (
    "arena chapter=1 edition=en / play round=2 vp=2:1 turn=SAM left=m1a1 order=SAM,ARI,ALA,GAS / "
    "A.SAM at=d3 hp=6 / A.ALA at=e2 hp=7 / B.GAS at=d5 hp=9 / B.ARI at=c6 hp=4 / "
    "A deck=?12 hand=SAM02,?4 / B deck=?11 hand=?5"
)
"""A position with unknown cards, for the documentation of the API."""
