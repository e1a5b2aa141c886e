"""Decides a recorded match again and compares each fact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Generic, TypeVar

from domain import decider, table
from domain.clocks import Clocks
from domain.errors import Drift
from domain.messages import Message
from domain.model import CHANCE, Answered, Event, Fact
from domain.notation import Unreadable, write_fact
from domain.rules import Rules
from domain.script import B, K
from domain.snapshot import Snapshot, restore_position
from domain.table import (
    BeaconMissed,
    Match,
    MatchEnded,
    MatchOpened,
    NewLine,
    NonceMissed,
    Rewound,
    Ruled,
    TakebackAsked,
)
from domain.table.recordings import commands
from domain.table.recordings.facts import Amended

from .commands import COMMANDS, SEAT_EVENTS
from .differences import (
    Difference,
    Quote,
    Wording,
    check_number,
    pending_reason,
    quote_fact,
    require_commitment,
)

E = TypeVar("E", bound=Event)

Progress = Callable[[int], None]
"""Receives the number of verified facts after every answer."""


class Audit(Generic[B, K]):
    """A comparison of one record with the decisions of the rules.

    `answers` and `facts` count the verified ones, `corrected` the facts of rulings. *quote* renders a
    differing fact.
    """

    def __init__(
        self, rules: Rules[B, K], log: Iterable[Fact], wording: Wording, quote: Quote = quote_fact
    ) -> None:
        self.rules, self.log, self.wording, self.quote = rules, tuple(log), wording, quote
        self.answers = self.facts = self.corrected = 0

    def run(self, progress: Progress) -> None:
        """Decides everything again; raises the first `Difference`."""
        match = self.open_match()
        self.facts = 1
        while self.facts < len(self.log):
            decided = self.decide_fact(match, self.log[self.facts])
            self.compare(match.seq, self.log[self.facts : self.facts + len(decided)], decided)
            self.corrected += len(self.correction_facts(decided[0]))
            match = table.fold(self.rules, decided, match)
            self.answers, self.facts = match.ply, match.seq
            progress(self.facts)

    # -- the opening -----------------------------------------------------------------------------------

    def open_match(self) -> Match[B]:
        """Returns the match of the first fact, after a check of its seed."""
        if not self.log:
            raise Difference(1, Message("The log is empty: a match begins with the fact that opens it."))
        first = self.log[0]
        opened = first.event
        if not isinstance(opened, MatchOpened):
            message = Message(
                "The log begins with “{first}”, not with the opening of a match.", first=write_fact(first)
            )
            raise Difference(1, message)
        self.compare(0, self.log[:1], table.open_match(opened))
        mismatch = Message(
            "The seed of the shuffles is not the one the match was opened with: its SHA-256 differs."
        )
        require_commitment(1, opened.seed, opened.commitment, mismatch)
        try:
            self.require_same_study(opened)
            match = table.start_match(self.rules, first)
        except (decider.Unplayable, Unreadable) as error:
            message = Message(
                "The match was opened in a way that cannot be played: {reason}", reason=error.message
            )
            raise Difference(1, message) from error
        return match

    def require_same_study(self, opened: MatchOpened) -> None:
        """Compares options and seats of a study with its position."""
        if not opened.position:
            return
        study = self.rules.load_study(opened.position)
        if study.seats != opened.seats:
            message = Message(
                "The match was opened for {seats} seats, and its position is one of {others}.",
                seats=opened.seats,
                others=study.seats,
            )
            raise Difference(1, message)
        start = self.rules.initial_board
        if start(study.options, study.seats) != start(opened.options, opened.seats):
            message = Message(
                "The match was opened with the options {options}, and its position is one of {others}.",
                options=str(opened.options),
                others=str(study.options),
            )
            raise Difference(1, message)

    # -- all that follows ------------------------------------------------------------------------------

    def decide_fact(self, match: Match[B], fact: Fact) -> list[Fact]:
        """Returns the facts that *fact* leads to."""
        check_number(match.seq, fact)
        event = fact.event
        try:
            if isinstance(event, Answered) and event.seat != CHANCE:
                return table.answer_question(self.rules, match, event).facts
            if isinstance(event, SEAT_EVENTS) and (refusal := table.seat_refusal(match, event.seat)):
                raise decider.Illegal(None, refusal)
            match event:
                case NonceMissed() | BeaconMissed():
                    return table.miss_reveals(self.rules, match, event.at).facts
                case Ruled():
                    return self.decide_ruling(match, fact, event)
                case TakebackAsked():
                    return self.decide_takeback(match, fact, event)
                case Amended():
                    return self.decide_amendment(match, fact, event)
            if (command := COMMANDS.get(type(event))) is not None:
                return command(self.rules, match, event).facts
        except decider.Illegal as illegal:
            sentence, rule = illegal.message, illegal.refusal.rule
            sentence = Message("{why} ({rule})", why=sentence, rule=rule) if rule else sentence
            raise self.contradiction(self.wording.impossible, fact, sentence) from illegal
        except (table.InvalidNonce, table.WrongMoment, table.NoSuchCase, Drift) as reason:
            raise self.contradiction(self.wording.impossible, fact, reason.message) from reason
        raise self.contradiction(self.wording.silent, fact, pending_reason(self.rules, match))

    def contradiction(self, wording: Message, fact: Fact, reason: Message) -> Difference:
        """Returns the difference for an impossible *fact*."""
        return Difference(fact.seq, Message(wording, seq=fact.seq, was=self.quote(fact), why=reason))

    def decide_ruling(self, match: Match[B], fact: Fact, ruled: Ruled) -> list[Fact]:
        """Returns the facts of a ruling, whose corrections come from the log."""
        rules = self.rules
        match ruled.outcome:
            case "correction":
                events = [correction.event for correction in self.correction_facts(fact)]
                if not events:
                    raise Difference(
                        fact.seq + 1,
                        Message("Fact {seq} rules a correction, and none follows.", seq=fact.seq),
                    )
                return table.rule_case(rules, match, ruled, corrections=events).facts
            case "rewind":
                rewound = self.following_event(
                    fact, Rewound, Message("Fact {seq} rules a rewind, and none follows.", seq=fact.seq)
                )
                line = _line(rewound)
                outcome = table.rule_case(rules, match, ruled, line=line)
                self.check_rewind(fact.seq + 1, rewound)
                return outcome.facts
            case "result":
                ending = self.following_event(
                    fact, MatchEnded, Message("Fact {seq} rules a result, and none follows.", seq=fact.seq)
                )
                return table.rule_case(rules, match, ruled, winners=ending.winners).facts
        return table.rule_case(rules, match, ruled).facts

    def decide_takeback(self, match: Match[B], fact: Fact, request: TakebackAsked) -> list[Fact]:
        """Returns the facts of a wish to take an answer back; the target comes from the log."""
        facts_before = self.log[: match.seq]
        if not table.is_agreed(self.rules, match, request):
            return table.take_back(self.rules, match, request, facts_before).facts
        rewound = self.following_event(
            fact,
            Rewound,
            Message("Fact {seq} asks for a rewind that nobody is against, and none follows.", seq=fact.seq),
        )
        line = _line(rewound)
        outcome = table.take_back(self.rules, match, request, facts_before, line)
        self.check_rewind(fact.seq + 1, rewound)
        return outcome.facts

    def decide_amendment(self, match: Match[B], fact: Fact, amended: Amended) -> list[Fact]:
        """Returns the facts of an amendment, whose new seed comes from the log."""
        missing = Message("Fact {seq} amends an entry, and no rewind follows.", seq=fact.seq)
        rewound = self.following_event(fact, Rewound, missing)
        self.check_seed(fact.seq + 1, rewound)
        return commands.amend(self.rules, match, amended, rewound).facts

    def correction_facts(self, fact: Fact) -> list[Fact]:
        """Returns the corrections of *fact*, if it is a ruling with corrections."""
        ruled = fact.event
        if not isinstance(ruled, Ruled) or ruled.outcome != "correction":
            return []
        origin = (fact.seq, f"case-{ruled.case}")
        return list(takewhile(lambda after: (after.cause, after.rule) == origin, self.log[fact.seq :]))

    def following_event(self, fact: Fact, kind: type[E], missing: Message) -> E:
        """Returns the event after *fact* if it is of *kind*, else raises with *missing*."""
        for after in self.log[fact.seq : fact.seq + 1]:
            if isinstance(after.event, kind):
                return after.event
        raise Difference(fact.seq + 1, missing)

    def check_rewind(self, seq: int, rewound: Rewound) -> None:
        """Compares a rewind with the earlier position, and its seed with the commitment."""
        self.check_seed(seq, rewound)
        target = table.fold(self.rules, self.log[: rewound.to])
        restored = restore_position(self.rules, Snapshot(rewound.position, rewound.told), rewound.to)
        if restored != target.position or _remaining_time(rewound.clocks) != _remaining_time(target.clocks):
            message = Message(
                "Fact {seq} goes back to fact {to}, but not to where the game stood there.",
                seq=seq,
                to=rewound.to,
            )
            raise Difference(seq, message)

    def check_seed(self, seq: int, rewound: Rewound) -> None:
        """Compares the seed of a rewind with the commitment."""
        mismatch = Message(
            "The seed of the shuffles is not the one fact {seq} commits to: its SHA-256 differs.", seq=seq
        )
        require_commitment(seq, rewound.seed, rewound.commitment, mismatch)

    def compare(self, seq: int, recorded: Sequence[Fact], again: Sequence[Fact]) -> None:
        """Compares the *recorded* facts after fact *seq* with those of deciding *again*."""
        for old, new in zip(recorded, again, strict=False):
            check_number(seq, old)
            seq = new.seq
            if old != new:
                raise Difference(
                    seq, Message(self.wording.differs, seq=seq, was=self.quote(old), now=self.quote(new))
                )
        if len(recorded) < len(again):
            next_quote = self.quote(again[len(recorded)])
            raise Difference(seq + 1, Message(self.wording.stops, seq=seq, now=next_quote))


def _line(rewound: Rewound) -> NewLine:
    snapshot = Snapshot(rewound.position, rewound.told)
    return NewLine(rewound.to, snapshot, rewound.commitment, rewound.seed, rewound.clocks)


def _remaining_time(clocks: Clocks | None) -> tuple[tuple[int, ...], ...]:
    """Returns the part of the clocks that a rewind restores."""
    return () if clocks is None else (clocks.left, clocks.fallen)
