"""Decides what follows from an answer, and folds facts into positions.

This module knows no game. It asks the rules of one for scripts, numbers the facts that they yield, gives each
fact its cause and rule, and resumes an effect exactly where it waits for an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol

from msgspec import Struct
from msgspec.structs import replace

from .effects import Effect
from .errors import InvalidField
from .messages import Message
from .model import (
    Answered,
    Asked,
    Chance,
    DefaultAnswer,
    Event,
    Fact,
    Picks,
    Refusal,
    Resolved,
    Result,
    Seat,
    SeatHandedOver,
    SeatRetired,
    Shuffled,
    Viewer,
    wrong_count_message,
)
from .notation import Vocabulary
from .script import B, K, Script, Table


class Study(NamedTuple, Generic[B]):
    """A board to start from, with the options and seats of a match that can reach it."""

    options: dict[str, Any]
    seats: int
    board: B


class Rules(Protocol[B, K]):
    """The rules of a game, as the decider, the table and the replays use them."""

    book: K
    vocabulary: Vocabulary
    """The events of the game and of every conversation, by their permanent names."""

    def initial_board(self, options: Mapping[str, Any], seats: int) -> B:
        """Returns the board before the first fact; raises `Unplayable`."""

    def load_study(self, position: str) -> Study[B]:
        """Returns the study that starts from *position*, written in the game's notation.

        Raises `notation.Unreadable`, and `Unplayable` when no match can go on from there.
        """

    def next_question(self, board: B) -> Asked | None:
        """Returns the question between two effects, or `None` when the game has ended."""

    def resolve(self, table: Table[B, K], picks: Picks) -> Script[None]:
        """Returns the script that follows when *picks* answer that question."""

    def evolve(self, board: B, event: Event) -> B:
        """Returns the board after *event*; accepts every event, because facts cannot be refused."""

    def game_result(self, board: B) -> Result:
        """Returns the result of a game for which `next_question` has returned `None`."""

    def list_sides(self, board: B) -> tuple[tuple[Seat, ...], ...]:
        """Returns the seats of each side; the seats of a side win together."""

    def side_points(self, board: B) -> tuple[int, ...]:
        """Returns the points of each side in the order of `list_sides`; empty without points."""

    def seat_characters(self, board: B, seat: Seat) -> tuple[str, ...]:
        """Returns the ids of a seat's characters or Villain, in play or not."""

    def retired_seats(self, board: B) -> tuple[Seat, ...]:
        """Returns the seats that have left, in the order of their leaving."""

    def answer_for_retired(self, question: Asked) -> DefaultAnswer:
        """Returns the answer of the rules to *question* for a retired seat."""

    def turn_number(self, board: B) -> int:
        """Returns the number of the turn or round, 0 before the first and in a game without turns."""

    def seat_viewer(self, board: B, seat: Seat) -> Viewer:
        """Returns *seat* as a viewer, with its own secrets and those of its allies."""

    def redact_board(self, board: B, viewer: Viewer) -> B:
        """Returns the board with blank ids in place of everything hidden from *viewer*."""

    def determinize(self, board: B, viewer: Viewer, shuffle: Shuffled) -> B:
        """Returns a board that *viewer* cannot tell from the true one.

        All hidden items that may change places go through *shuffle* together, so that their order reveals
        nothing.
        """

    def redact_event(self, event: Event, viewer: Viewer) -> Event:
        """Returns an event of the game without the parts hidden from *viewer*."""

    def candidate_picks(self, board: B, question: Asked) -> Picks:
        """Returns every conceivable pick for *question*, possible or not.

        Every viewer of the question's options may see all of them.
        """

    def explain_refusal(self, board: B, question: Asked, pick: str) -> Refusal:
        """Returns the reason why *pick* is not an option of *question*."""


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
        sentence = Message("Seat {seat} is asked, not seat {other}.", seat=question.seat, other=answer.seat)
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
