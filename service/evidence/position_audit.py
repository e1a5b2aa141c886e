"""Audit of the numbers and positions of facts against the positions of their heads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from ..database.heads import HeadEntry
from .reconstruct import Change, Facts, describe_facts, group_runs

T = TypeVar("T")


class Renumbering(NamedTuple):
    """Facts with other numbers than originally.

    `originals` maps current to original numbers. `inserted` holds numbers without an original, `dropped`
    original numbers without a fact.
    """

    originals: dict[int, int]
    inserted: list[int]
    dropped: list[int]

    def by_original_number(self, fields: Mapping[int, T]) -> dict[int, T]:
        """Returns *fields* keyed by original numbers, without inserted facts."""
        return {original: fields[now] for now, original in self.originals.items() if now in fields}

    def closed_gaps(self) -> set[int]:
        """Returns the dropped facts with gaps closed by renumbering."""
        moved = [original for now, original in self.originals.items() if original != now]
        return {number for number in self.dropped if moved and number < max(moved)}

    def describe_changes(self, facts: Facts) -> Iterator[Change]:
        """Yields descriptions of inserted and moved *facts*, but not of dropped ones."""
        moved = [now for now, original in self.originals.items() if original != now]
        for run in group_runs(self.inserted):
            text = describe_facts(run, facts.get(run[0]))
            after = f", and those after {'them' if run[1:] else 'it'} renumbered"
            yield run[0], f"{text} inserted{after if moved and max(moved) > run[-1] else ''}."
        if self.inserted or self.dropped:
            return
        swapped = {now for now in moved if self.originals[self.originals[now]] == now}
        for now in sorted(swapped):
            if now < self.originals[now]:
                yield now, f"Facts {now} and {self.originals[now]} were swapped."
        for run in group_runs({*moved} - swapped):
            yield run[0], f"{describe_facts(run)} given other numbers."


def find_renumbering(
    positions: Mapping[int, int], heads: Sequence[HeadEntry], headed_since: int | None
) -> Renumbering | None:
    """Returns the renumbering of a match with facts at these *positions*, if any.

    The facts of a write are consecutive, and its head has the position of the last. Up to position
    *headed_since* several writes may share a head, with `None` everywhere. There the original numbers are
    unknown.
    """
    if headed_since is None or any(entry.head.position <= headed_since for entry in heads):
        return None
    written: dict[int, int] = {}
    last = 0
    for (position, _, seq, _), _, _ in heads:
        written |= {position - (seq - number): number for number in range(last + 1, seq + 1)}
        last = seq
    originals = {now: written[position] for now, position in positions.items() if position in written}
    if all(now == original for now, original in originals.items()):
        return None
    inserted = [now for now in positions if now not in originals]
    return Renumbering(originals, inserted, sorted({*written.values()} - {*originals.values()}))


def find_misplaced(
    positions: Mapping[int, int], heads: Sequence[HeadEntry], headed_since: int | None
) -> Iterator[tuple[int, str]]:
    """Yields the facts of a match at other *positions* than originally.

    The facts of a write are consecutive, and its head has the position of the last. The log of heads fixes
    the order of the heads. Up to position *headed_since* several writes may share a head, with `None`
    everywhere. There only the order of the facts counts.
    """
    before, last = 0, 0
    for (position, _, seq, _), _, _ in heads:
        alone = headed_since is not None and position > headed_since
        for number in range(last + 1, seq + 1):
            now = positions[number]
            was = position - (seq - number)
            if now != was and (alone or number == seq):
                yield number, f"Fact {number} was moved in the feed, from position {was} to {now}."
            elif now <= before:
                yield number, f"Fact {number} was moved in the feed: it stands before fact {number - 1}."
            before = now
        last = seq
