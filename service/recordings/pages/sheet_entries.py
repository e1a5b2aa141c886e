"""Entries of a recording in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.model import Fact
from domain.table import MatchEnded, TableFact
from domain.table.recordings.facts import Amended, Entered
from domain.table.recordings.film import RecordedEntry
from replays.text.narration import Line


class SheetEntry(NamedTuple):
    """An entry in sentences, with the corrections of the table that follow it."""

    number: int
    sentences: tuple[str, ...]
    corrections: tuple[tuple[str, str], ...]


def describe_entries(
    entries: Sequence[RecordedEntry], facts: Sequence[Fact], lines: Sequence[Line]
) -> Iterator[SheetEntry]:
    """Yields the *entries* of the present line with the sentences of their facts of the game."""
    games = {
        fact.seq
        for fact in facts
        if not isinstance(fact.event, TableFact) or isinstance(fact.event, MatchEnded)
    }
    ends = [fact.seq for fact in facts if isinstance(fact.event, Entered | Amended)]
    ends.append(facts[-1].seq + 1)
    for entry in entries:
        end = next(seq for seq in ends if seq > entry.seq)
        own = [line for line in lines if entry.seq < line.seq < end and line.seq in games]
        acts = [line for line in own if not line.folded] or own
        corrections = ((getattr(each, "rule", ""), each.why) for each in entry.corrections)
        yield SheetEntry(entry.entered.entry, tuple(line.text.strip() for line in acts), tuple(corrections))
