"""One record of a match, held against the rules: what every answer, claim and ruling in it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Generic, NamedTuple, TypeVar

from domain import chance, core, table
from domain.core import Rules
from domain.notation import Unreadable, write_fact
from domain.script import B, K
from domain.standing import Standing, stand
from domain.table import (
    Appealed,
    CaseAssigned,
    Conceded,
    DisputeAnswered,
    DisputeOpened,
    DrawOffered,
    JudgeLooked,
    Line,
    Match,
    MatchEnded,
    MatchOpened,
    PauseAsked,
    Paused,
    RematchOpened,
    Resumed,
    Rewound,
    Ruled,
    SeatClaimed,
    TakebackAsked,
)
from domain.words import CHANCE, Answered, Event, Fact

E = TypeVar("E", bound=Event)

BY_A_SEAT = (SeatClaimed, Conceded, DrawOffered, PauseAsked, TakebackAsked, RematchOpened)
"""What a seat does, besides answering."""

Progress = Callable[[int], None]
"""Hears after every answer how many facts have stood the test."""


Quote = Callable[[Fact], str]
"""Tells a fact in a sentence about it."""


def quoted(fact: Fact) -> str:
    """Returns *fact* in notation, as a quotation."""
    return f"“{write_fact(fact)}”"


class Wording(NamedTuple):
    """How an audit says what it found: a fact that differs, one too few, one too many, one not possible."""

    differs: str
    stops: str
    silent: str
    impossible: str


AGAIN = Wording(
    "Fact {seq} is recorded as {was}; deciding again gives {now}.",
    "The log stops in mid-answer after fact {seq}; deciding again goes on with {now}.",
    "Fact {seq} is recorded as {was}; deciding again gives nothing here: {why}",
    "Fact {seq} is recorded as {was}, which was not possible: {why}",
)
UNDER_OTHER_RULES = Wording(
    "Under these rules fact {seq} would be {now}; it is recorded as {was}.",
    "Under these rules fact {seq} would be followed by {now}; it is recorded as the last.",
    "Under these rules nothing would happen at fact {seq}, recorded as {was}: {why}",
    "Under these rules fact {seq}, recorded as {was}, would not be possible: {why}",
)


class Difference(Exception):
    """The log and the rules part company at fact `seq`; the message says how."""

    def __init__(self, seq: int, sentence: str) -> None:
        super().__init__(sentence)
        self.seq = seq


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
            raise Difference(1, "The log is empty: a match begins with the fact that opens it.")
        first = self.log[0]
        opened = first.event
        if not isinstance(opened, MatchOpened):
            raise Difference(
                1, f"The log begins with “{write_fact(first)}”, not with the opening of a match."
            )
        self.compare(0, self.log[:1], table.open_match(opened))
        committed(1, opened.seed, opened.commitment, "the match was opened with")
        try:
            self.pinned(opened)
            match = table.start(self.rules, first)
        except (core.Unplayable, Unreadable) as reason:
            sentence = f"The match was opened in a way that cannot be played: {reason}"
            raise Difference(1, sentence) from reason
        return match

    def pinned(self, opened: MatchOpened) -> None:
        """Holds the options and seats of a study against the position that it begins from."""
        if not opened.position:
            return
        study = self.rules.resume(opened.position)
        if study.seats != opened.seats:
            seats = f"{opened.seats} seats, and its position is one of {study.seats}"
            raise Difference(1, f"The match was opened for {seats}.")
        start = self.rules.start
        if start(study.options, study.seats) != start(opened.options, opened.seats):
            options = f"{opened.options}, and its position is one of {study.options}"
            raise Difference(1, f"The match was opened with the options {options}.")

    # -- all that follows ------------------------------------------------------------------------------

    def decided(self, match: Match[B], fact: Fact) -> list[Fact]:
        """Returns what *fact* leads to from *match*: an answer, a claim, or what was said in a case."""
        check_number(match.seq, fact)
        event = fact.event
        try:
            if isinstance(event, Answered) and event.seat != CHANCE:
                return table.answer(self.rules, match, event).facts
            if isinstance(event, BY_A_SEAT) and (refusal := table.refuse_seat(match, event.seat)):
                raise core.Illegal(None, refusal)
            match event:
                case SeatClaimed():
                    return table.claim(self.rules, match, event).facts
                case DisputeOpened():
                    return table.dispute(self.rules, match, event).facts
                case DisputeAnswered():
                    return table.reply(self.rules, match, event).facts
                case Appealed():
                    return table.appeal(self.rules, match, event).facts
                case CaseAssigned():
                    return table.assign(self.rules, match, event).facts
                case JudgeLooked():
                    return table.look(self.rules, match, event).facts
                case Ruled():
                    return self.ruled(match, fact, event)
                case Conceded():
                    return table.concede(self.rules, match, event).facts
                case DrawOffered():
                    return table.offer_draw(self.rules, match, event).facts
                case PauseAsked():
                    return table.ask_pause(self.rules, match, event).facts
                case RematchOpened():
                    return table.open_rematch(self.rules, match, event).facts
                case TakebackAsked():
                    return self.taken_back(match, fact, event)
                case Paused():
                    return table.pause(self.rules, match, event).facts
                case Resumed():
                    return table.resume(self.rules, match, event).facts
        except core.Illegal as illegal:
            rule = f" ({illegal.refusal.rule})" if illegal.refusal.rule else ""
            raise self.parts(self.wording.impossible, fact, f"{illegal}{rule}") from illegal
        except (table.WrongMoment, table.NoSuchCase, core.Drift) as reason:
            raise self.parts(self.wording.impossible, fact, str(reason)) from reason
        raise self.parts(self.wording.silent, fact, waiting_for(self.rules, match))

    def parts(self, wording: str, fact: Fact, why: str) -> Difference:
        """Returns that *fact* cannot follow, and *why*; only then is it worth the telling."""
        return Difference(fact.seq, wording.format(seq=fact.seq, was=self.quote(fact), why=why))

    def ruled(self, match: Match[B], fact: Fact, ruled: Ruled) -> list[Fact]:
        """Returns what a ruling leads to; what it puts into the match is taken from the log."""
        rules = self.rules
        match ruled.outcome:
            case "correction":
                events = [correction.event for correction in self.corrections(fact)]
                if not events:
                    raise Difference(fact.seq + 1, f"Fact {fact.seq} rules a correction, and none follows.")
                return table.rule(rules, match, ruled, corrections=events).facts
            case "rewind":
                rewound = self.follows(fact, Rewound, "rules a rewind")
                standing = Standing(rewound.position, rewound.told)
                line = Line(rewound.to, standing, rewound.commitment, rewound.seed)
                followed = table.rule(rules, match, ruled, line=line)
                self.rewound(fact.seq + 1, rewound)
                return followed.facts
            case "result":
                ended = self.follows(fact, MatchEnded, "rules a result")
                return table.rule(rules, match, ruled, winners=ended.winners).facts
        return table.rule(rules, match, ruled).facts

    def taken_back(self, match: Match[B], fact: Fact, asked: TakebackAsked) -> list[Fact]:
        """Returns what a wish to take an answer back leads to; where it leads is taken from the log."""
        told = self.log[: match.seq]
        if not table.agrees(self.rules, match, asked):
            return table.take_back(self.rules, match, asked, told).facts
        rewound = self.follows(fact, Rewound, "asks for a rewind that nobody is against")
        line = Line(rewound.to, Standing(rewound.position, rewound.told), rewound.commitment, rewound.seed)
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

    def follows(self, fact: Fact, kind: type[E], what: str) -> E:
        """Returns the event of the fact after *fact*, which has to be followed by one of *kind*."""
        for after in self.log[fact.seq : fact.seq + 1]:
            if isinstance(after.event, kind):
                return after.event
        raise Difference(fact.seq + 1, f"Fact {fact.seq} {what}, and none follows.")

    def rewound(self, seq: int, rewound: Rewound) -> None:
        """Holds a rewind against the record: the game as it stood there, the seed as it was committed to."""
        committed(seq, rewound.seed, rewound.commitment, f"fact {seq} commits to")
        there = table.fold(self.rules, self.log[: rewound.to]).position
        if stand(self.rules, Standing(rewound.position, rewound.told), rewound.to) != there:
            sentence = f"Fact {seq} goes back to fact {rewound.to}, but not to where the game stood there."
            raise Difference(seq, sentence)

    def compare(self, seq: int, recorded: Sequence[Fact], again: Sequence[Fact]) -> None:
        """Holds what is *recorded* after fact *seq* against what deciding *again* gave."""
        for was, now in zip(recorded, again, strict=False):
            check_number(seq, was)
            seq = now.seq
            if was != now:
                told = self.wording.differs.format(seq=seq, was=self.quote(was), now=self.quote(now))
                raise Difference(seq, told)
        if len(recorded) < len(again):
            then = self.quote(again[len(recorded)])
            raise Difference(seq + 1, self.wording.stops.format(seq=seq, now=then))


def committed(seq: int, seed: str, commitment: str, by: str) -> None:
    """Raises `Difference` unless *seed* is there and is the one that was committed to *by* fact *seq*."""
    if not seed:
        sentence = "The seed of the shuffles is not in this log: only the judge's copy can be decided again."
        raise Difference(seq, sentence)
    if chance.commitment(seed) != commitment:
        raise Difference(seq, f"The seed of the shuffles is not the one {by}: its SHA-256 differs.")


def waiting_for(rules: Rules[B, K], match: Match[B]) -> str:
    """Returns what *match* is waiting for, as a sentence."""
    question = table.asked(rules, match)
    if question is not None:
        return f"seat {question.seat} is asked “{question.prompt}”."
    if match.ended is not None:
        return "the match is over."
    return "the match is paused." if match.paused else "not every seat is claimed yet."


def check_number(seq: int, fact: Fact) -> None:
    """Raises `Difference` unless *fact* is numbered to follow on fact *seq*."""
    if fact.seq == seq + 1:
        return
    follows = f"fact {seq} is followed by" if seq else "the log begins with"
    if fact.seq <= seq:
        sentence = f"Fact {fact.seq} is there again after fact {seq}."
    elif fact.seq == seq + 2:
        sentence = f"Fact {seq + 1} is missing: {follows} fact {fact.seq}."
    else:
        sentence = f"Facts {seq + 1} to {fact.seq - 1} are missing: {follows} fact {fact.seq}."
    raise Difference(seq + 1, sentence)
