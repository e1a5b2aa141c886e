"""Checks a record against the signed log, checkpoints and receipts."""

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
from .standalone.crypto import read_key
from .standalone.revocations import Trust, make_trust
from .standalone.witnesses import Policy

Hashes: TypeAlias = Mapping[int, str]
"""The hashes of a record's facts by their numbers."""


def read_trust(
    keys: Iterable[Key], records: Iterable[Record], others: Iterable[str]
) -> tuple[Trust, list[Finding]]:
    """Returns the trust in *keys* under the revocations in *records* and *others*, and the findings."""
    named = [read_key(str(key)) for key in keys]
    stated = [note for record in records for note in record.revocations or ()]
    try:
        return make_trust(named, [*others, *stated]), []
    except ValueError as error:
        sentence = Message("A revocation of a key is wrong. {error}", error=str(error))
        return Trust(tuple(named)), [Finding(0, "key", "revocations", sentence)]


def check_age(record: Record, trust: Trust, policy: Policy | None) -> Iterator[Finding]:
    """Yields a finding if only revoked keys signed the checkpoint, and only later witnesses cosigned."""
    try:
        doubt = trust.find_doubt(record.checkpoint, policy)
    except ValueError as error:
        sentence = Message("The checkpoint is not to be trusted. {error}", error=str(error))
        yield Finding(0, "checkpoint", "checkpoint", sentence)
        return
    if doubt is not None and doubt.kind == "later":
        sentence = Message(
            "Witnesses show signatures of {key} from times after its revocation alone.", key=doubt.key
        )
        yield Finding(0, "key", "checkpoint", sentence)


def check_log(
    record: Record, hashes: Hashes, trust: Trust, others: list[ConsistencyProof]
) -> Iterator[Finding]:
    """Yields findings on the inclusion of the head and on the consistency of the log."""
    keys = [notes.read_key(key.text) for key in trust.keys]
    logged, end = record.logged, max(hashes, default=0)
    if logged is None:
        sentence = Message("Nothing shows that the head of this record is in the log of heads.")
        yield Finding(0, "log", "logged", sentence)
        return
    if logged.seq > end:
        sentence = Message(
            "The record was cut off: it ends with fact {end}, and the log holds fact {seq}.",
            end=end,
            seq=logged.seq,
        )
        yield Finding(end + 1, "cut", "", sentence)
    elif logged.seq < end:
        sentence = Message(
            "The record goes on to fact {end}; what the log is shown to hold ends with {seq}.",
            end=end,
            seq=logged.seq,
        )
        yield Finding(logged.seq + 1, "log", "logged.seq", sentence)
    elif logged.head != hashes.get(end):
        sentence = Message(
            "The record does not end with the hash that is shown to be in the log: one of both was altered."
        )
        yield Finding(end, "log", "logged.head", sentence)
    try:
        checkpoint = notes.read_checkpoint(record.checkpoint, keys)
    except Unsigned as error:
        sentence = Message("The checkpoint is not to be trusted. {error}", error=error.message)
        yield Finding(0, *_signature_problem(record, "checkpoint"), sentence)
        return
    if logged.size != checkpoint.size:
        sentence = Message(
            "The proof is for a log of {size} heads, the checkpoint of one of {signed}.",
            size=logged.size,
            signed=checkpoint.size,
        )
        yield Finding(0, "log", "logged.size", sentence)
    elif not logged.is_in(record.match, checkpoint):
        sentence = Message(
            "The head of fact {seq} is not in the log: the proof does not lead to its root.", seq=logged.seq
        )
        yield Finding(0, "log", "logged", sentence)
    try:
        if parted := log.find_inconsistency([ConsistencyProof(record.checkpoint), *others], keys):
            yield Finding(0, "checkpoint", "", parted)
    except Unsigned as error:
        sentence = Message("A checkpoint from elsewhere is not to be trusted. {error}", error=error.message)
        yield Finding(0, "checkpoint", "", sentence)


def check_cosignatures(record: Record, policy: Policy | None) -> Iterator[Finding]:
    """Yields a finding unless witnesses have cosigned the checkpoint as *policy* requires."""
    if policy is None:
        return
    try:
        cosigners = policy.find_cosigners(record.checkpoint).keys()
    except ValueError:  # the check of the log reports a malformed note
        cosigners = {}.keys()
    if not policy.is_met(cosigners):
        threshold, members = policy.required
        sentence = Message(
            "The policy requires {count} cosignatures of {members}; the checkpoint has {found}.",
            count=threshold,
            members=", ".join(members),
            found=len(cosigners),
        )
        yield Finding(0, "witness", "checkpoint", sentence)


def check_receipts(
    record: Record, hashes: Hashes, trust: Trust, held_receipts: Iterable[Receipt]
) -> Iterator[Finding]:
    """Yields receipts without a trusted signature, and receipts that contradict the record."""
    keys_by_text = {key.text: notes.read_key(key.text) for key in trust.keys}
    end = max(hashes, default=0)
    for receipt in held_receipts:
        seq = receipt.seq
        try:
            if receipt.key not in keys_by_text:
                sentence = Message(
                    "The receipt for fact {seq} is signed by {key}, a key that is not trusted.",
                    seq=seq,
                    key=receipt.key,
                )
                yield Finding(seq, "key", "", sentence)
                continue
            receipts.verify_receipt(receipt, keys_by_text[receipt.key])
        except Unsigned as error:
            yield Finding(seq, "receipt", "", error.message)
            continue
        if trust.refuses(receipt.key, receipt.at):
            sentence = Message(
                "The receipt for fact {seq} is of a time when its key {key} was revoked.",
                seq=seq,
                key=receipt.key,
            )
            yield Finding(seq, "receipt", "", sentence)
        elif receipt.match != record.match:
            sentence = Message(
                "The receipt for fact {seq} is one of match {match}.", seq=seq, match=receipt.match
            )
            yield Finding(seq, "receipt", "", sentence)
        elif seq > end:
            sentence = Message(
                "The record ends with fact {end}, and there is a receipt for fact {seq}: "
                "it was cut off, or written earlier.",
                end=end,
                seq=seq,
            )
            yield Finding(end + 1, "cut", "", sentence)
        elif hashes.get(seq) != receipt.head:
            sentence = Message(
                "The receipt for fact {seq} proves that the match was rewritten: "
                "the service signed {head} for it.",
                seq=seq,
                head=receipt.head,
            )
            yield Finding(seq, "receipt", "", sentence)


def _signature_problem(record: Record, field: str) -> tuple[Any, str]:
    """Returns the kind of finding, for an untrusted key or a bad signature."""
    try:
        notes.read_checkpoint(record.checkpoint, [notes.read_key(key) for key in record.keys])
    except Unsigned:
        return "checkpoint", field
    return "key", field
