"""Penalties that take points in a stage."""

from __future__ import annotations

from collections.abc import Iterator

from .state import Penalty, Tournament


def penalties_in(t: Tournament, stage: int, after: int) -> Iterator[Penalty]:
    """Yields the penalties that take points in a *stage*, up to round *after*."""
    for given in t.penalties:
        penalty = given.event
        if penalty.points and penalty.stage == stage and penalty.round <= after:
            yield given
