"""Breakdowns of numbers, the texts of cited cards, and the rules that led to a fact."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from .decider import RunningEffect
from .model import CHANCE, Answered, Asked, Picks, SeatHandedOver, SeatRetired
from .rules import Rules
from .script import B, K, Part, Parts, Table

__all__ = ("NO_TRACE", "FactTrace", "Part", "Parts", "Passage", "trace_fact")


class Passage(Struct, frozen=True):
    """The text of a card, in the book's own words, and its name."""

    name: str
    text: str


class FactTrace(NamedTuple):
    """The origin of a fact in its effect.

    `outer_rules` are the rules that led to it, except its own, the nearest first. For example, the card that
    heals is among them, while the fact cites the rule of healing. `parts` are the parts of its number, as the
    script that decided it made them.
    """

    outer_rules: tuple[str, ...] = ()
    parts: Parts = ()


NO_TRACE = FactTrace()
"""The origin of a fact without an effect."""


def trace_fact(rules: Rules[B, K], run: RunningEffect[B]) -> FactTrace:
    """Returns the origin of the last fact of *run*; nothing where *rules* do not repeat the effect."""
    start, *recorded = run.facts
    assert isinstance(start.event, Answered)
    t = Table(run.base, rules.book, start.event.seat, start.seq, states_causes=rules.states_causes)
    script = rules.resolve(t, start.event.picks)
    picks: Picks | None = None
    for fact in recorded:
        event = fact.event
        if isinstance(event, SeatRetired | SeatHandedOver):
            t.board = rules.evolve(t.board, event)
            continue
        t.parts = ()
        if not isinstance(event, Answered) or event.seat == CHANCE:
            try:
                step = next(script) if picks is None else script.send(picks)
            except StopIteration:
                return FactTrace()
            if step != event and not isinstance(event, Answered):
                return FactTrace()
            picks = None
        if isinstance(event, Answered):
            picks = event.picks
        elif not isinstance(event, Asked):
            t.board = rules.evolve(t.board, event)
            t.fact_counts[type(event)] += 1
    return FactTrace(t.outer_rules, t.parts)
