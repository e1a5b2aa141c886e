"""Ruling of a judge, and the checks of its fields before the domain decides its effect."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.errors import InvalidField
from domain.messages import Message
from domain.model import Seat
from domain.table.facts import Outcome

from ..catalog import rulebook
from ..catalog.rulebook import UnknownRule


class InvalidCase(InvalidField, ValueError):
    """A case cannot be put like this; `pointer` says what of it is wrong."""

    slug = "misfiled"


class Ruling(Struct, frozen=True):
    """What a judge decides, by the numbers of the rules; what else it holds depends on the outcome.

    A penalty has a `seat` and what it gets; a correction has the `position` that the board is to be in, in
    notation, or `facts` of the game, in notation and without numbers; a rewind has the fact `to` go back to;
    a result has its `winners`, none of them for a draw.
    """

    outcome: Outcome
    rules: tuple[str, ...]
    text: str
    seat: Seat | None = None
    penalty: str = ""
    facts: tuple[str, ...] = ()
    to: int | None = None
    winners: tuple[Seat, ...] | None = None
    position: str = ""


_HOLDS = {
    "note": (),
    "penalty": ("seat", "penalty"),
    "correction": ("facts",),
    "rewind": ("to",),
    "result": ("winners",),
}
"""What a ruling holds besides its text, by outcome; a correction may have its `position` instead."""


def seats_of(ruling: Ruling) -> Iterator[tuple[str, Seat]]:
    """Tells which seats *ruling* names, and where."""
    if ruling.seat is not None:
        yield "/seat", ruling.seat
    for place, seat in enumerate(ruling.winners or ()):
        yield f"/winners/{place}", seat


def check_ruling(ruling: Ruling, game: str) -> None:
    """Raises `InvalidCase` unless *ruling* holds just what its outcome needs, and cites rules of *game*."""
    needs = _HOLDS[ruling.outcome]
    if ruling.outcome == "correction" and ruling.position:
        needs = ("position",)
    blank = Ruling("note", (), "")
    for field in ("seat", "penalty", "facts", "to", "winners", "position"):
        given = getattr(ruling, field) != getattr(blank, field)
        if given is not (field in needs):
            if given:
                sentence = Message(
                    "A ruling with the outcome “{outcome}” has no “{field}”.",
                    outcome=ruling.outcome,
                    field=field,
                )
            else:
                sentence = Message(
                    "A ruling with the outcome “{outcome}” needs its “{field}”.",
                    outcome=ruling.outcome,
                    field=field,
                )
            raise InvalidCase(f"/{field}", sentence)
    for place, number in enumerate(ruling.rules):
        try:
            rulebook.packaged(game).rule(number)
        except UnknownRule as error:
            raise InvalidCase(f"/rules/{place}", error.message) from error
