"""Batches of entries: those in the record, those to write, and those that an amendment decides again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from domain.errors import LocalizableError
from domain.messages import Message
from domain.recording.entries import Entry
from domain.table.recordings.facts import Corrected, Entered
from domain.table.recordings.film import RecordedEntry

from ..matches.repository import CommandResult
from .model import DeviceEntry, WrittenEntry


class OutOfOrder(LocalizableError):
    """The entries of a device do not follow the last entry of the recording."""

    slug = "out-of-order"


def find_written(
    entries: Sequence[RecordedEntry], after: int, batch: Sequence[DeviceEntry]
) -> tuple[list[WrittenEntry], list[DeviceEntry]]:
    """Returns the entries of *batch* that the record has after entry *after*, and the others.

    Raises `OutOfOrder` for others that do not follow its last entry.
    """
    written: list[WrittenEntry] = []
    for device_entry, recorded in zip(batch, entries[after:], strict=False):
        if recorded.entered.id != device_entry.id:
            break
        written.append(WrittenEntry(recorded.seq, recorded.entered))
    rest = [*batch[len(written) :]]
    if rest and after + len(written) != len(entries):
        raise OutOfOrder(
            Message(
                "The recording has {last} entries, and these follow entry {after}.",
                last=len(entries),
                after=after + len(written),
            )
        )
    return written, rest


def group_facts(stored: CommandResult) -> Iterator[WrittenEntry]:
    """Yields the entries among the facts of a command, each with the facts of the game after it."""
    starts = [index for index, fact in enumerate(stored.facts) if isinstance(fact.event, Entered)]
    for start, end in pairwise((*starts, len(stored.facts))):
        entered = stored.facts[start].event
        assert isinstance(entered, Entered)
        yield WrittenEntry(stored.facts[start].seq, entered, tuple(stored.facts[start + 1 : end]))


def list_later(
    entry: DeviceEntry | None, entries: Sequence[RecordedEntry]
) -> Iterator[DeviceEntry | Corrected]:
    """Yields what stands on a new line: *entry* in the place of the first of *entries*, and the others."""
    for number, recorded in enumerate(entries):
        standing = entry if number == 0 else _to_device(recorded.entered)
        if standing is not None:
            yield standing
        yield from recorded.corrections


def _to_device(entered: Entered) -> DeviceEntry:
    entry = Entry(entered.seat, entered.picks, entered.sightings)
    return DeviceEntry(entered.id, entry, entered.text, entered.device_at)
