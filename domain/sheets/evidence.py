"""What a sheet says besides its answers, compared with the facts: cards in sight, and the checks of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from .. import decider
from ..messages import Message
from ..model import CONVERSATION, SPECTATOR, Event, Fact, Seat
from ..rules import Rules
from .dialect import Dialect, Turn
from .sheet import SheetMistake, Token

MAX_DIFFERENCES = 100
"""The most checks of a sheet that are reported as different."""


class PastLine(NamedTuple):
    """A line that has been read: its turn, its number and the board at its end."""

    turn: Turn
    number: int
    board: Any


class Evidence:
    """The facts since the last action, the words that they have to bear out, and the lines so far."""

    def __init__(self, dialect: Dialect, rules: Rules[Any, Any], checks: dict[int, Sequence[Token]]) -> None:
        self._dialect, self._rules, self._checks = dialect, rules, checks
        self._facts: list[Fact] = []
        self._names: list[frozenset[str]] = []
        self._claims: dict[tuple[str, ...], Token] = {}
        self._lines: list[PastLine] = []
        self._agreed: dict[str, int] = {}
        self._end: Any = None
        self.differences: list[SheetMistake] = []

    def add_facts(self, board: Any, facts: Iterable[Fact]) -> None:
        """Adds the *facts* that follow on *board*; the first new turn ends the line."""
        for fact in facts:
            if self._end is None and self._dialect.begins(fact.event):
                self._end = board
            self._facts.append(decider.redact_fact(self._rules, fact, SPECTATOR))
            self._names.append(frozenset(_fact_words(self._dialect, self._rules.book, self._facts[-1].event)))
            if not isinstance(fact.event, CONVERSATION):
                board = self._rules.evolve(board, fact.event)

    def begin_action(self) -> None:
        """Compares what the sheet says about the action before, and forgets its facts."""
        self.confirm_claims()
        self._forget_facts()

    def end_action(self) -> None:
        """Forgets the facts of the last action; the end of the turn may bear out what they do not."""
        self._claims = {words: token for words, token in self._claims.items() if not self.agrees(words)}
        self._forget_facts()

    def _forget_facts(self) -> None:
        self._facts.clear()
        self._names.clear()

    def has_begun(self, word: str) -> bool:
        """Returns whether the turn of *word* is among those that began since the last action."""
        return word in (self._dialect.begins(fact.event).casefold() for fact in self._facts)

    def claim(self, token: Token, words: Iterable[str]) -> None:
        """Notes that one fact of the action has a value for each of *words*, or the number at their end."""
        self._claims.setdefault(tuple(word.casefold() for word in words), token)

    def confirm_claims(self) -> None:
        """Raises `SheetMistake` for words that no fact of the action bears out."""
        for words, token in self._claims.items():
            if not self.agrees(words):
                sentence = Message(
                    "The sheet says {words}; nothing of the kind happened.",
                    words=" ".join(filter(None, words)),
                )
                raise SheetMistake(token, sentence)
        self._claims.clear()

    def agrees(self, words: Iterable[str]) -> bool:
        """Returns whether a fact of the action has a value for each of *words*, whole or by its beginning."""
        claimed_words = tuple(word.casefold().partition("/")[0] for word in words)
        if claimed_words[0] in self._dialect.prices:
            lost_cards = filter(None, (self._dialect.lost_card(fact.event) for fact in self._facts))
            return any(claimed_words[1] in self._dialect.names(self._rules.book, card) for card in lost_cards)
        if claimed_words[-1].isdecimal():
            return any(self._dialect.tally(fact.event) == claimed_words for fact in self._facts)
        return any(all(_is_among(word, names) for word in claimed_words) for names in self._names)

    def open_line(self) -> None:
        """Forgets the end of the line before."""
        self._end = None

    def end_line(self, turn: Turn, numbers: Iterable[int], board: Any) -> None:
        """Compares the checks on the lines *numbers* of a *turn*; *board* is the last one."""
        self.confirm_claims()
        board = board if self._end is None else self._end
        for number in numbers:
            self._lines.append(PastLine(turn, number, board))
            if len(self.differences) < MAX_DIFFERENCES:
                self.differences += self._compare_check(self._checks.get(number, ()))

    def _compare_check(self, check: Sequence[Token]) -> Iterator[SheetMistake]:
        """Yields the differences between a *check* and the last line."""
        turn, _, board = self._lines[-1]
        figures = self._dialect.figures(board, turn.seat)
        words = iter(check)
        for word in words:
            value = next(words, None)
            if word.key not in figures or value is None:
                sentence = Message(
                    "A check has one of {words} and its number, not “{text}”.",
                    words=", ".join(figures),
                    text=word.text,
                )
                yield SheetMistake(word, sentence)
                return
            if figures[word.key] == value.key:
                self._agreed[word.key] = len(self._lines)
            else:
                yield SheetMistake(word, self._difference(word, value, figures[word.key]))

    def _difference(self, word: Token, value: Token, actual: str) -> Message:
        """Returns the message about a check that differs, with the first line that changed its number."""
        seat, agreed = self._lines[-1].turn.seat, self._agreed.get(word.key, 0)
        lines = self._lines[max(agreed - 1, 0) :]
        changed_lines = (
            line
            for before, line in pairwise(lines)
            if self._figure(before, seat, word) != self._figure(line, seat, word)
        )
        line = next(changed_lines, None)
        differs = Message(
            "The sheet says {word} {value}; the entries lead to {found}.",
            word=word.text,
            value=value.text,
            found=actual,
        )
        if line is None:
            return Message("{differs} No line before it touches it.", differs=differs)
        return Message(
            "{differs} The first line that touches it is line {line}, of {turn}.",
            differs=differs,
            line=line.number,
            turn=line.turn.word,
        )

    def _figure(self, line: PastLine, seat: Seat, word: Token) -> str:
        return self._dialect.figures(line.board, seat).get(word.key, "")


def _is_among(word: str, names: frozenset[str]) -> bool:
    return word in names or any(name.startswith(word) for name in names)


def _fact_words(dialect: Dialect, book: Any, event: Event) -> Iterator[str]:
    """Yields the words for the values of *event*; answers and questions have none."""
    if not isinstance(event, CONVERSATION):
        for value in msgspec.structs.astuple(event):
            for item in value if isinstance(value, tuple) else (value,):
                if isinstance(item, str):
                    yield from dialect.names(book, item)
