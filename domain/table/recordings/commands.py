"""Commands of a recording: a scribe enters and amends, and seats sign or object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...messages import Message
from ...model import Fact, Picks, Refusal, Seat
from ...recording.entries import Accepted, Dealt, Entry, Impossible, Incomplete, Ref
from ...recording.recording import Recording
from ...rules import Rules
from ...script import B, K
from ...sheets.unknowns import fill_position, find_piles
from ..agreements import require_playing, sides_playing, won_by
from ..commands import CommandOutcome, WrongMoment, end_match, seat_refusal
from ..facts import Rewound
from ..flags import MIN_SEATS
from ..match import Match, evolve
from ..rulings import check_position, refuse_impossible
from ..statements import append_aside
from .facts import Amended, Corrected, Entered, Irregular, Named, Objected, ScribeChanged, Signed
from .film import entry_of
from .state import TableRecord


def require_record(match: Match[Any]) -> TableRecord:
    """Returns the record of a match on a real table; raises `WrongMoment` for another match."""
    if match.record is None:
        raise WrongMoment(Message("The service itself plays this match: nobody records it."))
    return match.record


def require_open_record(match: Match[Any]) -> TableRecord:
    """Returns the record of a match that goes on; raises `WrongMoment` after its end."""
    record = require_record(match)
    if match.ended is not None:
        raise WrongMoment(Message("The match is over: amend an entry, or ask a judge."))
    return record


def change_scribe(rules: Rules[B, K], match: Match[B], change: ScribeChanged) -> CommandOutcome[B]:
    """Returns the outcome of a new scribe; raises `WrongMoment`."""
    require_record(match)
    return append_aside(rules, match, change, match.seq)


def try_entry(
    match: Match[Any], entry: Entry, suggestions: Sequence[Picks] = ()
) -> tuple[Recording[Any, Any], Accepted] | Incomplete | Impossible:
    """Returns the recording after *entry* as the next fact, or the refusal; raises `WrongMoment`."""
    recording = require_open_record(match).recording
    if entry.leaves:
        try:
            require_leaving(recording.rules, match, entry)
        except WrongMoment as error:
            return Impossible("illegal", entry.seat, refusal=Refusal("", error.message))
    return recording.try_entry(entry, match.seq + 1, suggestions)


def require_leaving(rules: Rules[Any, Any], match: Match[Any], entry: Entry) -> None:
    """Raises `WrongMoment` for a seat that cannot leave: before the first answer, and in a match of two."""
    require_seat(match, entry.seat)
    require_playing(rules, match, entry.seat)
    if match.settings.seats < MIN_SEATS:
        raise WrongMoment(Message("Two play this match: nobody leaves it, but each of them can concede it."))
    if not require_record(match).recording.entries or entry.picks:
        raise WrongMoment(Message("A seat leaves after the match has begun, and without an answer."))


def enter(rules: Rules[B, K], match: Match[B], entered: Entered) -> CommandOutcome[B]:
    """Returns the outcome of an entry with the hidden choices of its deal, including the end of the match.

    Raises `WrongMoment` for an entry out of its order, and `Drift` for a deal that does not agree with it.
    """
    record = require_open_record(match)
    if entered.leaves:
        require_leaving(rules, match, entry_of(entered))
    if entered.entry != len(record.recording.entries) + 1:
        raise WrongMoment(
            Message("The next entry is number {number}.", number=len(record.recording.entries) + 1)
        )
    first = Fact(match.seq + 1, match.seq, "", entered)
    match = evolve(rules, match, first)
    recording = require_record(match).recording
    facts = [first, *(fact for fact in recording.facts if fact.seq > first.seq)]
    for fact in facts[1:]:
        match = evolve(rules, match, fact)
    if recording.question is None:
        return end_match(rules, facts, match)
    playing = sides_playing(rules, match.position.board)
    if entered.leaves and len(playing) == 1:
        facts.append(Fact(match.seq + 1, match.seq, "", won_by(match, playing[0])))
        match = evolve(rules, match, facts[-1])
    return CommandOutcome(facts, match)


def amend(rules: Rules[B, K], match: Match[B], amended: Amended, rewound: Rewound) -> CommandOutcome[B]:
    """Returns the outcome of the rewind to before an entry; its correct entries follow one by one.

    Raises `WrongMoment` for an unknown entry, a signed recording, and a rewind to elsewhere.
    """
    record = require_record(match)
    if not 0 < amended.entry <= len(record.recording.entries):
        raise WrongMoment(
            Message(
                "There is no entry {entry}: the recording has entries 1 to {last}.",
                entry=amended.entry,
                last=len(record.recording.entries),
            )
        )
    if not amended.by.startswith("judge:"):
        require_unsigned(match)
    if rewound.to != record.recording.entry_seq(amended.entry) - 1:
        raise WrongMoment(Message("An amendment goes back to before its entry."))
    facts = [Fact(match.seq + 1, match.seq, "", amended)]
    facts.append(Fact(match.seq + 2, facts[0].seq, "", rewound))
    for fact in facts:
        match = evolve(rules, match, fact)
    return CommandOutcome(facts, match)


def correct(rules: Rules[B, K], match: Match[B], corrected: Corrected) -> CommandOutcome[B]:
    """Returns the outcome of an irregularity or a gap; raises `WrongMoment` for an impossible position."""
    require_open_record(match)
    if isinstance(corrected, Irregular) and corrected.seat is not None:
        require_seat(match, corrected.seat)
    fact = Fact(match.seq + 1, match.seq, "", corrected)
    with refuse_impossible():
        if corrected.position:
            filled = fill_position(find_piles(corrected.position, rules.pile_cards)).text
            check_position(rules, match, filled)
        match = evolve(rules, match, fact)
    return CommandOutcome([fact], match)


def try_name(match: Match[Any], card: str, ref: Ref) -> tuple[Dealt, ...]:
    """Returns the hidden choices of a deal in which the card at *ref* is *card*; raises `WrongMoment`."""
    record = require_record(match)
    require_unsigned(match)
    try:
        named = record.recording.name(card, ref)
    except LookupError as error:
        sentence = Message("Fact {seq} has no hidden card at place {index}.", seq=ref.fact, index=ref.index)
        raise WrongMoment(sentence) from error
    if isinstance(named, Impossible):
        raise WrongMoment(
            Message("{card} cannot be there: the entries before place it elsewhere.", card=card)
        )
    if record.recording.loses_track(card, ref):
        raise WrongMoment(Message("{card} was out of sight when the board was corrected.", card=card))
    return named[1]


def name_card(rules: Rules[B, K], match: Match[B], named: Named) -> CommandOutcome[B]:
    """Returns the outcome of a name with the hidden choices of its deal; raises `WrongMoment`."""
    require_record(match)
    require_unsigned(match)
    fact = Fact(match.seq + 1, named.ref.fact, "", named)
    return CommandOutcome([fact], evolve(rules, match, fact))


def require_unsigned(match: Match[Any]) -> None:
    """Raises `WrongMoment` for a recording that all seats have signed."""
    if is_signed(match):
        raise WrongMoment(Message("All seats have signed this recording: only a judge opens it again."))


def require_seat(match: Match[Any], seat: Seat) -> None:
    """Raises `WrongMoment` for a seat that the match does not have."""
    if refusal := seat_refusal(match, seat):
        raise WrongMoment(refusal.sentence)


def is_signed(match: Match[Any]) -> bool:
    """Returns whether all seats have signed the end of a recording."""
    record = match.record
    return (
        record is not None and match.ended is not None and {*record.signed} == {*range(match.settings.seats)}
    )


def sign(rules: Rules[B, K], match: Match[B], signed: Signed) -> CommandOutcome[B]:
    """Returns the outcome of a signature.

    Raises `WrongMoment` before the end of the match, and for appeals that are not those of the seat.
    """
    record = require_record(match)
    require_seat(match, signed.seat)
    if match.ended is None:
        raise WrongMoment(Message("The match is not over yet: there is nothing to sign."))
    if signed.seat in record.signed:
        raise WrongMoment(Message("Seat {seat} has signed already.", seat=signed.seat))
    for number in {*signed.appeals}.difference(record.list_appeals(match.cases, signed.seat)):
        raise WrongMoment(
            Message("No appeal of seat {seat} waits in case {number}.", seat=signed.seat, number=number)
        )
    return append_aside(rules, match, signed, match.seq)


def object_to(rules: Rules[B, K], match: Match[B], objected: Objected) -> CommandOutcome[B]:
    """Returns the outcome of an objection; raises `WrongMoment` for an unknown entry."""
    record = require_record(match)
    require_seat(match, objected.seat)
    if not 0 <= objected.entry <= len(record.recording.entries):
        raise WrongMoment(Message("There is no entry {entry} to object to.", entry=objected.entry))
    require_unsigned(match)
    return append_aside(rules, match, objected, match.seq)
