"""By which rules something came about: a fact names the nearest one, and this finds those that led to it."""

from __future__ import annotations

from .decider import Rules, Running
from .model import CHANCE, Answered, Asked, Picks
from .script import B, K, Table


def rules_around(rules: Rules[B, K], run: Running[B]) -> tuple[str, ...]:
    """Returns the rules that led to the last fact of *run*, besides its own: the nearest first.

    A card that heals somebody is among them, while the fact names the rule of healing. There are none where
    *rules* do not tell the effect as it was told.
    """
    start, *told = run.told
    assert isinstance(start.event, Answered)
    t = Table(run.base, rules.book, start.event.seat, start.seq)
    script = rules.resolve(t, start.event.picks)
    picks: Picks | None = None
    for fact in told:
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
            t.happened[type(event)] += 1
    return t.around
