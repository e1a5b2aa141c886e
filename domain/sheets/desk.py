"""The desk where the answers of a sheet are entered, with the decks that the sheet itself has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from .. import decider
from ..chance import chance_answer
from ..decider import Illegal, Position
from ..messages import Message
from ..model import Answered, Asked, Fact, Picks, Refusal, Seat
from ..rules import Rules
from .cursor import Choices, Cursor, choose
from .sheet import SEATS, SheetMistake

MAX_FACTS = 20_000
"""The most facts of one sheet; the longest matches of bots have half as many."""


class EnteredAnswer(NamedTuple):
    """The facts that follow from an answer, and the board before them."""

    board: Any
    facts: Sequence[Fact]


class Desk(Protocol):
    """The place where answers are entered and decided."""

    @property
    def position(self) -> Position[Any]:
        """The position after the last answer."""

    def enter(self, seat: Seat, picks: Picks) -> EnteredAnswer:
        """Decides an answer and returns its facts; raises `Illegal`."""


class OpenDesk:
    """A desk for a sheet with all cards; brackets of `*` have the orders of decks."""

    def __init__(self, rules: Rules[Any, Any], board: Any, cursor: Cursor) -> None:
        self._rules, self._cursor = rules, cursor
        self._position: Position[Any] = Position(board)

    @property
    def position(self) -> Position[Any]:
        """The position after the last answer."""
        return self._position

    def enter(self, seat: Seat, picks: Picks) -> EnteredAnswer:
        """Decides an answer with the decks of the sheet; raises `Illegal` and `SheetMistake`."""
        if "" in picks:
            sentence = Message("A sheet with the order of each deck names this card.")
            raise Illegal(None, Refusal("", sentence), picks)
        if self._position.seq >= MAX_FACTS:
            sentence = Message("A sheet leads to at most {facts} facts.", facts=MAX_FACTS)
            raise Illegal(None, Refusal("", sentence))
        decision = decider.decide(self._rules, self._position, Answered(seat, picks), self._draw)
        entered = EnteredAnswer(self._position.board, decision.facts)
        self._position = decision.position
        return entered

    def _draw(self, question: Asked, seq: int) -> Answered:
        """Returns the next order, lot or lost card that the sheet has; raises `SheetMistake` without one."""
        is_card = question.prompt == "draw" and not question.options[0].isdigit()
        source = self._cursor.lost_cards if is_card else self._cursor.orders
        if len(question.options) < 2 and not is_card:
            return chance_answer(question.options)
        if not source:
            sentence = Message("The sheet lacks the order of a deck or a lot, [*: …], or a lost card, !….")
            raise SheetMistake(self._cursor.peek(), sentence)
        bracket = source.popleft()
        options = Choices({_lot_word(option): option for option in question.options})
        picks = tuple(choose(word, options, Message("This deck has")) for word in bracket.words)
        if not question.allows(picks):
            sentence = Message("Here stand {count} different cards.", count=question.least)
            raise SheetMistake(bracket.token, sentence)
        return chance_answer(picks)


def _lot_word(option: str) -> str:
    return SEATS[int(option)].casefold() if option.isdigit() else option.casefold()
