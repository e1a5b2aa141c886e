"""The numbers that are printed, for play-by-plays that stay true when one is tuned; and little boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.arena.facts import FigureId, Status
from domain.arena.hexes import Space
from domain.arena.instructions import Give, Instruction

from .play import Play, book, make_play


def instructions(cited: str) -> Iterator[Instruction]:
    """What a card (`GAS05`), a skill (`GAS.s1`) or an ability (`GAS.a`) says, in printed order."""
    for paragraph in book().paragraphs_of(cited, upgraded=True):
        yield from paragraph


def _number(cited: str, field: str) -> int:
    number = next(getattr(told, field) for told in instructions(cited) if hasattr(told, field))
    assert isinstance(number, int)
    return number


def damage(cited: str) -> int:
    """The damage that a text deals."""
    return _number(cited, "damage")


def healing(cited: str) -> int:
    """The HP that a text gives back."""
    return _number(cited, "hp")


def points(cited: str) -> int:
    """The Victory Points that a text gives or takes."""
    return _number(cited, "points")


def looks(cited: str) -> int:
    """How many cards a text looks at."""
    return _number(cited, "cards")


def counters(cited: str, status: Status) -> int:
    """The counters of a status that a text gives."""
    given = [told for told in instructions(cited) if isinstance(told, Give)]
    return next(told.counters for told in given if told.status == status)


def threshold(cited: str) -> int:
    """How many own counters a text asks for."""
    whens = [told.when for told in instructions(cited) if told.when]
    return int(next(when for when in whens if when.startswith("own counters")).rpartition(" ")[2])


def full(who: FigureId) -> int:
    """The HP that a character starts with."""
    return book().characters[who].hp


def worth(who: FigureId) -> int:
    """The Victory Points on a character's tile (SA-602)."""
    return book().characters[who].vp


def attack(who: FigureId, *, upgraded: bool = False) -> int:
    """The damage of a character's standard attack, from chapter 3."""
    character = book().characters[who]
    return (character.upgraded if upgraded else character.start).attack


def standing(stands: Mapping[FigureId, Space]) -> str:
    """A drawing of figures on their spaces."""
    on = {space: who for who, space in stands.items()}
    return "\n".join(" ".join(on.get(space, ".") for space in row) for row in book().arena.rows)


PAIRS = """
         .   .   .   .
       .   .   .   .   .
     .   .   .  {}  .   .
   .   .   .  {} {}  .   .
     .   .   .   .   .   .
       .   .   .   .   .
         .   .   .   .
"""


def three(above: str, left: str, right: str) -> str:
    """Three figures, each adjacent to both others."""
    return PAIRS.format(above, left, right)


def upgraded(drawing: str, turn: str, who: str, teams: str, **more: Any) -> Play:
    """A turn in chapter 4, with *who* upgraded."""
    return make_play(drawing, turn, teams=teams, chapter=4, upgraded=who, **more)
