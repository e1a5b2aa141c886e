"""The fact of an earlier entry for which a later one does not hold on a new line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from domain import table
from domain.model import Answered, Asked, Event, Fact
from domain.recording.names import list_pick_words, list_words
from domain.table import TableFact
from domain.table.recordings.commands import require_record
from domain.table.recordings.film import RecordedEntry

from .model import LineDifference, WrittenEntry


def find_difference(
    match: table.Match[Any], entries: Sequence[RecordedEntry], written: Sequence[WrittenEntry], refused: str
) -> LineDifference | None:
    """Returns the last difference that names something in the entry with the id *refused*, or else the last.

    *match* and *entries* are those of the old line, the latter from the amended one on. *written* are those
    of the new line. Returns `None` if the corrected entry itself is refused.
    """
    entry = next((old.entered for old in entries if old.entered.id == refused), None)
    if entry is None:
        return None
    words = {*list_pick_words(entry.picks), *(sighting.card for sighting in entry.sightings)}
    differences = [*_list_differences(match, entries, written, refused)][::-1]
    naming = (found for found in differences if not words.isdisjoint(list_words(found.fact.event)))
    return next(naming, next(iter(differences), None))


def _list_differences(
    match: table.Match[Any], entries: Sequence[RecordedEntry], written: Sequence[WrittenEntry], refused: str
) -> Iterator[LineDifference]:
    """Yields the differences before the refused entry; the amended entry has another id on the new line."""
    recorded_facts = require_record(match).recording.facts
    new_facts = {new.entered.id: new.facts for new in written}
    ids = {old.entered.id for old in entries}
    replacement = next((new.facts for new in written if new.entered.id not in ids), ())
    ends = pairwise((*(old.seq for old in entries), match.seq + 1))
    for old, (start, end) in zip(entries, ends, strict=True):
        entered = old.entered
        if entered.id == refused:
            return
        before = [fact for fact in recorded_facts if start < fact.seq < end]
        after = new_facts.get(entered.id, replacement if old is entries[0] else ())
        yield from (LineDifference(entered.entry, fact, False) for fact in _subtract(before, after))
        yield from (LineDifference(entered.entry, fact, True) for fact in _subtract(after, before))


def _subtract(facts: Sequence[Fact], others: Sequence[Fact]) -> Iterator[Fact]:
    """Yields what happens in *facts* and not in *others*."""
    events: list[Event] = [other.event for other in others]
    for fact in facts:
        if not isinstance(fact.event, Answered | Asked | TableFact) and fact.event not in events:
            yield fact
