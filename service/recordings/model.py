"""Entries of devices, and the outcome of a batch."""

from __future__ import annotations

from typing import NamedTuple

from domain.model import Fact
from domain.recording.entries import Accepted, Entry, Impossible, Incomplete
from domain.table.recordings.facts import Entered

from ..matches.repository import CommandResult


class DeviceEntry(NamedTuple):
    """Entry with the device's own name for it, its notation as typed, and the time on the device."""

    id: str
    entry: Entry
    text: str = ""
    device_at: int = 0


class WrittenEntry(NamedTuple):
    """Entry in the record, its fact, and the facts of the game that follow from it.

    `accepted` is absent for an entry that an earlier request has written.
    """

    seq: int
    entered: Entered
    facts: tuple[Fact, ...] = ()
    accepted: Accepted | None = None


class LineDifference(NamedTuple):
    """A fact that stands on one line alone, the old one or the new one, and the entry that led to it."""

    entry: int
    fact: Fact
    is_new: bool


class RefusedEntry(NamedTuple):
    """Entry that the record does not take, the reason, and the fact that an amendment made different."""

    id: str
    reason: Impossible | Incomplete
    difference: LineDifference | None = None


class BatchResult(NamedTuple):
    """Outcome of a batch: the written entries in order, and the first refused one, which ends it.

    `result` is absent when nothing was written.
    """

    written: list[WrittenEntry]
    refused: RefusedEntry | None = None
    result: CommandResult | None = None
