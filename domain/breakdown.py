"""Breakdowns of numbers, the texts of cited cards, and the rules that led to a fact."""

from __future__ import annotations

from msgspec import Struct

from .decider import RunningEffect
from .model import CHANCE, Answered, Asked, Picks
from .rules import Rules
from .script import B, K, Table


class Passage(Struct, frozen=True):
    """The text of a card, in the book's own words, and its name."""

    name: str
    text: str


class Part(Struct, frozen=True):
    """The share of one rule or card in a derived number, such as a Strength, a Cost or damage."""

    amount: int
    rule: str


def trace_rules(rules: Rules[B, K], run: RunningEffect[B]) -> tuple[str, ...]:
    """Returns the rules that led to the last fact of *run*, except its own, nearest first.

    For example, the card that heals is among them, while the fact cites the rule of healing. Returns nothing
    where *rules* do not repeat the recorded effect.
    """
    start, *recorded = run.facts
    assert isinstance(start.event, Answered)
    t = Table(run.base, rules.book, start.event.seat, start.seq)
    script = rules.resolve(t, start.event.picks)
    picks: Picks | None = None
    for fact in recorded:
        event = fact.event
        if not isinstance(event, Answered) or event.seat == CHANCE:
            try:
                step = next(script) if picks is None else script.send(picks)
            except StopIteration:
                return ()
            if step != event and not isinstance(event, Answered):
                return ()
            picks = None
        if isinstance(event, Answered):
            picks = event.picks
        elif not isinstance(event, Asked):
            t.board = rules.evolve(t.board, event)
            t.fact_counts[type(event)] += 1
    return t.outer_rules
