"""The report: the machine, and one table."""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from .figure import Beside, Figure

HEADS = ("figure", "ours", "unit", "floor", "× floor", "peer", "× peer", "target", "met")
RIGHT = frozenset(("ours", "× floor", "× peer"))
LIBRARIES = ("eventsourcing", "msgspec", "psycopg", "redis", "flask", "uvicorn")


def machine() -> dict[str, Any]:
    """Returns what the figures were measured on."""
    asked_for = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    optimized = asked_for or sys.base_prefix == "/usr"  # Debian's build asks for it elsewhere
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "pgo": optimized,
        "sqlite": sqlite3.sqlite_version,
        "libraries": {name: version(name) for name in LIBRARIES},
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def heading(results: dict[str, Any], rounds: int) -> list[str]:
    """Returns the first lines of the report."""
    build = (
        "built with PGO" if results["pgo"] else "built without PGO, so about a third slower than it could be"
    )
    versions = ", ".join(f"{name} {number}" for name, number in results["libraries"].items())
    return [
        f"{results['python']}, {build}; SQLite {results['sqlite']}; {versions}",
        f"{results['cores']} cores, load {results['load']:.1f}; {results['date']}; "
        f"medians of {rounds} rounds",
        "A ratio above 1: ours is the better. Floors and peers were measured in the same rounds.",
    ]


def lines(figures: Iterable[Figure]) -> list[str]:
    """Returns *figures* as a table."""
    cells = [HEADS, *map(_cells, figures)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    rule = tuple("-" * width for width in widths)
    return [_line(row, widths) for row in (cells[0], rule, *cells[1:])]


def plain(figures: Iterable[Figure]) -> list[dict[str, Any]]:
    """Returns *figures* as plain data, for JSON."""
    return [
        {
            "figure": f.what,
            "ours": f.ours,
            "unit": f.unit,
            "floor": f.floor and {**f.floor._asdict(), "times": f.times(f.floor)},
            "peer": f.peer and {**f.peer._asdict(), "times": f.times(f.peer)},
            "targets": [target.text for target in f.targets],
            "met": f.met,
        }
        for f in figures
    ]


def _cells(figure: Figure) -> tuple[str, ...]:
    met = {True: "yes", False: "NO", None: "?" if figure.targets else ""}[figure.met]
    return (
        figure.what,
        number(figure.ours),
        figure.unit,
        _beside(figure.floor),
        _times(figure.times(figure.floor)),
        _beside(figure.peer),
        _times(figure.times(figure.peer)),
        ", ".join(target.text for target in figure.targets),
        met,
    )


def number(value: float) -> str:
    """Returns *value* with three figures that mean something."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def _beside(other: Beside | None) -> str:
    if other is None:
        return ""
    return f"{other.name}: {'not installed' if other.value is None else number(other.value)}"


def _times(ratio: float | None) -> str:
    return "" if ratio is None else number(ratio)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        cell.rjust(width) if head in RIGHT else cell.ljust(width)
        for head, cell, width in zip(HEADS, row, widths, strict=True)
    )
    return "  ".join(padded).rstrip()
