"""One record of a match, held against the rules: what every answer, claim and ruling in it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Generic, TypeVar

from domain import decider, table
from domain.clocks import Clocks
from domain.decider import Rules
from domain.errors import Drift
from domain.messages import Message
from domain.model import CHANCE, Answered, Event, Fact
from domain.notation import Unreadable, write_fact
from domain.script import B, K
from domain.snapshot import Snapshot, restore_position
from domain.table import (
    Appealed,
    CaseAssigned,
    Conceded,
    DisputeAnswered,
    DisputeOpened,
    DrawOffered,
    FlagFell,
    JudgeLooked,
    Match,
    MatchEnded,
    MatchImported,
    MatchOpened,
    NewLine,
    OfferDeclined,
    PauseAsked,
    Paused,
    RematchOpened,
    Resumed,
    Rewound,
    Ruled,
    SeatClaimed,
    SeatRetired,
    ServiceAway,
    StandInOffered,
    TakebackAsked,
)

from .differences import Difference, Quote, Wording, check_number, committed, quoted

E = TypeVar("E", bound=Event)

OFFERED = (DrawOffered, OfferDeclined, PauseAsked, StandInOffered, TakebackAsked)
BY_A_SEAT = (SeatClaimed, SeatRetired, Conceded, RematchOpened, *OFFERED)
"""What a seat does, besides answering."""

Progress = Callable[[int], None]
"""Hears after every answer how many facts have stood the test."""


class Audit(Generic[B, K]):
    """One record, held against what the rules make of its answers.

    `answers` and `facts` count those that have stood the test, `corrected` the facts that rulings put there.
    *quote* tells the facts that part.
    """

    def __init__(
        self, rules: Rules[B, K], log: Iterable[Fact], wording: Wording, quote: Quote = quoted
    ) -> None:
        self.rules, self.log, self.wording, self.quote = rules, tuple(log), wording, quote
        self.answers = self.facts = self.corrected = 0

    def run(self, progress: Progress) -> None:
        """Decides everything again; raises the first `Difference`."""
        match = self.opening()
        self.facts = 1
        while self.facts < len(self.log):
            again = self.decided(match, self.log[self.facts])
            self.compare(match.seq, self.log[self.facts : self.facts + len(again)], again)
            self.corrected += len(self.corrections(again[0]))
            match = table.fold(self.rules, again, match)
            self.answers, self.facts = match.ply, match.seq
            progress(self.facts)

    # -- the opening -----------------------------------------------------------------------------------

    def opening(self) -> Match[B]:
        """Returns the match that the first fact opens, its seed held against the commitment."""
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
        unlike = Message(
            "The seed of the shuffles is not the one the match was opened with: its SHA-256 differs."
        )
        committed(1, opened.seed, opened.commitment, unlike)
        try:
            self.pinned(opened)
            match = table.start_match(self.rules, first)
        except (decider.Unplayable, Unreadable) as reason:
            message = Message(
                "The match was opened in a way that cannot be played: {reason}", reason=reason.message
            )
            raise Difference(1, message) from reason
        return match

    def pinned(self, opened: MatchOpened) -> None:
        """Holds the options and seats of a study against the position that it begins from."""
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

    def decided(self, match: Match[B], fact: Fact) -> list[Fact]:
        """Returns what *fact* leads to from *match*: an answer, a claim, or what was said in a case."""
        check_number(match.seq, fact)
        event = fact.event
        try:
            if isinstance(event, Answered) and event.seat != CHANCE:
                return table.answer_question(self.rules, match, event).facts
            if isinstance(event, BY_A_SEAT) and (refusal := table.seat_refusal(match, event.seat)):
                raise decider.Illegal(None, refusal)
            match event:
                case SeatClaimed():
                    return table.claim_seat(self.rules, match, event).facts
                case DisputeOpened():
                    return table.open_dispute(self.rules, match, event).facts
                case DisputeAnswered():
                    return table.answer_dispute(self.rules, match, event).facts
                case Appealed():
                    return table.appeal_ruling(self.rules, match, event).facts
                case CaseAssigned():
                    return table.assign_case(self.rules, match, event).facts
                case JudgeLooked():
                    return table.record_look(self.rules, match, event).facts
                case Ruled():
                    return self.ruled(match, fact, event)
                case Conceded():
                    return table.concede_match(self.rules, match, event).facts
                case SeatRetired():
                    return table.retire_seat(self.rules, match, event).facts
                case DrawOffered():
                    return table.offer_draw(self.rules, match, event).facts
                case PauseAsked():
                    return table.ask_pause(self.rules, match, event).facts
                case StandInOffered():
                    return table.offer_stand_in(self.rules, match, event).facts
                case OfferDeclined():
                    return table.decline_offer(self.rules, match, event).facts
                case RematchOpened():
                    return table.open_rematch(self.rules, match, event).facts
                case TakebackAsked():
                    return self.taken_back(match, fact, event)
                case Paused():
                    return table.pause_match(self.rules, match, event).facts
                case Resumed():
                    return table.resume_match(self.rules, match, event).facts
                case FlagFell():
                    return table.fall_flag(self.rules, match, event).facts
                case ServiceAway():
                    return table.exclude_absence(self.rules, match, event).facts
                case MatchImported():
                    return table.mark_imported(self.rules, match, event).facts
        except decider.Illegal as illegal:
            why, rule = illegal.message, illegal.refusal.rule
            why = Message("{why} ({rule})", why=why, rule=rule) if rule else why
            raise self.parts(self.wording.impossible, fact, why) from illegal
        except (table.WrongMoment, table.NoSuchCase, Drift) as reason:
            raise self.parts(self.wording.impossible, fact, reason.message) from reason
        raise self.parts(self.wording.silent, fact, waiting_for(self.rules, match))

    def parts(self, wording: Message, fact: Fact, why: Message) -> Difference:
        """Returns that *fact* cannot follow, and *why*; only then is it worth the telling."""
        return Difference(fact.seq, Message(wording, seq=fact.seq, was=self.quote(fact), why=why))

    def ruled(self, match: Match[B], fact: Fact, ruled: Ruled) -> list[Fact]:
        """Returns what a ruling leads to; what it puts into the match is taken from the log."""
        rules = self.rules
        match ruled.outcome:
            case "correction":
                events = [correction.event for correction in self.corrections(fact)]
                if not events:
                    raise Difference(
                        fact.seq + 1,
                        Message("Fact {seq} rules a correction, and none follows.", seq=fact.seq),
                    )
                return table.rule_case(rules, match, ruled, corrections=events).facts
            case "rewind":
                rewound = self.follows(
                    fact, Rewound, Message("Fact {seq} rules a rewind, and none follows.", seq=fact.seq)
                )
                line = _line(rewound)
                followed = table.rule_case(rules, match, ruled, line=line)
                self.rewound(fact.seq + 1, rewound)
                return followed.facts
            case "result":
                ended = self.follows(
                    fact, MatchEnded, Message("Fact {seq} rules a result, and none follows.", seq=fact.seq)
                )
                return table.rule_case(rules, match, ruled, winners=ended.winners).facts
        return table.rule_case(rules, match, ruled).facts

    def taken_back(self, match: Match[B], fact: Fact, asked: TakebackAsked) -> list[Fact]:
        """Returns what a wish to take an answer back leads to; where it leads is taken from the log."""
        told = self.log[: match.seq]
        if not table.is_agreed(self.rules, match, asked):
            return table.take_back(self.rules, match, asked, told).facts
        rewound = self.follows(
            fact,
            Rewound,
            Message("Fact {seq} asks for a rewind that nobody is against, and none follows.", seq=fact.seq),
        )
        line = _line(rewound)
        followed = table.take_back(self.rules, match, asked, told, line)
        self.rewound(fact.seq + 1, rewound)
        return followed.facts

    def corrections(self, fact: Fact) -> list[Fact]:
        """Returns the facts that *fact* put into the match, if it is a ruling that corrects something."""
        ruled = fact.event
        if not isinstance(ruled, Ruled) or ruled.outcome != "correction":
            return []
        mark = (fact.seq, f"case-{ruled.case}")
        return list(takewhile(lambda after: (after.cause, after.rule) == mark, self.log[fact.seq :]))

    def follows(self, fact: Fact, kind: type[E], missing: Message) -> E:
        """Returns the event of the fact after *fact*, if it is of *kind*; *missing* tells that it is not."""
        for after in self.log[fact.seq : fact.seq + 1]:
            if isinstance(after.event, kind):
                return after.event
        raise Difference(fact.seq + 1, missing)

    def rewound(self, seq: int, rewound: Rewound) -> None:
        """Holds a rewind against the record: the game as it stood there, the seed as it was committed to."""
        unlike = Message(
            "The seed of the shuffles is not the one fact {seq} commits to: its SHA-256 differs.", seq=seq
        )
        committed(seq, rewound.seed, rewound.commitment, unlike)
        there = table.fold(self.rules, self.log[: rewound.to])
        stood = restore_position(self.rules, Snapshot(rewound.position, rewound.told), rewound.to)
        if stood != there.position or _left(rewound.clocks) != _left(there.clocks):
            message = Message(
                "Fact {seq} goes back to fact {to}, but not to where the game stood there.",
                seq=seq,
                to=rewound.to,
            )
            raise Difference(seq, message)

    def compare(self, seq: int, recorded: Sequence[Fact], again: Sequence[Fact]) -> None:
        """Holds what is *recorded* after fact *seq* against what deciding *again* gave."""
        for was, now in zip(recorded, again, strict=False):
            check_number(seq, was)
            seq = now.seq
            if was != now:
                raise Difference(
                    seq, Message(self.wording.differs, seq=seq, was=self.quote(was), now=self.quote(now))
                )
        if len(recorded) < len(again):
            then = self.quote(again[len(recorded)])
            raise Difference(seq + 1, Message(self.wording.stops, seq=seq, now=then))


def _line(rewound: Rewound) -> NewLine:
    standing = Snapshot(rewound.position, rewound.told)
    return NewLine(rewound.to, standing, rewound.commitment, rewound.seed, rewound.clocks)


def _left(clocks: Clocks | None) -> tuple[tuple[int, ...], ...]:
    """Returns what a rewind keeps of the clocks: what is left, and whose flag has fallen."""
    return () if clocks is None else (clocks.left, clocks.fallen)


def waiting_for(rules: Rules[B, K], match: Match[B]) -> Message:
    """Returns what *match* is waiting for, as a sentence."""
    question = table.open_question(rules, match)
    if question is not None:
        return Message("seat {seat} is asked “{prompt}”.", seat=question.seat, prompt=question.prompt)
    if match.ended is not None:
        return Message("the match is over.")
    return Message("the match is paused.") if match.is_paused else Message("not every seat is claimed yet.")
