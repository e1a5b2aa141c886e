"""SVG paths as polygons, for painters that know no curves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from math import acos, cos, hypot, pi, sin, sqrt

from .drawing import Point

STEPS = 12
"""Edges of the polygon of a curve."""

_TOKEN = re.compile(r"[MLHVCAZ]|-?\d*\.?\d+")
_LENGTHS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7}
"""Numbers of each command."""


@cache
def flatten_path(path: str) -> tuple[tuple[Point, ...], ...]:
    """Returns the closed curves of *path* as polygons; its commands are absolute, and Z ends each curve."""
    polygons: list[tuple[Point, ...]] = []
    points: list[Point] = []
    for command, values in _read_commands(path):
        if command == "Z":
            polygons.append(tuple(points))
            points = []
        else:
            points += _points_of(command, values, points[-1] if points else (0.0, 0.0))
    return tuple(polygons)


def _read_commands(path: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    command, values = "", list[float]()
    for token in _TOKEN.findall(path):
        if token == "Z":
            yield token, ()
        elif token.isalpha():
            command, values = token, []
        else:
            values.append(float(token))
            if len(values) == _LENGTHS[command]:  # a command may repeat without its letter
                yield command, tuple(values)
                values = []


def _points_of(command: str, values: tuple[float, ...], start: Point) -> Iterator[Point]:
    """Yields the points of a command that follow on *start*."""
    if command == "H":
        yield values[0], start[1]
    elif command == "V":
        yield start[0], values[0]
    elif command == "C":
        for step in range(1, STEPS + 1):
            yield _bezier((start, values[:2], values[2:4], values[4:]), step / STEPS)
    elif command == "A":
        yield from _arc(start, values)
    else:
        yield values[0], values[1]


def _bezier(corners: tuple[tuple[float, ...], ...], at: float) -> Point:
    weights = ((1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3)
    x, y = (
        sum(weight * corner[axis] for weight, corner in zip(weights, corners, strict=True)) for axis in (0, 1)
    )
    return x, y


def _arc(start: Point, values: tuple[float, ...]) -> Iterator[Point]:
    """Yields the points of an elliptical arc (SVG 2, B.2.4)."""
    wide, tall, turn, large, sweep, x, y = values
    angle = turn * pi / 180
    dx, dy = (start[0] - x) / 2, (start[1] - y) / 2
    u, v = cos(angle) * dx + sin(angle) * dy, cos(angle) * dy - sin(angle) * dx
    scale = max(1.0, hypot(u / wide, v / tall))
    wide, tall = wide * scale, tall * scale
    rest = (wide * tall) ** 2 - (wide * v) ** 2 - (tall * u) ** 2
    factor = sqrt(max(0.0, rest) / ((wide * v) ** 2 + (tall * u) ** 2)) * (1 if large != sweep else -1)
    cu, cv = factor * wide * v / tall, -factor * tall * u / wide
    cx = cos(angle) * cu - sin(angle) * cv + (start[0] + x) / 2
    cy = sin(angle) * cu + cos(angle) * cv + (start[1] + y) / 2
    first = _direction((u - cu) / wide, (v - cv) / tall)
    span = _direction((-u - cu) / wide, (-v - cv) / tall) - first
    if sweep and span < 0:
        span += 2 * pi
    elif not sweep and span > 0:
        span -= 2 * pi
    for step in range(1, STEPS + 1):
        at = first + span * step / STEPS
        px, py = wide * cos(at), tall * sin(at)
        yield cx + cos(angle) * px - sin(angle) * py, cy + sin(angle) * px + cos(angle) * py


def _direction(x: float, y: float) -> float:
    """Returns the angle of a direction, from minus pi to pi."""
    angle = acos(max(-1.0, min(1.0, x / hypot(x, y))))
    return angle if y >= 0 else -angle
