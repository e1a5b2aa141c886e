"""Points in a Tournament Report File, namely record 162 and fields of four columns."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from domain.messages import Message
from domain.tournament.plan import Points
from domain.tournament.refusals import Unsound
from domain.tournament.scoring.history import divide_exactly
from domain.tournament.scoring.results import Exact, Result, result_units
from domain.tournament.wording import format_number

POINT_CODES = {"1": "W", "+": "W", "F": "W", "=": "D", "H": "D", "0": "L", "-": "A", "Z": "A", "U": "P"}
"""The entry of record 162 for each result."""
RESULT_CODES = {"1": "W", "=": "D", "0": "L", "U": " "}
"""The code of a result in record 299, if it has one."""


def result_points(points: Points) -> dict[str, Exact]:
    """Returns the points of a win, a draw, a loss, an absence and a pairing-allocated bye."""
    win, draw = Result((1, 2)), Result((1, 1))
    results = {
        "W": result_units(points, win, 0),
        "D": result_units(points, draw, 0),
        "L": result_units(points, win, 1),
    }
    results |= {"A": 0, "P": points.bye}
    return {code: divide_exactly(units, points.unit) for code, units in results.items()}


def point_system(points: Points) -> str:
    """Returns record 162 with the values other than their default, empty without any.

    A pairing-allocated bye is worth a win by default. An absence is worth nothing here, as by default.
    """
    results = result_points(points)
    usual: Mapping[str, Exact] = {"W": 1, "D": Fraction(1, 2), "L": 0, "A": 0, "P": results["W"]}
    entries = [f"{code}{points_field(value)}" for code, value in results.items() if value != usual[code]]
    return "162  " + "    ".join(entries) if entries else ""


def points_field(points: Exact) -> str:
    """Returns points in four columns with one decimal; raises `Unsound` for other values."""
    field = f"{float(points):.1f}"
    if Fraction(field) != points or len(field) > 4:
        raise Unsound(
            Message(
                "The Tournament Report File cannot tell of {points} points.", points=format_number(points)
            )
        )
    return f"{field:>4}"
