"""A game is a conversation: the table asks, a seat answers, things happen.

This module knows no game. It knows how to put a question, how to hear an answer, how every fact learns
why it happened, and how to pick up a half-told effect exactly where it stopped.
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
    wrong_number,
)
from .notation import Vocabulary
from .script import B, K, Script, Table


class Study(NamedTuple, Generic[B]):
    """A position to begin from: the board, and the options and seats of a match that can come to it."""

    options: dict[str, Any]
    seats: int
    board: B


class Rules(Protocol[B, K]):
    """All a game must say about itself."""

    book: K
    vocabulary: Vocabulary
    """Every event of the game, and those of this module, by its permanent name."""

    def initial_board(self, options: Mapping[str, Any], seats: int) -> B:
        """Returns the board before anything happened; raises `Unplayable`."""

    def load_study(self, position: str) -> Study[B]:
        """Returns the study that begins from *position*, told in the game's notation.

        Raises `notation.Unreadable`, and `Unplayable` when no match can go on from there.
        """

    def next_question(self, board: B) -> Asked | None:
        """Returns the question when nothing is being resolved; `None` ends the game."""

    def resolve(self, table: Table[B, K], picks: Picks) -> Script[None]:
        """Tells what follows when that question is answered with *picks*."""

    def evolve(self, board: B, event: Event) -> B:
        """Returns the board after *event*. Total: what happened cannot be refused."""

    def game_result(self, board: B) -> Result:
        """Returns how the game ended; asked only once `next_question` has returned `None`."""

    def list_sides(self, board: B) -> tuple[tuple[Seat, ...], ...]:
        """Returns the seats of each side: who wins together."""

    def side_points(self, board: B) -> tuple[int, ...]:
        """Returns the points of each side, in the order of `list_sides`; empty without points."""

    def seat_characters(self, board: B, seat: Seat) -> tuple[str, ...]:
        """Returns whom *seat* plays, by id: its characters, whatever became of them, or its Villain."""

    def retired_seats(self, board: B) -> tuple[Seat, ...]:
        """Returns the seats that have left, the first to leave first."""

    def answer_for_retired(self, question: Asked) -> DefaultAnswer:
        """Returns the answer that the rules give to *question* for a retired seat."""

    def turn_number(self, board: B) -> int:
        """Returns which turn or round is played: 0 before the first, and in a game that counts none."""

    def seat_viewer(self, board: B, seat: Seat) -> Viewer:
        """Returns *seat* as a viewer: its own secrets and those its allies share with it."""

    def redact_board(self, board: B, viewer: Viewer) -> B:
        """Returns the board as *viewer* may see it, hidden ids blank: this is decided here, once."""

    def determinize(self, board: B, viewer: Viewer, shuffle: Shuffled) -> B:
        """Returns the board as it may be for all that *viewer* knows, who sees no difference.

        All that is hidden and may change places is *shuffle* together, so that nothing of it is told.
        """

    def redact_event(self, event: Event, viewer: Viewer) -> Event:
        """Returns one of the game's events as *viewer* may see it."""

    def candidate_picks(self, board: B, question: Asked) -> Picks:
        """Returns every pick one could think of when *question*, possible or not.

        All of it may be shown to whoever may see the question's options.
        """

    def explain_refusal(self, board: B, question: Asked, pick: str) -> Refusal:
        """Tells why *pick* is none of the options of *question*."""


# -- positions, and the fold -------------------------------------------------------------------------


class Running(Struct, Generic[B], frozen=True, gc=False):
    """An effect under way: the board where it began, and all that was said since, its first answer first."""

    base: B
    told: tuple[Fact, ...]


class Position(Struct, Generic[B], frozen=True, dict=True):
    """Where a game stands: the fold of its facts up to `seq`.

    The instance dict holds the memo of `asked`, and the effect that waits for the answer to `pending`, for
    who answers first; they are no part of the value.
    """

    board: B
    seq: int = 0
    running: Running[B] | None = None
    pending: Asked | None = None


def evolve(rules: Rules[B, K], p: Position[B], fact: Fact) -> Position[B]:
    """Returns the position after *fact*. Total, and free of rules: a log always folds."""
    event, run = fact.event, p.running
    kind = type(event)
    if kind is Asked:
        assert run is not None
        assert isinstance(event, Asked)
        return Position(p.board, fact.seq, Running(run.base, (*run.told, fact)), event)
    if kind is Answered:
        run = Running(p.board, (fact,)) if run is None else Running(run.base, (*run.told, fact))
        return Position(p.board, fact.seq, run, None)
    if kind is Resolved:
        return Position(p.board, fact.seq, None, None)
    if run is not None:
        run = Running(run.base, (*run.told, fact))
    return Position(rules.evolve(p.board, event), fact.seq, run, p.pending)


def fold(rules: Rules[B, K], p: Position[B], facts: Iterable[Fact]) -> Position[B]:
    """Returns the position after all of *facts*."""
    for fact in facts:
        p = evolve(rules, p, fact)
    return p


