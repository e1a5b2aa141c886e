"""Finds all rules that led to a fact; the fact itself cites only the nearest one."""

from __future__ import annotations

from .decider import Rules, RunningEffect
from .model import CHANCE, Answered, Asked, Picks
from .script import B, K, Table


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
