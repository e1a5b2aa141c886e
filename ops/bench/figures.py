"""Figures with their floors, peers and targets; the rounds that measure them, and their table."""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
import sysconfig
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

from ops.shared.bots import percentiles

LESS_IS_BETTER = frozenset(("ms", "µs", "B/fact"))
"""Units in which a smaller number is better."""
COLUMNS = ("figure", "ours", "unit", "floor", "× floor", "peer", "× peer", "target", "met")
RIGHT_ALIGNED = frozenset(("ours", "× floor", "× peer"))
LIBRARIES = ("eventsourcing", "msgspec", "psycopg", "redis", "flask", "uvicorn")

Reading: TypeAlias = Mapping[str, float]
"""The result of one measure in one round, by unit (`facts/s`, `ms`)."""
Measure: TypeAlias = Callable[[], Reading]


class Reference(NamedTuple):
    """A floor or a peer of the same rounds; the value of a missing peer is `None`."""

    name: str
    value: float | None


class Target(NamedTuple):
    """A goal for a figure; `is_met` returns `None` when its reference is missing."""

    text: str
    is_met: Callable[[Figure], bool | None]


class Figure(NamedTuple):
    """A row of the table."""

    name: str
    ours: float
    unit: str
    floor: Reference | None = None
    peer: Reference | None = None
    targets: tuple[Target, ...] = ()

    def times(self, reference: Reference | None) -> float | None:
        """Returns how many times as good as *reference* ours is."""
        if reference is None or not reference.value or not self.ours:
            return None
        return reference.value / self.ours if self.unit in LESS_IS_BETTER else self.ours / reference.value

    @property
    def met(self) -> bool | None:
        """Whether all targets are met; `None` for unknown."""
        results = [target.is_met(self) for target in self.targets]
        return False if False in results else None if None in results or not results else True


def reference(name: str, reading: Reading, unit: str) -> Reference:
    """Returns the reference with the value of *reading* in *unit*; a missing peer has an empty reading."""
    return Reference(name, reading.get(unit))


def at_least(minimum: float) -> Target:
    """Returns the target of *minimum* or more."""
    return Target(f"≥ {minimum:,.10g}", lambda figure: figure.ours >= minimum)


def at_most(maximum: float) -> Target:
    """Returns the target of *maximum* or less."""
    return Target(f"≤ {maximum:,.10g}", lambda figure: figure.ours <= maximum)


def of_floor(share: float) -> Target:
    """Returns the target of a share of the floor, 1 for all of it."""
    return Target(f"≥ {share:.0%} of the floor", lambda figure: _reaches(figure.times(figure.floor), share))


def over_peer(times: float) -> Target:
    """Returns the target of being so many times as good as the peer."""
    return Target(f"≥ {times:g} × the peer", lambda figure: _reaches(figure.times(figure.peer), times))


def _reaches(ratio: float | None, minimum: float) -> bool | None:
    return None if ratio is None else ratio >= minimum


def side_by_side(rounds: int, *measures: Measure) -> list[dict[str, float]]:
    """Returns the medians of each of *measures*, which take turns, so that a busy machine slows all."""
    readings = [[measure() for measure in measures] for _ in range(rounds)]
    return [
        {name: median(reading[name] for reading in column) for name in column[0]}
        for column in zip(*readings, strict=True)
    ]


def per_second(work: Callable[[], Mapping[str, int]], seconds: float) -> dict[str, float]:
    """Repeats *work* for so long, and returns its counts a second: `{"facts": 3}` as `facts/s`."""
    counts = Counter[str]()
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        counts.update(work())
    return {f"{name}/s": count / spent for name, count in counts.items()}


def milliseconds(work: Callable[[], object], seconds: float) -> Reading:
    """Repeats *work* for so long, and returns its p50 and p99 in ms."""
    waits: list[float] = []
    end = perf_counter() + seconds
    while (before := perf_counter()) < end:
        work()
        waits.append(perf_counter() - before)
    return percentiles(waits)


def machine() -> dict[str, Any]:
    """Returns the properties of this machine that change figures."""
    is_asked_for = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "pgo": is_asked_for or sys.base_prefix == "/usr",  # Debian builds with it by other means
        "sqlite": sqlite3.sqlite_version,
        "libraries": {name: version(name) for name in LIBRARIES},
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def heading(properties: dict[str, Any], rounds: int) -> list[str]:
    """Returns the first lines of a report."""
    build = "built with PGO" if properties["pgo"] else "built without PGO, about a third slower"
    versions = ", ".join(f"{name} {number}" for name, number in properties["libraries"].items())
    return [
        f"{properties['python']}, {build}; SQLite {properties['sqlite']}; {versions}",
        f"{properties['cores']} cores, load {properties['load']:.1f}; {properties['date']}; "
        f"medians of {rounds} rounds",
        "A ratio above 1: ours is the better. Floors and peers were measured in the same rounds.",
    ]


def table(figures: Iterable[Figure]) -> list[str]:
    """Returns the lines of the table."""
    rows = [COLUMNS, *map(_cells, figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [_line(row, widths) for row in (rows[0], tuple("-" * width for width in widths), *rows[1:])]


def plain(figures: Iterable[Figure]) -> list[dict[str, Any]]:
    """Returns *figures* as plain data for JSON."""
    return [
        {
            "figure": figure.name,
            "ours": figure.ours,
            "unit": figure.unit,
            "floor": figure.floor and {**figure.floor._asdict(), "times": figure.times(figure.floor)},
            "peer": figure.peer and {**figure.peer._asdict(), "times": figure.times(figure.peer)},
            "targets": [target.text for target in figure.targets],
            "met": figure.met,
        }
        for figure in figures
    ]


def number(value: float) -> str:
    """Returns *value* with three significant digits."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 1 else f"{value:.3f}"


def _cells(figure: Figure) -> tuple[str, ...]:
    references = []
    for beside in (figure.floor, figure.peer):
        ratio = figure.times(beside)
        value = "" if beside is None else "not installed" if beside.value is None else number(beside.value)
        references += [f"{beside.name}: {value}" if beside else "", "" if ratio is None else number(ratio)]
    met = {True: "yes", False: "NO", None: "?" if figure.targets else ""}[figure.met]
    targets = ", ".join(target.text for target in figure.targets)
    return (figure.name, number(figure.ours), figure.unit, *references, targets, met)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        cell.rjust(width) if column in RIGHT_ALIGNED else cell.ljust(width)
        for column, cell, width in zip(COLUMNS, row, widths, strict=True)
    )
    return "  ".join(padded).rstrip()
