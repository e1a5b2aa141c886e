"""A figure: what was measured, what stands beside it, and what it ought to be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

LESS_IS_BETTER = frozenset(("ms", "µs", "B/fact", "kB"))
"""Units in which a smaller number is the better one."""


class Beside(NamedTuple):
    """A floor or a peer, measured in the same rounds; no value: it could not be installed."""

    name: str
    value: float | None


class Target(NamedTuple):
    """What a figure ought to be; `holds` is `None` when there is nothing to hold it against."""

    text: str
    holds: Callable[[Figure], bool | None]


class Figure(NamedTuple):
    """One line of the table."""

    what: str
    ours: float
    unit: str
    floor: Beside | None = None
    peer: Beside | None = None
    targets: tuple[Target, ...] = ()

    def times(self, other: Beside | None) -> float | None:
        """Returns how many times as good as *other* we are: above 1 we are better."""
        if other is None or not other.value or not self.ours:
            return None
        return other.value / self.ours if self.unit in LESS_IS_BETTER else self.ours / other.value

    @property
    def met(self) -> bool | None:
        """Whether all targets are met; `None` when that cannot be told."""
        held = [target.holds(self) for target in self.targets]
        return False if False in held else None if None in held or not held else True


def beside(name: str, reading: Mapping[str, float], unit: str) -> Beside:
    """Returns what *reading* has in *unit*; it is empty for a peer that is not installed."""
    return Beside(name, reading.get(unit))


def at_least(least: float) -> Target:
    """Returns the target of *least* or more."""
    return Target(f"≥ {least:,.10g}", lambda figure: figure.ours >= least)


def at_most(most: float) -> Target:
    """Returns the target of *most* or less."""
    return Target(f"≤ {most:,.10g}", lambda figure: figure.ours <= most)


def of_floor(share: float) -> Target:
    """Returns the target of so much of the floor, 1 being all of it."""
    return Target(f"≥ {share:.0%} of the floor", lambda figure: _reaches(figure.times(figure.floor), share))


def over_peer(times: float) -> Target:
    """Returns the target of being so many times as good as the peer."""
    return Target(f"≥ {times:g} × the peer", lambda figure: _reaches(figure.times(figure.peer), times))


def _reaches(ratio: float | None, wanted: float) -> bool | None:
    return None if ratio is None else ratio >= wanted
