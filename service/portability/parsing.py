"""What a file holds that is brought: a record with its proofs, or a transcript."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.games import VOCABULARY
from domain.messages import Message
from domain.notation import Unreadable
from replays.playback import transcript
from replays.proof import notes, record
from replays.proof.check import check_record
from replays.proof.findings import Finding
from replays.proof.notes import Key, Unsigned
from replays.proof.record import Record, UnreadableRecord

from .errors import ImportRejected
from .model import ParsedImport


def from_record(file: bytes, keys: Sequence[Key]) -> ParsedImport:
    """Returns the match of a record that is as it was written; raises `ImportRejected`."""
    try:
        told = record.read_record(file)
    except UnreadableRecord as error:
        raise ImportRejected(Message("The record cannot be read. {error}", error=error.message)) from error
    if findings := check_record(told, keys):
        raise ImportRejected(
            Message("This record is not as it was written. {findings}", findings=join_findings(findings)),
            findings,
        )
    return parsed(told, keys)


def parsed(told: Record, keys: Sequence[Key]) -> ParsedImport:
    """Returns the match of a record that is as it was written; raises `ImportRejected` for a sealed one."""
    _check_whole(told)
    try:
        facts = [entry.decode_fact() for entry in told.facts]
    except msgspec.ValidationError as error:
        raise ImportRejected(
            Message("A fact of this record does not have the shape of its kind: {error}.", error=str(error))
        ) from error
    return ParsedImport(told.match, facts, told.cards.data, signers_of(told, keys))


def signers_of(told: Record, keys: Sequence[Key]) -> list[Key]:
    """Returns those of *keys*, by default of its own, that have signed the checkpoint of a record."""
    return [key for key in keys or map(notes.read_key, told.keys) if _signed(told.checkpoint, key)]


def _signed(note: str, key: Key) -> bool:
    try:
        notes.verified_text(note, [key])
    except Unsigned:
        return False
    return True


def join_findings(findings: Sequence[Finding]) -> Message:
    """Returns the first of *findings*, and how many there are besides."""
    first, *others = findings
    if not others:
        return first.sentence
    return Message("{first} And {more} more.", first=first.sentence, more=len(others))


def _check_whole(told: Record) -> None:
    if not all(entry.is_open for entry in told.facts):
        raise ImportRejected(
            Message(
                "This record was written for the eyes of {viewer} and holds sealed fields: it can be "
                "checked, but neither replayed nor played on. Only the judge's copy can be imported, and "
                "while a match goes on only the operator's whole one.",
                viewer=told.viewer,
            )
        )


def from_transcript(file: bytes) -> ParsedImport:
    """Returns the match of a transcript, which nobody signed; raises `ImportRejected`."""
    try:
        told = transcript.read_transcript(file.decode(), VOCABULARY)
    except (UnicodeDecodeError, Unreadable) as error:
        raise ImportRejected(
            Message("This is neither a record nor a transcript that can be read: {error}.", error=str(error))
        ) from error
    return ParsedImport("", list(told.facts))
