"""Measuring: side by side, round by round, and the median of the rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import perf_counter
from typing import TypeAlias

Reading: TypeAlias = Mapping[str, float]
"""What one measure reads in one round, by unit (`facts/s`, `ms`)."""

Measure: TypeAlias = Callable[[], Reading]


def side_by_side(rounds: int, *measures: Measure) -> list[dict[str, float]]:
    """Returns the medians of each of *measures*. They take turns: a busy machine is busy for all."""
    read = [[measure() for measure in measures] for _ in range(rounds)]
    return [medians(readings) for readings in zip(*read, strict=True)]


def medians(readings: Sequence[Reading]) -> dict[str, float]:
    """Returns the median of each number of *readings*."""
    return {name: median(reading[name] for reading in readings) for name in readings[0]}


def per_second(work: Callable[[], Mapping[str, int]], seconds: float) -> dict[str, float]:
    """Repeats *work* for so long and returns what of it was done in a second: `{"facts": 3}` as `facts/s`."""
    done: Counter[str] = Counter()
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        done.update(work())
    return {f"{name}/s": count / spent for name, count in done.items()}


def milliseconds(work: Callable[[], object], seconds: float) -> dict[str, float]:
    """Repeats *work* for so long and returns its p50 and p99 in ms."""
    waits: list[float] = []
    end = perf_counter() + seconds
    while (before := perf_counter()) < end:
        work()
        waits.append(perf_counter() - before)
    return spread(waits)


def spread(waits: Sequence[float]) -> dict[str, float]:
    """Returns the p50 and p99 of *waits* in ms; they are in seconds."""
    ranked = sorted(waits)
    return {
        name: 1000 * ranked[int(share * (len(ranked) - 1))] for name, share in (("p50", 0.5), ("p99", 0.99))
    }
