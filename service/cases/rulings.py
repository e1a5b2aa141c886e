"""Rulings of judges, from the request to the fact; `domain.table.rulings` decides their effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, structs

from domain.errors import InvalidField
from domain.messages import Message
from domain.model import Seat
from domain.table import Ruled
from domain.table.facts import Outcome

from ..catalog import rulebook
from ..catalog.rulebook import UnknownRule


class InvalidCase(InvalidField, ValueError):
    """An error in a dispute or a ruling, at the `pointer`."""

    slug = "misfiled"


class EvidenceRef(NamedTuple):
    """Reference to a fact as evidence, by its number and optionally by its hash."""

    seq: int
    hash: str = ""


class Ruling(Struct, frozen=True):
    """Ruling of a judge, with its rules by number; its outcome determines the other fields.

    A penalty has its `seat` and its text. A correction has the new `position` in notation, or `facts` of the
    game in notation and without numbers. A rewind has the fact `to` go back to. A result has its `winners`,
    none for a draw.
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


_FIELDS = {
    "note": (),
    "penalty": ("seat", "penalty"),
    "correction": ("facts",),
    "rewind": ("to",),
    "result": ("winners",),
}
"""Fields of a ruling by outcome. A correction may have its `position` instead."""


def read_ruling(values: Mapping[str, Any], **kwargs: Any) -> Ruling:
    """Returns the ruling in *values* and *kwargs*, and ignores other names."""
    return msgspec.convert({**values, **kwargs}, Ruling)


def ruling_fact(ruling: Ruling, **kwargs: Any) -> Ruled:
    """Returns the fact of *ruling*, with the fields that both have and those in *kwargs*."""
    values = structs.asdict(ruling) | kwargs
    return Ruled(**{name: value for name, value in values.items() if name in Ruled.__struct_fields__})


def seats_of(ruling: Ruling) -> Iterator[tuple[str, Seat]]:
    """Yields each seat in *ruling* with its pointer."""
    if ruling.seat is not None:
        yield "/seat", ruling.seat
    for index, seat in enumerate(ruling.winners or ()):
        yield f"/winners/{index}", seat


def check_ruling(ruling: Ruling, game: str) -> None:
    """Raises `InvalidCase` unless *ruling* has just the fields of its outcome, and cites rules of *game*."""
    needs = _FIELDS[ruling.outcome]
    if ruling.outcome == "correction" and ruling.position:
        needs = ("position",)
    for field in structs.fields(ruling):
        if field.required:
            continue
        is_given = getattr(ruling, field.name) != field.default
        if is_given is (field.name in needs):
            continue
        names = {"outcome": ruling.outcome, "field": field.name}
        if is_given:
            sentence = Message("A ruling with the outcome “{outcome}” has no “{field}”.", **names)
        else:
            sentence = Message("A ruling with the outcome “{outcome}” needs its “{field}”.", **names)
        raise InvalidCase(f"/{field.name}", sentence)
    for index, number in enumerate(ruling.rules):
        try:
            rulebook.packaged_rulebook(game).find_rule(number)
        except UnknownRule as error:
            raise InvalidCase(f"/rules/{index}", error.message) from error
