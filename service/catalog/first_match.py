"""The first match of a newcomer: what it is opened with, and what each kind of question means in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from domain.games import GAMES
from domain.model import Seat
from domain.table import MatchOpened

from ..shared import yaml_files
from .rulebook import typeset

NAME = "first-match.yaml"
"""The file of the first match beside the rulebook of a game; a game may have none."""


class Explanation(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody is `asked`, by language, what the `options` mean, and one `idea`, with ids in braces.

    Options are told apart by what stands before their colon; those that are names need no explanation. The
    `rules` with these numbers are where to read on.
    """

    rules: tuple[str, ...]
    asked: dict[str, str]
    idea: dict[str, str]
    options: dict[str, dict[str, str]] = {}

    def texts(self) -> Iterable[dict[str, str]]:
        """Returns each text, by language."""
        return (self.asked, self.idea, *self.options.values())


class FirstMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """The `options` and `seats` it is opened with, the newcomer's seat, the others' bot, its questions."""

    options: dict[str, Any]
    seats: int
    seat: Seat
    bot: str
    questions: dict[str, Explanation]

    @property
    def bots(self) -> Mapping[Seat, str]:
        """Which bot plays which seat."""
        return {seat: self.bot for seat in range(self.seats) if seat != self.seat}

    def is_it(self, match_opened: MatchOpened) -> bool:
        """Tells whether a match was *match_opened* so, whoever did it and wherever."""
        shape = GAMES[match_opened.game].Options
        alike = msgspec.convert(match_opened.options, shape) == msgspec.convert(self.options, shape)
        there = tuple(self.bots.get(seat, "") for seat in range(self.seats))
        return alike and match_opened.bots == there and not match_opened.position


@cache
def first_match(game: str) -> FirstMatch | None:
    """Returns the first match of *game*; `None` if it has none."""
    data = yaml_files.read_game_file(game, NAME)
    return msgspec.convert(_typeset(data), FirstMatch) if data else None


def _typeset(told: Any) -> Any:
    """Returns plain data with every text as each language sets it."""
    if not isinstance(told, dict):
        return told
    return typeset(told) if "fr" in told else {key: _typeset(value) for key, value in told.items()}
