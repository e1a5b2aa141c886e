"""Replies about recordings, with the entries as the table may see them."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from domain import table
from domain.messages import Message
from domain.model import SPECTATOR, Asked, Asker, Fact, Picks
from domain.published import Instant, OptionalText
from domain.recording.entries import Impossible, Legality, Sighting
from domain.rules import Rules
from domain.table import Party
from domain.table.recordings.facts import Entered
from replays.proof.receipts import Receipt
from replays.text.narrator import Narrator

from .model import BatchResult, LineDifference, RefusedEntry, WrittenEntry

Trouble: TypeAlias = Literal["incomplete", "impossible"]
"""An entry lacks a card that became visible, or no deal agrees with it."""


class RecordedEntry(Struct, frozen=True):
    """An entry of the record: its number, its fact `seq`, its author, and the answer of the seat.

    The seat is null for the start of the match. A seat that `leaves` gives no answer.
    """

    number: int
    seq: int
    id: str
    seat: Asker
    picks: Picks
    sightings: tuple[Sighting, ...]
    by: Party
    at: Instant
    legality: Legality
    text: OptionalText
    device_at: Instant
    leaves: bool


class NewEntry(RecordedEntry, frozen=True, kw_only=True):
    """An entry just written, with the facts that follow from it and the cards that it names."""

    facts: list[Fact]
    named_cards: tuple[str, ...]


class Candidate(Struct, frozen=True):
    """A print or a seat that may have become visible, with its name."""

    card: str
    label: str


class FactDifference(Struct, frozen=True):
    """A fact that stands on one line alone, the old one or the `new` one, and its sentence."""

    entry: int
    new: bool
    fact: Fact
    sentence: str


class EntryRefusal(Struct, frozen=True):
    """The first entry of the batch that was not written, and the reason.

    An `incomplete` entry lacks the sighting of a card that `fact` made visible, one of the `candidates`, or
    of the seat that a lot drew. `expected` is the card that the entry names where another one lies. After an
    amendment, `difference` is the fact of an earlier entry for which a later one does not hold.
    """

    id: str
    trouble: Trouble
    legality: Legality
    sentence: str
    rule: OptionalText
    question: Asked | None
    fact: Fact | None
    expected: tuple[str, ...]
    candidates: list[Candidate]
    difference: FactDifference | None


class EntriesReply(Struct, frozen=True):
    """The outcome of a batch of entries, up to the first refused one; later ones were not read.

    `last` is the number of the last entry on the present line. A batch that wrote nothing has no receipt.
    """

    last: int
    seq: int
    position: int | None
    receipt: Receipt | None
    entries: list[NewEntry]
    refused: EntryRefusal | None
    question: Asked | None


def entry_fields(seq: int, entered: Entered) -> dict[str, Any]:
    """Returns the fields of a `RecordedEntry`; those besides its numbers are the same in the fact."""
    numbers = {"number": entered.entry, "seq": seq}
    shared = (name for name in RecordedEntry.__struct_fields__ if name not in numbers)
    return numbers | {name: getattr(entered, name) for name in shared}


def make_reply(
    rules: Rules[Any, Any], match: table.Match[Any], batch: BatchResult, narrator: Narrator
) -> EntriesReply:
    """Returns the reply to a batch in the words of *narrator*; *match* is the present one."""
    record = match.record
    assert record is not None
    result = batch.result
    scene = table.make_scene(rules, match, SPECTATOR)
    return EntriesReply(
        len(record.recording.entries),
        match.seq,
        result.position if result else None,
        result.receipt if result else None,
        [_new_entry(rules, written) for written in batch.written],
        batch.refused and describe_refusal(batch.refused, narrator),
        scene.question,
    )


def _new_entry(rules: Rules[Any, Any], written: WrittenEntry) -> NewEntry:
    facts = [table.redact_fact(rules, fact, SPECTATOR) for fact in written.facts]
    named_cards = written.accepted.named_cards if written.accepted else ()
    fields = entry_fields(written.seq, written.entered)
    return NewEntry(**fields, facts=facts, named_cards=named_cards)


def describe_refusal(refused: RefusedEntry, narrator: Narrator) -> EntryRefusal:
    """Returns the refusal in the words of *narrator*."""
    reason, difference = refused.reason, _describe_difference(refused.difference, narrator)
    if not isinstance(reason, Impossible):
        sentence = Message("The table saw a card that the entry does not name.")
        text = narrator.narrate(reason.fact.event) or str(narrator.render_message(sentence))
        candidates = [Candidate(card, narrator.name_thing(card)) for card in reason.candidates]
        return EntryRefusal(
            refused.id,
            "incomplete",
            "undetermined",
            text,
            reason.fact.rule,
            None,
            reason.fact,
            (),
            candidates,
            difference,
        )
    return EntryRefusal(
        refused.id,
        "impossible",
        reason.legality,
        _impossible_sentence(reason, narrator),
        reason.refusal.rule if reason.refusal else "",
        reason.question,
        None,
        reason.expected,
        [],
        difference,
    )


def _describe_difference(difference: LineDifference | None, narrator: Narrator) -> FactDifference | None:
    if difference is None:
        return None
    sentence = narrator.narrate(difference.fact.event)
    return FactDifference(difference.entry, difference.is_new, difference.fact, sentence)


def _impossible_sentence(reason: Impossible, narrator: Narrator) -> str:
    if reason.refusal is not None and reason.question is not None:
        return str(narrator.refusal_text(reason.question, "", reason.refusal.sentence))
    if reason.refusal is not None:
        return str(narrator.render_message(reason.refusal.sentence))
    if reason.expected:
        card = reason.expected[0]
        sentence = Message("{card} cannot be there: the entries before place it elsewhere.", card=card)
        return str(narrator.render_message(sentence))
    return str(narrator.render_message(Message("No deal was found that agrees with this entry.")))
