"""Parsing of imported files, records with proofs or transcripts."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games import VOCABULARY
from domain.messages import Message
from domain.notation import Unreadable
from replays.playback import transcript
from replays.proof import notes, record
from replays.proof.check import check_record
from replays.proof.findings import Finding
from replays.proof.notes import Key, Unsigned
from replays.proof.record import Record, UnreadableRecord

from .model import ImportRejected, ParsedImport


def parse_record(file: bytes, keys: Sequence[Key], revocations: Sequence[str]) -> ParsedImport:
    """Returns the match of an unaltered record, given *revocations* of this service's keys.

    Raises `ImportRejected`.
    """
    try:
        content = record.read_record(file)
    except UnreadableRecord as error:
        raise ImportRejected(Message("The record cannot be read. {error}", error=error.message)) from error
    if findings := check_record(content, keys, revocations=revocations):
        raise ImportRejected(
            Message("This record is not as it was written. {findings}", findings=join_findings(findings)),
            findings,
        )
    return parse_checked_record(content, keys)


def parse_checked_record(content: Record, keys: Sequence[Key]) -> ParsedImport:
    """Returns the match of a checked record. Raises `ImportRejected` for a sealed one."""
    _require_open_facts(content)
    try:
        facts = content.decode_facts()
    except UnreadableRecord as error:
        raise ImportRejected(error.message) from error
    return ParsedImport(content.match, facts, content.cards.data, signers_of(content, keys))


def signers_of(content: Record, keys: Sequence[Key]) -> list[Key]:
    """Returns the *keys* that signed the checkpoint of a record, by default from its own."""
    return [key for key in keys or map(notes.read_key, content.keys) if _is_signed(content.checkpoint, key)]


def _is_signed(note: str, key: Key) -> bool:
    try:
        notes.verified_text(note, [key])
    except Unsigned:
        return False
    return True


def join_findings(findings: Sequence[Finding]) -> Message:
    """Returns the first of *findings* with the number of the others."""
    first, *others = findings
    if not others:
        return first.sentence
    return Message("{first} And {more} more.", first=first.sentence, more=len(others))


def _require_open_facts(content: Record) -> None:
    if not all(entry.is_open for entry in content.facts):
        raise ImportRejected(
            Message(
                "This record was written for the eyes of {viewer} and holds sealed fields: it can be "
                "checked, but neither replayed nor played on. Only the judge’s copy can be imported, and "
                "while a match goes on only the operator’s whole one.",
                viewer=content.viewer,
            )
        )


def parse_transcript(file: bytes) -> ParsedImport:
    """Returns the match of an unsigned transcript. Raises `ImportRejected`."""
    try:
        content = transcript.read_transcript(file.decode(), VOCABULARY)
    except (UnicodeDecodeError, Unreadable) as error:
        raise ImportRejected(
            Message("This is neither a record nor a transcript that can be read: {error}.", error=str(error))
        ) from error
    return ParsedImport("", list(content.facts))
