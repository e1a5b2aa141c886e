"""The audit: every recorded answer is decided again, and must lead to the recorded facts, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from domain import chance, core, table
from domain.core import Rules
from domain.notation import Unreadable, write_fact
from domain.script import B, K
from domain.table import Match, MatchOpened, SeatClaimed
from domain.words import CHANCE, Answered, Fact


class Verdict(NamedTuple):
    """What the audit found: answers and facts that stood the test, and the first difference with its `seq`.

    When all is well `seq` is the number of the last fact and `difference` is empty. A difference quotes facts
    in full, hidden cards included: it is for the judge's eyes.
    """

    ok: bool
    answers: int
    facts: int
    seq: int
    difference: str


Progress = Callable[[int], None]
"""Hears after every answer how many facts have stood the test."""


class Difference(Exception):
    """The log and the rules part company at fact `seq`; the message says how."""

    def __init__(self, seq: int, sentence: str) -> None:
        super().__init__(sentence)
        self.seq = seq


def verify(rules: Rules[B, K], facts: Iterable[Fact], progress: Progress = lambda checked: None) -> Verdict:
    """Returns whether deciding every answer of *facts* again gives *facts*, shuffles included.

    *rules* have to be those the match was played with. A match may still be going on.
    """
    log = tuple(facts)
    answers = checked = 0
    try:
        match = opening(rules, log)
        checked = 1
        while checked < len(log):
            again = decide_again(rules, match, log[checked])
            compare(match.seq, log[checked : checked + len(again)], again)
            match = table.fold(rules, again, match)
            answers, checked = match.ply, match.seq
            progress(checked)
    except Difference as first:
        return Verdict(False, answers, checked, first.seq, str(first))
    return Verdict(True, answers, checked, checked, "")


def opening(rules: Rules[B, K], log: Sequence[Fact]) -> Match[B]:
    """Returns the match that the first fact opens, its seed held against the commitment."""
    if not log:
        raise Difference(1, "The log is empty: a match begins with the fact that opens it.")
    opened = log[0].event
    if not isinstance(opened, MatchOpened):
        raise Difference(1, f"The log begins with “{write_fact(log[0])}”, not with the opening of a match.")
    compare(0, log[:1], table.open_match(opened))
    if not opened.seed:
        raise Difference(
            1, "The seed of the shuffles is not in this log: only the judge's copy can be decided again."
        )
    if chance.commitment(opened.seed) != opened.commitment:
        raise Difference(
            1, "The seed of the shuffles is not the one the match was opened with: its SHA-256 differs."
        )
    try:
        return table.start(rules, log[0])
    except (core.Unplayable, Unreadable) as reason:
        raise Difference(1, f"The match was opened in a way that cannot be played: {reason}") from reason


def decide_again(rules: Rules[B, K], match: Match[B], fact: Fact) -> list[Fact]:
    """Returns what *fact*, an answer or a claim, leads to from *match*."""
    check_number(match.seq, fact)
    event = fact.event
    recorded = f"Fact {fact.seq} is recorded as “{write_fact(fact)}”"
    try:
        if isinstance(event, Answered) and event.seat != CHANCE:
            return table.answer(rules, match, event).facts
        if isinstance(event, SeatClaimed):
            if refusal := table.refuse_seat(match, event.seat):
                raise core.Illegal(None, refusal)
            return table.claim(rules, match, event).facts
    except core.Illegal as illegal:
        rule = f" ({illegal.refusal.rule})" if illegal.refusal.rule else ""
        raise Difference(fact.seq, f"{recorded}, which was not possible: {illegal}{rule}") from illegal
    except (table.WrongMoment, core.Drift) as reason:
        raise Difference(fact.seq, f"{recorded}, which was not possible: {reason}") from reason
    raise Difference(fact.seq, f"{recorded}; deciding again gives nothing here: {waiting_for(rules, match)}")


def waiting_for(rules: Rules[B, K], match: Match[B]) -> str:
    """Returns what *match* is waiting for, as a sentence."""
    question = table.asked(rules, match)
    if question is not None:
        return f"seat {question.seat} is asked “{question.prompt}”."
    return "the match is over." if match.ended is not None else "not every seat is claimed yet."


def compare(seq: int, recorded: Sequence[Fact], again: Sequence[Fact]) -> None:
    """Holds what is *recorded* after fact *seq* against what deciding *again* gave; raises `Difference`."""
    for was, now in zip(recorded, again, strict=False):
        check_number(seq, was)
        seq = now.seq
        if was != now:
            sentence = (
                f"Fact {seq} is recorded as “{write_fact(was)}”; deciding again gives “{write_fact(now)}”."
            )
            raise Difference(seq, sentence)
    if len(recorded) < len(again):
        then = write_fact(again[len(recorded)])
        raise Difference(
            seq + 1, f"The log stops in mid-answer after fact {seq}; deciding again goes on with “{then}”."
        )


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
