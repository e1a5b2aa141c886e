"""Points in a Tournament Report File: record 162, and the field of four columns that holds points."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from domain.messages import Message
from domain.tournament.plan import Points
from domain.tournament.refusals import Unsound
from domain.tournament.scoring.history import divide_exactly
from domain.tournament.scoring.results import Exact, Result, result_units
from domain.tournament.wording import format_number

WORTH = {"1": "W", "+": "W", "F": "W", "=": "D", "H": "D", "0": "L", "-": "A", "Z": "A", "U": "P"}
"""Which entry of record 162 holds for a result."""
KINDS = {"1": "W", "=": "D", "0": "L", "U": " "}
"""How record 299 calls a result, where it has a name of its own."""


def worths(points: Points) -> dict[str, Exact]:
    """Returns what a win, a draw, a loss, an absence and a pairing-allocated bye are worth."""
    win, draw = Result((1, 2)), Result((1, 1))
    results = {
        "W": result_units(points, win, 0),
        "D": result_units(points, draw, 0),
        "L": result_units(points, win, 1),
    }
    results |= {"A": 0, "P": points.bye}
    return {code: divide_exactly(worth, points.unit) for code, worth in results.items()}


def point_system(points: Points) -> str:
    """Returns record 162 with the values that differ from their default; nothing where none does.

    The bye of the pairing is worth a win by default. An absence is worth nothing here, as by default.
    """
    results = worths(points)
    usual: Mapping[str, Exact] = {"W": 1, "D": Fraction(1, 2), "L": 0, "A": 0, "P": results["W"]}
    entries = [f"{code}{points_field(worth)}" for code, worth in results.items() if worth != usual[code]]
    return "162  " + "    ".join(entries) if entries else ""


def points_field(points: Exact) -> str:
    """Returns points in four columns, with one place after the point; raises `Unsound` if they do not fit."""
    field = f"{float(points):.1f}"
    if Fraction(field) != points or len(field) > 4:
        raise Unsound(
            Message(
                "The Tournament Report File cannot tell of {points} points.", points=format_number(points)
            )
        )
    return f"{field:>4}"
