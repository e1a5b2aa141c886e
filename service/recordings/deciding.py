"""The decision of a batch of entries, and of the entries that an amendment decides again."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain import table
from domain.model import Fact, Picks
from domain.recording.entries import Accepted
from domain.table import CommandOutcome, Party
from domain.table.recordings import commands
from domain.table.recordings.facts import Corrected, Entered
from domain.table.recordings.film import RecordedEntry
from projections.match_views import LoadedMatch

from .batches import refuse_after_end, refuse_item
from .model import DeviceEntry, RefusedEntry, WrittenEntry

BATCH_SECONDS = 0.15
"""Time for the entries of one request; the device sends the others again."""


class OldEntry(NamedTuple):
    """An entry of the line before an amendment, with the values of its hidden choices.

    The corrected entry itself has those of the wrong one, and a new author and time.
    """

    entered: Entered | None
    values: Sequence[Picks]


class DecidedBatch(NamedTuple):
    """The facts of a batch, its written entries, and the first refused one, which ends it."""

    outcome: CommandOutcome[Any]
    written: list[WrittenEntry]
    refused: RefusedEntry | None = None


def list_old_entries(
    match: table.Match[Any], entries: Sequence[RecordedEntry], number: int, entry: DeviceEntry | None
) -> dict[str, OldEntry]:
    """Returns the entries after entry *number*, and *entry* in its place, by their ids."""
    recording = commands.require_record(match).recording
    old_entries = {
        recorded.entered.id: OldEntry(recorded.entered, recording.values_of(later))
        for later, recorded in enumerate(entries[number:], number + 1)
    }
    if entry is not None:
        old_entries[entry.id] = OldEntry(None, recording.values_of(number))
    return old_entries


def decide_batch(
    loaded: LoadedMatch,
    by: Party,
    clock: Callable[[], int],
    batch: Sequence[DeviceEntry | Corrected],
    old_entries: Mapping[str, OldEntry] | None = None,
) -> DecidedBatch:
    """Decides the entries of a batch in order, up to the first refused one and the limit of time.

    *old_entries* keep their authors and times, try their old deal first, and have no limit.
    """
    rules, match = loaded
    facts: list[Fact] = []
    written: list[WrittenEntry] = []
    limit = time.monotonic() + BATCH_SECONDS
    for item in batch:
        refused: RefusedEntry | None = None
        if facts and match.ended is not None:
            refused = refuse_after_end(item)
        elif isinstance(item, Corrected):
            try:
                outcome = commands.correct(rules, match, item)
            except table.WrongMoment as error:
                refused = refuse_item(item, error.message)
        else:
            if written and old_entries is None and time.monotonic() > limit:
                break
            old = (old_entries or {}).get(item.id, OldEntry(None, ()))
            author = old.entered.by if old.entered else by
            tried = commands.try_entry(match, replace(item.entry, by=author), old.values)
            if isinstance(tried, tuple):
                at = old.entered.at if old.entered else clock()
                entered = _make_fact(match, item, tried[1], at)
                outcome = commands.enter(rules, match, entered)
                written.append(WrittenEntry(match.seq + 1, entered, tuple(outcome.facts[1:]), tried[1]))
            else:
                refused = RefusedEntry(item.id, tried)
        if refused is not None:
            return DecidedBatch(CommandOutcome(facts, match), written, refused)
        facts, match = facts + outcome.facts, outcome.match
    return DecidedBatch(CommandOutcome(facts, match), written)


def _make_fact(match: table.Match[Any], item: DeviceEntry, accepted: Accepted, at: int) -> Entered:
    record, entry = commands.require_record(match), accepted.entry
    return Entered(
        len(record.recording.entries) + 1,
        item.id,
        entry.seat,
        entry.picks,
        entry.sightings,
        entry.by,
        at,
        accepted.legality,
        item.text,
        item.device_at,
        accepted.dealt,
        entry.leaves,
    )
