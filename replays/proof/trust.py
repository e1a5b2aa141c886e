"""Checks a record against signed statements: log, checkpoints and receipts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from domain.messages import Message

from . import log, notes, receipts
from .findings import Finding
from .log import ConsistencyProof
from .notes import Key, Unsigned
from .receipts import Receipt
from .record import Record

Hashes: TypeAlias = Mapping[int, str]
"""The hashes of a record's facts by their numbers."""


def check_log(
    record: Record, hashes: Hashes, keys: list[Key], others: list[ConsistencyProof]
) -> Iterator[Finding]:
    """Yields findings on the inclusion of the head and on the consistency of the log."""
    logged, end = record.logged, max(hashes, default=0)
    if logged is None:
        told = Message("Nothing shows that the head of this record is in the log of heads.")
        yield Finding(0, "log", "logged", told)
        return
    if logged.seq > end:
        told = Message(
            "The record was cut off: it ends with fact {end}, and the log holds fact {seq}.",
            end=end,
            seq=logged.seq,
        )
        yield Finding(end + 1, "cut", "", told)
    elif logged.seq < end:
        told = Message(
            "The record goes on to fact {end}; what the log is shown to hold ends with {seq}.",
            end=end,
            seq=logged.seq,
        )
        yield Finding(logged.seq + 1, "log", "logged.seq", told)
    elif logged.head != hashes.get(end):
        told = Message(
            "The record does not end with the hash that is shown to be in the log: one of both was altered."
        )
        yield Finding(end, "log", "logged.head", told)
    try:
        checkpoint = notes.read_checkpoint(record.checkpoint, keys)
    except Unsigned as error:
        told = Message("The checkpoint is not to be trusted. {error}", error=error.message)
        yield Finding(0, *_unsigned(record, "checkpoint"), told)
        return
    if logged.size != checkpoint.size:
        told = Message(
            "The proof is for a log of {size} heads, the checkpoint of one of {signed}.",
            size=logged.size,
            signed=checkpoint.size,
        )
        yield Finding(0, "log", "logged.size", told)
    elif not logged.is_in(record.match, checkpoint):
        told = Message(
            "The head of fact {seq} is not in the log: the proof does not lead to its root.", seq=logged.seq
        )
        yield Finding(0, "log", "logged", told)
    try:
        if parted := log.find_inconsistency([ConsistencyProof(record.checkpoint), *others], keys):
            yield Finding(0, "checkpoint", "", parted)
    except Unsigned as error:
        told = Message("A checkpoint from elsewhere is not to be trusted. {error}", error=error.message)
        yield Finding(0, "checkpoint", "", told)


def check_receipts(
    record: Record, hashes: Hashes, keys: list[Key], held: Iterable[Receipt]
) -> Iterator[Finding]:
    """Yields receipts without a trusted signature, and receipts that contradict the record."""
    known = {str(key): key for key in keys}
    end = max(hashes, default=0)
    for receipt in held:
        seq = receipt.seq
        try:
            if receipt.key not in known:
                told = Message(
                    "The receipt for fact {seq} is signed by {key}, a key that is not trusted.",
                    seq=seq,
                    key=receipt.key,
                )
                yield Finding(seq, "key", "", told)
                continue
            receipts.verify_receipt(receipt, known[receipt.key])
        except Unsigned as error:
            yield Finding(seq, "receipt", "", error.message)
            continue
        if receipt.match != record.match:
            told = Message(
                "The receipt for fact {seq} is one of match {match}.", seq=seq, match=receipt.match
            )
            yield Finding(seq, "receipt", "", told)
        elif seq > end:
            told = Message(
                "The record ends with fact {end}, and there is a receipt for fact {seq}: "
                "it was cut off, or written earlier.",
                end=end,
                seq=seq,
            )
            yield Finding(end + 1, "cut", "", told)
        elif hashes.get(seq) != receipt.head:
            told = Message(
                "The receipt for fact {seq} proves that the match was rewritten: "
                "the service signed {head} for it.",
                seq=seq,
                head=receipt.head,
            )
            yield Finding(seq, "receipt", "", told)


def _unsigned(record: Record, field: str) -> tuple[Any, str]:
    """Returns the kind of finding: an untrusted key, or a bad signature."""
    try:
        notes.read_checkpoint(record.checkpoint, [notes.read_key(key) for key in record.keys])
    except Unsigned:
        return "checkpoint", field
    return "key", field
