"""What others have signed, held against a record: the log of all heads, checkpoints, receipts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from . import log, notes, receipts
from .findings import Finding
from .log import Grown
from .notes import Key, Unsigned
from .receipts import Receipt
from .record import Record

Hashes: TypeAlias = Mapping[int, str]
"""The hashes of the facts of a record, by their numbers."""


def log_of(record: Record, hashes: Hashes, keys: list[Key], others: list[Grown]) -> Iterator[Finding]:
    """Yields why the head is not known to be in the log, or the log not to be the one others have seen."""
    logged, end = record.logged, max(hashes, default=0)
    if logged is None:
        yield Finding(
            0, "log", "logged", "Nothing shows that the head of this record is in the log of heads."
        )
        return
    if logged.seq > end:
        told = f"The record was cut off: it ends with fact {end}, and the log holds fact {logged.seq}."
        yield Finding(end + 1, "cut", "", told)
    elif logged.seq < end:
        told = f"The record goes on to fact {end}; what the log is shown to hold ends with {logged.seq}."
        yield Finding(logged.seq + 1, "log", "logged.seq", told)
    elif logged.head != hashes.get(end):
        told = (
            "The record does not end with the hash that is shown to be in the log: one of both was altered."
        )
        yield Finding(end, "log", "logged.head", told)
    try:
        checkpoint = notes.checkpoint(record.checkpoint, keys)
    except Unsigned as error:
        yield Finding(0, *_unsigned(record, "checkpoint"), f"The checkpoint is not to be trusted. {error}")
        return
    if logged.size != checkpoint.size:
        told = f"The proof is for a log of {logged.size} heads, the checkpoint of one of {checkpoint.size}."
        yield Finding(0, "log", "logged.size", told)
    elif not logged.within(record.match, checkpoint):
        told = f"The head of fact {logged.seq} is not in the log: the proof does not lead to its root."
        yield Finding(0, "log", "logged", told)
    try:
        if told := log.parted([Grown(record.checkpoint), *others], keys):
            yield Finding(0, "checkpoint", "", told)
    except Unsigned as error:
        yield Finding(0, "checkpoint", "", f"A checkpoint from elsewhere is not to be trusted. {error}")


def receipts_of(
    record: Record, hashes: Hashes, keys: list[Key], held: Iterable[Receipt]
) -> Iterator[Finding]:
    """Yields receipts that nobody trusted has signed, and those that the record contradicts."""
    known = {str(key): key for key in keys}
    end = max(hashes, default=0)
    for receipt in held:
        seq, name = receipt.seq, f"The receipt for fact {receipt.seq}"
        try:
            if receipt.key not in known:
                told = f"{name} is signed by {receipt.key}, a key that is not trusted."
                yield Finding(seq, "key", "", told)
                continue
            receipts.check(receipt, known[receipt.key])
        except Unsigned as error:
            yield Finding(seq, "receipt", "", str(error))
            continue
        if receipt.match != record.match:
            yield Finding(seq, "receipt", "", f"{name} is one of match {receipt.match}.")
        elif seq > end:
            told = f"The record ends with fact {end}, and there is a receipt for fact {seq}"
            yield Finding(end + 1, "cut", "", f"{told}: it was cut off, or written earlier.")
        elif hashes.get(seq) != receipt.head:
            told = f"{name} proves that the match was rewritten: the house signed {receipt.head} for it."
            yield Finding(seq, "receipt", "", told)


def _unsigned(record: Record, field: str) -> tuple[Any, str]:
    """Tells whether a checkpoint is signed by a key that is not trusted, or badly."""
    try:
        notes.checkpoint(record.checkpoint, [notes.read_key(key) for key in record.keys])
    except Unsigned:
        return "checkpoint", field
    return "key", field
