"""Batches of entries: those in the record, those to write, and those that an amendment decides again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from domain.errors import LocalizableError
from domain.messages import Message
from domain.model import CHANCE, Refusal
from domain.recording.entries import Entry, Impossible
from domain.table.recordings.facts import Corrected, Entered
from domain.table.recordings.film import RecordedEntry

from ..matches.repository import CommandResult
from .model import DeviceEntry, RefusedEntry, WrittenEntry


class OutOfOrder(LocalizableError):
    """The entries of a device do not follow the last entry of the recording."""

    slug = "out-of-order"


def find_written(
    entries: Sequence[RecordedEntry], after: int, batch: Sequence[DeviceEntry]
) -> tuple[list[WrittenEntry], list[DeviceEntry]]:
    """Returns the entries of *batch* that the record has already, by their ids, and the others.

    Raises `OutOfOrder` for others that do not follow its last entry, and for an id that stands twice.
    """
    recorded_ids = {recorded.entered.id: recorded for recorded in entries}
    known = [*takewhile(lambda sent: sent.id in recorded_ids, batch)]
    written = [
        WrittenEntry(recorded.seq, recorded.entered) for recorded in (recorded_ids[sent.id] for sent in known)
    ]
    rest = [*batch[len(written) :]]
    rest_ids = {sent.id for sent in rest}
    is_doubled = len(rest_ids) < len(rest) or not rest_ids.isdisjoint(recorded_ids)
    if rest and (is_doubled or after + len(written) != len(entries)):
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


def check_replaced(
    entries: Sequence[RecordedEntry], number: int, entry: DeviceEntry | None, replaced: str
) -> None:
    """Raises `OutOfOrder` if entry *number* is not *replaced*, or *entry* has the id of another one."""
    ids = {recorded.entered.id: place for place, recorded in enumerate(entries, 1)}
    is_other = bool(replaced) and ids.get(replaced) != number
    if is_other or (entry is not None and ids.get(entry.id, number) != number):
        sentence = Message("Entry {number} is another one now: read the entries again.", number=number)
        raise OutOfOrder(sentence)


def refuse_after_end(item: DeviceEntry | Corrected) -> RefusedEntry:
    """Returns the refusal of an entry after the end of the match."""
    return refuse_item(item, Message("The match is over: amend an entry, or ask a judge."))


def refuse_item(item: DeviceEntry | Corrected, sentence: Message) -> RefusedEntry:
    """Returns the refusal of an entry or a correction with a reason of its own."""
    if isinstance(item, Corrected):
        return RefusedEntry("", Impossible("undetermined", CHANCE, refusal=Refusal("", sentence)))
    return RefusedEntry(item.id, Impossible("illegal", item.entry.seat, refusal=Refusal("", sentence)))


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
    entry = Entry(entered.seat, entered.picks, entered.sightings, leaves=entered.leaves)
    return DeviceEntry(entered.id, entry, entered.text, entered.device_at)
