"""Reads the words that a scribe types during a match, one answer or one turn.

d4 x GAS 2        GAS        R3 MAL c3 s1 ?MAL06        [B: c taunt]        drop
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..model import Asked, Picks
from ..recording.entries import Entry
from ..recording.recording import Recording
from ..rules import Rules
from .cursor import Cursor, is_word
from .dialect import Dialect, Slot, Turn
from .reading import Reader
from .recording_desk import RecordingDesk
from .sheet import SEATS, SheetMistake, Token, read_lines


class TypedLine(NamedTuple):
    """The entries that typed words mean, the recording with them, and each mistake.

    The reading stops at the `mistake`; the entries before it hold. `differences` are checks that do not agree
    with the facts.
    """

    entries: tuple[Entry, ...]
    recording: Recording[Any, Any]
    mistake: SheetMistake | None
    differences: tuple[SheetMistake, ...]


def read_line(
    dialect: Dialect, rules: Rules[Any, Any], recording: Recording[Any, Any], text: str
) -> TypedLine:
    """Returns the entries of *text*, which go on from *recording*."""
    try:
        lines = read_lines(text)
        cursor = Cursor(lines)
    except SheetMistake as mistake:
        return TypedLine((), recording, mistake, ())
    desk = RecordingDesk(dialect, rules, recording, cursor)
    reading = LineReader(dialect, rules, lines, cursor, desk).read()
    return TypedLine(tuple(desk.entries), desk.recording, reading.mistake, reading.differences)


class LineReader(Reader):
    """Reads words that go on within a turn or an answer, with or without the words that begin its line."""

    def __init__(
        self,
        dialect: Dialect,
        rules: Rules[Any, Any],
        lines: Sequence[Any],
        cursor: Cursor,
        desk: RecordingDesk,
    ) -> None:
        super().__init__(dialect, rules, lines, cursor, desk)
        self._is_begun = False

    def _read_answer(self, question: Asked) -> Picks | None:
        """Returns the answer to *question*, or `None` at the end of the words.

        Another turn at the beginning ends the present one, and leaves its questions silent.
        """
        slot = self._dialect.slot(self._board, question)
        if self._word and slot.form != "setup":
            self._leave_line()
        is_announced = slot.form == self._dialect.boost == self._cursor.peek().text
        if self._cursor.is_at_end or (is_announced and not is_word(self._cursor.peek(1))):
            return None
        if slot.form == "setup" or self._turn is not None:
            return super()._read_answer(question)
        turn = self._dialect.turn(self._board, question)
        head = None if self._is_reply(question, slot) else self._head()
        if head is None:
            self._begin_within(question, slot, turn)
        elif head.text != turn.word and head.key != turn.word.casefold():
            silent = self._dialect.end if slot.form == "action" else slot.silent
            if silent in question.options:
                return (silent,)
        return super()._read_answer(question)

    def _is_reply(self, question: Asked, slot: Slot) -> bool:
        """Returns whether the next word answers *question*, which no action does."""
        choices = self._dialect.choices(self._board, self._rules.book, question)
        return slot.form != "action" and self._cursor.peek().key in choices.texts

    def _head(self) -> Token | None:
        """Returns the word that begins the line of a turn, if the next words do.

        A single letter has to be a capital one, because small ones stand for actions.
        """
        token = self._cursor.peek(int(self._is_heading(self._cursor.peek())))
        words = self._dialect.turn_words(self._board)
        is_long = len(token.text) > 1 and token.key in map(str.casefold, words)
        return token if is_long or token.text in words else None

    def _begin_within(self, question: Asked, slot: Slot, turn: Turn) -> None:
        """Begins within the line of *turn*, and within the brackets of the answer to *question*."""
        self._turn, self._numbers = turn, [self._cursor.peek().line]
        self._evidence.open_line()
        letter = "" if question.seat == turn.seat else SEATS[question.seat]
        is_bare = is_word(self._cursor.peek()) and slot.form != "plain"
        if not self._is_begun and slot.form != "action" and (letter or slot.form == "group") and is_bare:
            self._passage.open_implied(letter)
        self._is_begun = True

    def _read_setup(self, question: Asked, slot: Slot) -> Picks | None:
        """Returns the answer after the word of its line, or without it."""
        token = self._cursor.peek()
        if self._word or not is_word(token) or token.key in (slot.word, self._dialect.stacks):
            return super()._read_setup(question, slot)
        if token.key == slot.key.casefold() and is_word(self._cursor.peek(1)):
            self._cursor.take()
        return self._read_picks(question)

    def _read_action(self, question: Asked, turn: Turn) -> Picks | None:
        self._passage.close_implied()
        return super()._read_action(question, turn)

    def _leave_line(self) -> None:
        self._passage.close_implied()
        self._passage.take_sightings()
        if self._cursor.peek().text == self._dialect.boost:
            self._cursor.take()
        super()._leave_line()
