"""A picture of a board: discs, patches and labels on a sheet, which the page of pictures paints.

Lengths and places are in the sketch's own units, from its upper left corner. Colours are called by what they
stand for; the painter knows what they look like.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Colour: TypeAlias = Literal["blue", "red", "gold", "line", "sheet", "paper", "ink", "soft", ""]
"""A colour; the empty one is none at all."""

Point: TypeAlias = tuple[float, float]


class Disc(Struct, frozen=True):
    """A disc with its centre, radius, filling and edge."""

    at: Point
    radius: float
    fill: Colour = ""
    edge: Colour = ""
    width: float = 2


class Patch(Struct, frozen=True):
    """A polygon."""

    corners: tuple[Point, ...]
    fill: Colour = ""
    edge: Colour = ""
    width: float = 2


class Label(Struct, frozen=True):
    """A word, its middle at a place, `size` high."""

    at: Point
    text: str
    size: float
    fill: Colour = "ink"


class Sketch(Struct, frozen=True):
    """A sheet with marks on it, later ones over earlier ones; beside it how each seat stands, in few words.

    `caption` tells when this was; `seats` is the colour and the score of each seat. A game tells
    them as messages, for any language.
    """

    width: float
    height: float
    marks: tuple[Disc | Patch | Label, ...]
    caption: str
    seats: tuple[tuple[Colour, str], ...]


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """Returns the corners of a rectangle."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
