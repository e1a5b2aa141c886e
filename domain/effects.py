"""An effect under way: a script that is told from one question to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic

from .errors import Drift
from .model import CHANCE, Answered, Asked, Chance, Fact, Picks, Resolved, SeatHandedOver, SeatRetired
from .script import B, K, Table

if TYPE_CHECKING:
    from .decider import Rules


class Effect(Generic[B, K]):
    """A script and its table, where it waits for an answer. It goes on from there only once.

    It begins on the board *base*; *told* are its facts so far, its first answer first, which it tells again.
    """

    __slots__ = ("_picks", "_script", "_table", "_told", "rules")

    def __init__(self, rules: Rules[B, K], base: B, told: Sequence[Fact]) -> None:
        start, *later = told
        assert isinstance(start.event, Answered)
        self.rules = rules
        self._table = Table(base, rules.book, start.event.seat, start.seq)
        self._script = rules.resolve(self._table, start.event.picks)
        self._told = iter(later)
        self._picks: Picks | None = None

    @property
    def board(self) -> B:
        """The board as it stands."""
        return self._table.board

    def hear(self, seq: int, picks: Picks) -> None:
        """Takes the answer to the question that it waits at: fact *seq*."""
        self._picks = picks
        self._table.last = self._table.cause = seq

    def follow(self, seq: int, chance: Chance) -> list[Fact]:
        """Returns what follows after fact *seq*, up to the next question or the end of the effect.

        Raises `Drift` when what was told is not told again.
        """
        rules, t, script, picks = self.rules, self._table, self._script, self._picks
        out: list[Fact] = []
        while True:
            try:
                step = next(script) if picks is None else script.send(picks)
            except StopIteration:
                if (fact := self._retold()) is not None:
                    raise Drift(fact.seq, fact.event, "the end of the effect") from None
                out.append(Fact(seq + 1, t.last, "", Resolved()))
                return out
            picks = None
            if type(step) is Asked:
                if step.seat != CHANCE:
                    fact = self._retold()
                    if fact is None:
                        out.append(Fact(seq + 1, t.cause, t.rule, step))
                        return out
                    if fact.event != step:
                        raise Drift(fact.seq, fact.event, step)
                fact = self._retold()
                if fact is None:
                    seq += 1
                    fact = Fact(seq, t.last, t.rule, chance(step, seq))
                    out.append(fact)
                said = fact.event
                if not isinstance(said, Answered) or not step.allows(said.picks):
                    raise Drift(fact.seq, said, step)
                picks, t.last, t.cause = said.picks, fact.seq, fact.seq
            else:
                fact = self._retold()
                if fact is None:
                    seq += 1
                    fact = Fact(seq, t.cause, t.rule, step)
                    out.append(fact)
                elif fact.event != step:
                    raise Drift(fact.seq, fact.event, step)
                t.board, t.last = rules.evolve(t.board, step), fact.seq
                t.happened[type(step)] += 1

    def _retold(self) -> Fact | None:
        """Returns the next fact told before; seats left or handed over in between change the board."""
        for fact in self._told:
            if not isinstance(fact.event, SeatRetired | SeatHandedOver):
                return fact
            self._table.board = self.rules.evolve(self._table.board, fact.event)
        return None
