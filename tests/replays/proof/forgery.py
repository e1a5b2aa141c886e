"""What forgers do to records: facts edited, renumbered, and given hashes that fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from replays.proof.chain import link_hash
from replays.proof.check import check_record
from replays.proof.findings import Finding
from replays.proof.record import Entry, Record
from tests.examples import TIMES

copies = pytest.mark.parametrize(
    ("game", "who"),
    [
        ("arena", "judge"),
        ("arena", "seat-1"),
        ("arena", "spectator"),
        ("villainous", "spectator"),
        ("villainous", "seat-0"),
    ],
)
"""Full and redacted records of matches of both games."""

Facts = tuple[Entry, ...]


def sampled(told: Record) -> Iterator[int]:
    """Yields places in the record, at the edges and all along it, with two facts to either side."""
    last = len(told.facts) - 1
    yield from sorted({2, 3, last - 3, last - 2, *range(5, last - 3, max(1, last // (3 * TIMES)))})


def found(told: Record, facts: Sequence[Entry]) -> list[Finding]:
    """Returns what is found when these *facts* stand in the record."""
    return check_record(replace(told, facts=tuple(facts)))


def edited(facts: Facts, place: int, **fields: Any) -> Facts:
    """Returns *facts* with one of them saying something else."""
    return (*facts[:place], replace(facts[place], **fields), *facts[place + 1 :])


def renumbered(facts: Sequence[Entry]) -> Facts:
    return tuple(replace(entry, seq=seq) for seq, entry in enumerate(facts, start=1))


def fitted(told: Record, facts: Facts, first: int, last: int | None = None) -> Facts:
    """Returns *facts* with hashes made anew, from one place to another."""
    fit, end = list(facts), len(facts) - 1 if last is None else last
    for place in range(first, end + 1):
        before = fit[place - 1].hash if place else "0" * 64
        fit[place] = replace(fit[place], hash=link_hash(told.match, before, fit[place].committed_fact))
    return tuple(fit)
