"""Runs the script of an effect from one question to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic

from .errors import Drift
from .model import CHANCE, Answered, Asked, Chance, Fact, Picks, Resolved, SeatHandedOver, SeatRetired
from .script import B, K, Table

if TYPE_CHECKING:
    from .decider import Rules


class Effect(Generic[B, K]):
    """A script and its table, suspended at a question; resuming it consumes it.

    The effect starts on the board *base*. It first repeats the *recorded* facts, beginning with its first
    answer.
    """

    __slots__ = ("_picks", "_recorded", "_script", "_table", "rules")

    def __init__(self, rules: Rules[B, K], base: B, recorded: Sequence[Fact]) -> None:
        start, *later = recorded
        assert isinstance(start.event, Answered)
        self.rules = rules
        self._table = Table(base, rules.book, start.event.seat, start.seq)
        self._script = rules.resolve(self._table, start.event.picks)
        self._recorded = iter(later)
        self._picks: Picks | None = None

    @property
    def board(self) -> B:
        """The current board."""
        return self._table.board

    def receive_answer(self, seq: int, picks: Picks) -> None:
        """Sets *picks*, recorded as fact *seq*, as the answer that the script waits for."""
        self._picks = picks
        self._table.last = self._table.cause = seq

    def run_until_question(self, seq: int, chance: Chance) -> list[Fact]:
        """Returns the facts after fact *seq*, up to the next question or the end of the effect.

        Raises `Drift` when the script does not repeat the recorded facts.
        """
        rules, t, script, picks = self.rules, self._table, self._script, self._picks
        out: list[Fact] = []
        while True:
            try:
                step = next(script) if picks is None else script.send(picks)
            except StopIteration:
                if (fact := self._next_recorded()) is not None:
                    raise Drift(fact.seq, fact.event, "the end of the effect") from None
                out.append(Fact(seq + 1, t.last, "", Resolved()))
                return out
            picks = None
            if type(step) is Asked:
                if step.seat != CHANCE:
                    fact = self._next_recorded()
                    if fact is None:
                        out.append(Fact(seq + 1, t.cause, t.rule, step))
                        return out
                    if fact.event != step:
                        raise Drift(fact.seq, fact.event, step)
                fact = self._next_recorded()
                if fact is None:
                    seq += 1
                    fact = Fact(seq, t.last, t.rule, chance(step, seq))
                    out.append(fact)
                answer = fact.event
                if not isinstance(answer, Answered) or not step.allows(answer.picks):
                    raise Drift(fact.seq, answer, step)
                picks, t.last, t.cause = answer.picks, fact.seq, fact.seq
            else:
                fact = self._next_recorded()
                if fact is None:
                    seq += 1
                    fact = Fact(seq, t.cause, t.rule, step)
                    out.append(fact)
                elif fact.event != step:
                    raise Drift(fact.seq, fact.event, step)
                t.board, t.last = rules.evolve(t.board, step), fact.seq
                t.fact_counts[type(step)] += 1

    def _next_recorded(self) -> Fact | None:
        """Returns the next recorded fact, and applies retirements and handovers that come before it."""
        for fact in self._recorded:
            if not isinstance(fact.event, SeatRetired | SeatHandedOver):
                return fact
            self._table.board = self.rules.evolve(self._table.board, fact.event)
        return None
