"""The numbers of facts, held against the places in the feed at which they were written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from ..database.heads import HeadEntry
from .reconstruct import Change, Facts, runs, several

T = TypeVar("T")


class Renumbered(NamedTuple):
    """That facts have other numbers than they were written with.

    `was` tells the number each was written with, by the one it has now; `inserted` are the numbers of those
    that nobody wrote, `dropped` those that were written and are gone.
    """

    was: dict[int, int]
    inserted: list[int]
    dropped: list[int]

    def back(self, fields: Mapping[int, T]) -> dict[int, T]:
        """Returns what is *fields* by number, by the numbers that were written; nothing of inserted facts."""
        return {was: fields[now] for now, was in self.was.items() if now in fields}

    def closed(self) -> set[int]:
        """Returns the dropped facts whose gap is not to be seen: those after them were renumbered."""
        moved = [was for now, was in self.was.items() if was != now]
        return {number for number in self.dropped if moved and number < max(moved)}

    def changes(self, facts: Facts) -> Iterator[Change]:
        """Yields what was put in among *facts*, and what changed places; not what is gone."""
        moved = [now for now, was in self.was.items() if was != now]
        for run in runs(self.inserted):
            text = several(run, facts.get(run[0]))
            after = f", and those after {'them' if run[1:] else 'it'} renumbered"
            yield run[0], f"{text} inserted{after if moved and max(moved) > run[-1] else ''}."
        if self.inserted or self.dropped:
            return
        swapped = {now for now in moved if self.was[self.was[now]] == now}
        for now in sorted(swapped):
            if now < self.was[now]:
                yield now, f"Facts {now} and {self.was[now]} were swapped."
        for run in runs({*moved} - swapped):
            yield run[0], f"{several(run)} given other numbers."


def renumbered(
    positions: Mapping[int, int], heads: Sequence[HeadEntry], headed: int | None
) -> Renumbered | None:
    """Returns whether facts of a match were renumbered, told the *positions* they stand at by their numbers.

    The facts of a write stand together, and its last where its head was recorded. Up to position *headed*
    several writes may share a head (`None`: everywhere): there nothing is known.
    """
    if headed is None or any(one.head.position <= headed for one in heads):
        return None
    written: dict[int, int] = {}
    last = 0
    for (position, _, seq, _), _, _ in heads:
        written |= {position - (seq - number): number for number in range(last + 1, seq + 1)}
        last = seq
    was = {now: written[position] for now, position in positions.items() if position in written}
    if all(now == then for now, then in was.items()):
        return None
    inserted = [now for now in positions if now not in was]
    return Renumbered(was, inserted, sorted({*written.values()} - {*was.values()}))
