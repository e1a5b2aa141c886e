"""Notes of players about cards that they alone saw: private until the end, and names afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ... import decider
from ...messages import Message
from ...model import SPECTATOR, Answered, Asked, Event, Fact, Seat, Viewer
from ...recording.entries import Means, Ref
from ...recording.names import list_words
from ...rules import Rules
from ...script import B, K
from ..commands import CommandOutcome, WrongMoment
from ..facts import MatchEnded, Rewound, TableFact
from ..match import Match, evolve
from ..statements import append_aside
from .commands import require_record, require_seat, require_unsigned
from .facts import DrawNoted, Entered, Named, NoteContradicted


def list_own_places(
    rules: Rules[B, K], match: Match[Any], seat: Seat, fact: int
) -> Iterator[tuple[Ref, str]]:
    """Yields the places of a fact with cards that *seat* alone saw, and the cards in the deal.

    The places depend on no deal. The order of a secret answer has none.
    """
    full = require_record(match).line.full_fact(fact)
    if full is None or isinstance(full.event, Asked | Answered):
        return
    views = SPECTATOR, Viewer("seat", frozenset((seat,)))
    words = (list_words(decider.redact_fact(rules, full, viewer).event) for viewer in views)
    for index, (public, own) in enumerate(zip(*words, strict=True)):
        if own and not public:
            yield Ref(fact, index), own


def note_draw(rules: Rules[B, K], match: Match[B], noted: DrawNoted) -> CommandOutcome[B]:
    """Returns the outcome of a note; raises `WrongMoment` for another place or a card of another deck.

    Nothing else refuses a note, so that a refusal depends on nothing hidden.
    """
    record = require_record(match)
    require_seat(match, noted.seat)
    require_unsigned(match)
    card = dict(list_own_places(rules, match, noted.seat, noted.ref.fact)).get(noted.ref)
    if card is None:
        raise WrongMoment(
            Message(
                "Seat {seat} alone saw no card of fact {seq} at place {index}.",
                seat=noted.seat,
                seq=noted.ref.fact,
                index=noted.ref.index,
            )
        )
    if rules.print_of(noted.card) not in record.line.list_deck(card):
        raise WrongMoment(Message("{card} is no card of this deck.", card=noted.card))
    return append_aside(rules, match, noted, noted.ref.fact)


def contradict_note(rules: Rules[B, K], match: Match[B], note: NoteContradicted) -> CommandOutcome[B]:
    """Returns the outcome of a note without a deal; raises `WrongMoment` before the end."""
    require_ended(match)
    return append_aside(rules, match, note, note.ref.fact)


def require_ended(match: Match[Any]) -> None:
    """Raises `WrongMoment` for a recording that goes on, or that all seats have signed."""
    require_record(match)
    if match.ended is None:
        raise WrongMoment(Message("The match is not over yet: the notes of players stay private."))
    require_unsigned(match)


class Place(NamedTuple):
    """A place on every line that has its entry: the id of the entry, the steps to the fact, and the word."""

    entry: str
    steps: int
    word: int


class Note(NamedTuple):
    """The last note of a place on the present line, and the way in which its seat saw the card."""

    ref: Ref
    noted: DrawNoted
    means: Means


def list_notes(facts: Iterable[Fact]) -> list[Note]:
    """Returns the notes of the present line in the order of their places.

    A note moves to a new line along with its entry, if that leads to the same fact there.
    """
    entry, first, is_over = "", 0, False
    present: dict[int, tuple[str, int, Event]] = {}
    notes: dict[Place, tuple[DrawNoted, Event, Means]] = {}
    for fact in facts:
        event = fact.event
        if isinstance(event, Entered):
            entry, first = event.id, fact.seq
        elif isinstance(event, Rewound):
            present = {seq: origin for seq, origin in present.items() if seq <= event.to}
            is_over = False
        elif isinstance(event, MatchEnded):
            is_over = True
        elif isinstance(event, DrawNoted):
            noted_entry, steps, noted = present[event.ref.fact]
            means: Means = "shown_at_end" if is_over else "own_hand"
            notes[Place(noted_entry, steps, event.ref.index)] = event, noted, means
        elif not isinstance(event, TableFact):
            present[fact.seq] = entry, fact.seq - first, event
    numbers = {(entry, steps): (seq, event) for seq, (entry, steps, event) in present.items()}
    standing = []
    for place, (note, noted, means) in notes.items():
        seq, event = numbers.get((place.entry, place.steps), (0, note))
        if event == noted:
            standing.append(Note(Ref(seq, place.word), note, means))
    return sorted(standing, key=lambda note: note.ref)


def list_contradictions(match: Match[Any], facts: Iterable[Fact]) -> list[NoteContradicted]:
    """Returns the contradicted notes of the present line."""
    return [
        fact.event
        for fact in facts
        if isinstance(fact.event, NoteContradicted)
        and not any(first <= fact.seq <= last for first, last in match.abandoned)
    ]


def open_notes(rules: Rules[B, K], match: Match[B], all_facts: Sequence[Fact], at: int) -> CommandOutcome[B]:
    """Returns the outcome of all new notes among *all_facts*, as names, or contradicted where no deal agrees.

    The first name after each correction has the deal of all there. Raises `WrongMoment` before the end, and
    without a new note.
    """
    require_ended(match)
    recording = require_record(match).recording
    refused = {(note.ref, note.card) for note in list_contradictions(match, all_facts)}
    names = recording.names
    new = {
        note.ref: note
        for note in list_notes(all_facts)
        if note.ref not in names
        and (note.ref, note.noted.card) not in refused
        and not recording.loses_track(note.noted.card, note.ref)
    }
    if not new:
        raise WrongMoment(Message("Players have noted no further card."))
    _, dealt, others = recording.name_all({ref: note.noted.card for ref, note in new.items()})
    facts: list[Fact] = []
    for ref, (_, noted, means) in new.items():
        event: Event = NoteContradicted(noted.seat, ref, noted.card, at)
        if ref not in others:
            event = Named(ref, noted.card, means, noted.by, at, dealt.get(ref, ()))
        facts.append(Fact(match.seq + 1, ref.fact, "", event))
        match = evolve(rules, match, facts[-1])
    return CommandOutcome(facts, match)