_UNASKED = object()


def asked(rules: Rules[B, K], p: Position[B]) -> Asked | None:
    """Returns the one open question; its options are the legal moves. `None` while things are happening."""
    if p.pending is not None or p.running is not None:
        return p.pending
    memo = p.__dict__.get("asked", _UNASKED)
    if memo is _UNASKED:
        memo = p.__dict__["asked"] = rules.next_question(p.board)
    assert memo is None or isinstance(memo, Asked)
    return memo


# -- deciding ----------------------------------------------------------------------------------------


class Illegal(InvalidField):
    """That is not one of the answers: nothing is open, another seat is asked, or a rule forbids the pick."""

    slug = "not-an-option"

    def __init__(self, question: Asked | None, refusal: Refusal, picks: Sequence[str] = ()) -> None:
        options = question.options if question else ()
        wrong = next((f"/picks/{place}" for place, pick in enumerate(picks) if pick not in options), "/picks")
        super().__init__(wrong, refusal.sentence, refusal.rule)
        self.question, self.refusal = question, refusal


class Unplayable(InvalidField):
    """A match cannot be opened with these options."""

    slug = "unplayable"

    def __init__(self, refusal: Refusal) -> None:
        super().__init__("/options", refusal.sentence, refusal.rule)
        self.refusal = refusal


class Decision(NamedTuple, Generic[B]):
    """What followed from an answer, and the position it led to."""

    facts: list[Fact]
    position: Position[B]


def check(rules: Rules[B, K], p: Position[B], answer: Answered) -> Asked:
    """Returns the question that *answer* answers, or raises `Illegal` saying why it does not."""
    question = asked(rules, p)
    if question is None:
        raise Illegal(None, Refusal("", Message("No question is open.")), answer.picks)
    if answer.seat != question.seat:
        told = Message("Seat {seat} is asked, not seat {other}.", seat=question.seat, other=answer.seat)
        raise Illegal(question, Refusal("", told), answer.picks)
    if question.allows(answer.picks):
        return question
    for pick in answer.picks:
        if pick not in question.options:
            raise Illegal(question, rules.explain_refusal(p.board, question, pick), answer.picks)
    raise Illegal(question, Refusal("", wrong_number(question, len(answer.picks))), answer.picks)


def decide(
    rules: Rules[B, K], p: Position[B], answer: Answered, chance: Chance, rule: str = ""
) -> Decision[B]:
    """Returns everything that follows from *answer*, up to the next question or the end of the effect.

    *rule* is the number of the rule that gave the answer, if no seat did.
    Raises `Illegal` when it is no answer to the open question, or what follows from it has no end, and
    `Drift` when the rules no longer tell the effect under way as it was told before.
    """
    question = check(rules, p, answer)
    try:
        return _followed(rules, p, answer, chance, question, rule)
    except RecursionError as error:
        sentence = Message("What follows from this answer does not come to an end.")
        raise Illegal(question, Refusal("", sentence)) from error


def _followed(
    rules: Rules[B, K], p: Position[B], answer: Answered, chance: Chance, question: Asked, rule: str
) -> Decision[B]:
    """Goes on with the effect that waits at *p*; without one, tells the effect under way from its start."""
    effect: Effect[B, K] | None = p.__dict__.pop("effect", None)
    cause = p.running.told[-1].seq if p.running is not None else p.seq
    first = Fact(p.seq + 1, cause, rule, replace(answer, secret=question.sight == "secret"))
    run = evolve(rules, p, first).running
    assert run is not None
    if effect is not None and effect.rules is rules:
        effect.hear(first.seq, answer.picks)
    else:
        effect = Effect(rules, run.base, run.told)
    then = effect.follow(first.seq, chance)
    last, facts = then[-1], [first, *then]
    if not isinstance(last.event, Asked):
        return Decision(facts, Position(effect.board, last.seq))
    position = Position(effect.board, last.seq, Running(run.base, (*run.told, *then)), last.event)
    position.__dict__["effect"] = effect
    return Decision(facts, position)


# -- what a viewer may see ---------------------------------------------------------------------------


def shown_question(asked: Asked, viewer: Viewer) -> Asked:
    """Returns *asked* as *viewer* may see it."""
    if asked.sight == "open" or asked.seat in viewer.shares:
        return asked
    if asked.sight == "hand" and viewer.sees_hand(asked.seat):
        return asked
    return replace(asked, options=())


def shown(rules: Rules[B, K], fact: Fact, viewer: Viewer) -> Fact:
    """Returns *fact* as *viewer* may see it; number, cause and rule are always public."""
    event = fact.event
    if isinstance(event, Asked):
        event = shown_question(event, viewer)
    elif isinstance(event, Answered):
        if event.secret and event.seat not in viewer.shares:
            event = replace(event, picks=(), options=())
    elif not isinstance(event, Resolved | SeatRetired | SeatHandedOver):
        event = rules.redact_event(event, viewer)
    return fact if event is fact.event else replace(fact, event=event)
