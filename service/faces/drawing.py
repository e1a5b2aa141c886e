"""Sketches of boards, made of discs, patches, outlines and labels.

Lengths and positions are in the sketch's own units, from its upper left corner. Colours have names, and the
painter maps them to values.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Colour: TypeAlias = Literal[
    "blue", "red", "gold", "brass", "rim", "board", "stone", "line", "sheet", "paper", "ink", "soft", ""
]
"""A colour. The empty string is transparent."""


class Tint(Struct, frozen=True):
    """A colour of a character on light and on dark pages, as hexadecimal digits after `#`."""

    light: str
    dark: str


Paint: TypeAlias = Colour | Tint

Point: TypeAlias = tuple[float, float]


class Disc(Struct, frozen=True):
    """A disc with its centre, radius, filling and edge."""

    at: Point
    radius: float
    fill: Paint = ""
    edge: Paint = ""
    width: float = 2


class Patch(Struct, frozen=True):
    """A polygon."""

    corners: tuple[Point, ...]
    fill: Paint = ""
    edge: Paint = ""
    width: float = 2


class Outline(Struct, frozen=True):
    """A silhouette in a square of 48 by 48 with its middle at a point, `size` wide.

    `path` is an SVG path of absolute commands, filled by the even-odd rule.
    """

    at: Point
    path: str
    size: float
    fill: Paint


class Label(Struct, frozen=True):
    """A word centred at a point, `size` high, on a `disc` of that radius unless it is 0."""

    at: Point
    text: str
    size: float
    fill: Paint = "ink"
    disc: float = 0
    edge: Paint = ""


Mark: TypeAlias = Disc | Patch | Outline | Label


class Sketch(Struct, frozen=True):
    """A sheet with marks from bottom to top.

    `caption` is the moment, and `seats` the colour and score of each seat. Games give both as messages,
    which the page translates. `notes` say in words what the marks leave out.
    """

    width: float
    height: float
    marks: tuple[Mark, ...]
    caption: str
    seats: tuple[tuple[Paint, str], ...]
    notes: tuple[str, ...] = ()


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """Returns the corners of a rectangle."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
