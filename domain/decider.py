"""Decides the consequences of an answer, and folds facts into positions.

This module knows no game. It asks the rules of one for scripts, numbers their facts, gives each fact its
cause and rule, and resumes an effect exactly where it waits for an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from .errors import Drift, InvalidField
from .messages import Message
from .model import (
    CHANCE,
    Answered,
    Asked,
    Chance,
    Fact,
    Picks,
    Refusal,
    Resolved,
    SeatHandedOver,
    SeatRetired,
    Viewer,
    wrong_count_message,
)
from .rules import Rules
from .script import B, K, Table

# -- positions, and the fold -------------------------------------------------------------------------


class RunningEffect(Struct, Generic[B], frozen=True, gc=False):
    """An effect in progress, with the board at its start and all facts since then."""

    base: B
    facts: tuple[Fact, ...]


class Position(Struct, Generic[B], frozen=True, dict=True):
    """The fold of a game's facts up to `seq`.

    The instance dict caches the result of `open_question`, and the effect that waits for the answer to
    `pending`. Neither is part of the value.
    """

    board: B
    seq: int = 0
    running: RunningEffect[B] | None = None
    pending: Asked | None = None


def evolve(rules: Rules[B, K], p: Position[B], fact: Fact) -> Position[B]:
    """Returns the position after *fact*; accepts every fact, so that every log folds."""
    event, run = fact.event, p.running
    kind = type(event)
    if kind is Asked:
        assert run is not None
        assert isinstance(event, Asked)
        return Position(p.board, fact.seq, RunningEffect(run.base, (*run.facts, fact)), event)
    if kind is Answered:
        run = RunningEffect(p.board, (fact,)) if run is None else RunningEffect(run.base, (*run.facts, fact))
        return Position(p.board, fact.seq, run, None)
    if kind is Resolved:
        return Position(p.board, fact.seq, None, None)
    if run is not None:
        run = RunningEffect(run.base, (*run.facts, fact))
    return Position(rules.evolve(p.board, event), fact.seq, run, p.pending)


def fold(rules: Rules[B, K], p: Position[B], facts: Iterable[Fact]) -> Position[B]:
    """Returns the position after all *facts*."""
    for fact in facts:
        p = evolve(rules, p, fact)
    return p


_UNASKED = object()


def open_question(rules: Rules[B, K], p: Position[B]) -> Asked | None:
    """Returns the open question with the legal moves as its options, or `None` during an effect."""
    if p.pending is not None or p.running is not None:
        return p.pending
    memo = p.__dict__.get("asked", _UNASKED)
    if memo is _UNASKED:
        memo = p.__dict__["asked"] = rules.next_question(p.board)
    assert memo is None or isinstance(memo, Asked)
    return memo


# -- effects ----------------------------------------------------------------------------------------


class Effect(Generic[B, K]):
    """A script and its table, suspended at a question; resuming it consumes it.

    The effect starts on the board *base*. It first repeats the *recorded* facts, beginning with its first
    answer.
    """

    __slots__ = ("_picks", "_recorded", "_script", "_start", "_table", "rules")

    def __init__(self, rules: Rules[B, K], base: B, recorded: Sequence[Fact]) -> None:
        start, *later = recorded
        assert isinstance(start.event, Answered)
        self.rules, self._start = rules, start.seq
        self._table = Table(base, rules.book, start.event.seat, start.seq, states_causes=rules.states_causes)
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
                out.append(Fact(seq + 1, self._start if t.states_causes else t.last, "", Resolved()))
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
                    fact = Fact(seq, t.cause if t.states_causes else t.last, t.rule, chance(step, seq))
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


# -- deciding ----------------------------------------------------------------------------------------


class Illegal(InvalidField):
    """An illegal answer to the open question, or an answer without one."""

    slug = "not-an-option"

    def __init__(self, question: Asked | None, refusal: Refusal, picks: Sequence[str] = ()) -> None:
        options = question.options if question else ()
        pointer = next(
            (f"/picks/{index}" for index, pick in enumerate(picks) if pick not in options), "/picks"
        )
        super().__init__(pointer, refusal.sentence, refusal.rule)
        self.question, self.refusal = question, refusal


class Unplayable(InvalidField):
    """A match cannot be opened with these options."""

    slug = "unplayable"

    def __init__(self, refusal: Refusal) -> None:
        super().__init__("/options", refusal.sentence, refusal.rule)
        self.refusal = refusal


class Decision(NamedTuple, Generic[B]):
    """The facts that follow from an answer, and the position after them."""

    facts: list[Fact]
    position: Position[B]


def check_answer(rules: Rules[B, K], p: Position[B], answer: Answered) -> Asked:
    """Returns the question that *answer* answers; raises `Illegal` with the reason otherwise."""
    question = open_question(rules, p)
    if question is None:
        raise Illegal(None, Refusal("", Message("No question is open.")), answer.picks)
    if answer.seat != question.seat:
        sentence = Message(
            "Seat {seat} answers now, not seat {other}.", seat=question.seat, other=answer.seat
        )
        raise Illegal(question, Refusal("", sentence), answer.picks)
    if question.allows(answer.picks):
        return question
    for pick in answer.picks:
        if pick not in question.options:
            raise Illegal(question, rules.explain_refusal(p.board, question, pick), answer.picks)
    raise Illegal(question, Refusal("", wrong_count_message(question, len(answer.picks))), answer.picks)


def decide(
    rules: Rules[B, K], p: Position[B], answer: Answered, chance: Chance, rule: str = ""
) -> Decision[B]:
    """Returns all facts from *answer* to the next question or the end of the effect.

    *rule* is the number of the rule that gave the answer, if no seat did. Raises `Illegal` for an illegal
    answer and for an answer whose consequences never end. Raises `Drift` when the rules do not repeat the
    recorded facts of the effect in progress.
    """
    question = check_answer(rules, p, answer)
    try:
        return _continue_effect(rules, p, answer, chance, question, rule)
    except RecursionError as error:
        sentence = Message("What follows from this answer does not come to an end.")
        raise Illegal(question, Refusal("", sentence)) from error


def _continue_effect(
    rules: Rules[B, K], p: Position[B], answer: Answered, chance: Chance, question: Asked, rule: str
) -> Decision[B]:
    """Resumes the effect that waits at *p*, or replays its recorded facts first."""
    effect: Effect[B, K] | None = p.__dict__.pop("effect", None)
    cause = p.running.facts[-1].seq if p.running is not None else p.seq
    first = Fact(p.seq + 1, cause, rule, replace(answer, secret=question.sight == "secret"))
    run = evolve(rules, p, first).running
    assert run is not None
    if effect is not None and effect.rules is rules:
        effect.receive_answer(first.seq, answer.picks)
    else:
        effect = Effect(rules, run.base, run.facts)
    following = effect.run_until_question(first.seq, chance)
    last, facts = following[-1], [first, *following]
    if not isinstance(last.event, Asked):
        return Decision(facts, Position(effect.board, last.seq))
    position = Position(effect.board, last.seq, RunningEffect(run.base, (*run.facts, *following)), last.event)
    position.__dict__["effect"] = effect
    return Decision(facts, position)


# -- what a viewer may see ---------------------------------------------------------------------------


def redact_question(question: Asked, viewer: Viewer) -> Asked:
    """Returns *question* as *viewer* may see it."""
    if question.sight == "open" or question.seat in viewer.shares:
        return question
    if question.sight == "hand" and viewer.sees_hand(question.seat):
        return question
    return replace(question, options=())


def redact_fact(rules: Rules[B, K], fact: Fact, viewer: Viewer) -> Fact:
    """Returns *fact* as *viewer* may see it; its number, cause and rule are always public."""
    event = fact.event
    if isinstance(event, Asked):
        event = redact_question(event, viewer)
    elif isinstance(event, Answered):
        if event.secret and event.seat not in viewer.shares:
            event = replace(event, picks=(), options=())
    elif not isinstance(event, Resolved | SeatRetired | SeatHandedOver):
        event = rules.redact_event(event, viewer)
    return fact if event is fact.event else replace(fact, event=event)
