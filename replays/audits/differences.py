"""Differences between a log and the rules, as translatable messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from domain import chance, table
from domain.errors import LocalizableError
from domain.messages import Message
from domain.model import Fact
from domain.notation import write_fact
from domain.rules import Rules
from domain.script import B, K
from domain.table import Match

Quote: TypeAlias = Callable[[Fact], Message]
"""Renders a fact for a message."""


def quote_fact(fact: Fact) -> Message:
    """Returns *fact* in notation, in quotation marks."""
    return Message("“{fact}”", fact=write_fact(fact))


class Wording(NamedTuple):
    """The messages of an audit for a differing, missing, superfluous or impossible fact."""

    differs: Message
    stops: Message
    silent: Message
    impossible: Message


AGAIN = Wording(
    Message("Fact {seq} is recorded as {was}; deciding again gives {now}."),
    Message("The log stops in mid-answer after fact {seq}; deciding again goes on with {now}."),
    Message("Fact {seq} is recorded as {was}; deciding again gives nothing here: {why}"),
    Message("Fact {seq} is recorded as {was}, which was not possible: {why}"),
)
UNDER_OTHER_RULES = Wording(
    Message("Under these rules fact {seq} would be {now}; it is recorded as {was}."),
    Message("Under these rules fact {seq} would be followed by {now}; it is recorded as the last."),
    Message("Under these rules nothing would happen at fact {seq}, recorded as {was}: {why}"),
    Message("Under these rules fact {seq}, recorded as {was}, would not be possible: {why}"),
)


class Difference(LocalizableError):
    """The log and the rules differ at fact `seq`; the message explains how."""

    def __init__(self, seq: int, message: Message) -> None:
        super().__init__(message)
        self.seq = seq


def require_commitment(seq: int, seed: str, commitment: str, mismatch: Message) -> None:
    """Raises `Difference` unless *seed* is present and hashes to *commitment*."""
    if not seed:
        message = Message(
            "The seed of the shuffles is not in this log: only the judge’s copy can be decided again."
        )
        raise Difference(seq, message)
    if chance.seed_commitment(seed) != commitment:
        raise Difference(seq, mismatch)


def check_number(seq: int, fact: Fact) -> None:
    """Raises `Difference` unless the number of *fact* follows *seq*."""
    if fact.seq == seq + 1:
        return
    if fact.seq <= seq:
        message = Message("Fact {number} is there again after fact {seq}.", number=fact.seq, seq=seq)
    elif fact.seq == seq + 2:
        message = Message(
            "Fact {first} is missing: {follows}.", first=seq + 1, follows=_gap_clause(seq, fact)
        )
    else:
        message = Message(
            "Facts {first} to {last} are missing: {follows}.",
            first=seq + 1,
            last=fact.seq - 1,
            follows=_gap_clause(seq, fact),
        )
    raise Difference(seq + 1, message)


def pending_reason(rules: Rules[B, K], match: Match[B]) -> Message:
    """Returns the state that *match* waits in, as a sentence."""
    question = table.open_question(rules, match)
    if question is not None:
        return Message(
            "the question “{prompt}” is for seat {seat}.", seat=question.seat, prompt=question.prompt
        )
    if match.ended is not None:
        return Message("the match is over.")
    if match.reveals.round:
        return Message("the deal waits for round {round} of the beacon.", round=match.reveals.round)
    if match.is_revealing:
        return Message("seats still have to reveal their nonces.")
    return Message("the match is paused.") if match.is_paused else Message("not every seat is claimed yet.")


def _gap_clause(seq: int, fact: Fact) -> Message:
    if not seq:
        return Message("the log begins with fact {next}", next=fact.seq)
    return Message("fact {seq} is followed by fact {next}", seq=seq, next=fact.seq)
