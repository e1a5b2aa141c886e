"""The words of a sheet between its answers: parentheses and brackets, cards in sight, and prices."""

from __future__ import annotations

from typing import Any

from ..messages import Message
from ..model import Asked
from .cursor import Cursor, is_word
from .dialect import Dialect, Slot
from .evidence import Evidence
from .sheet import END_OF_LINE, UNKNOWN, SheetMistake

TRAILING = frozenset("-@([")
"""Signs that may follow the last action of a turn."""


class Passage:
    """A cursor with the parentheses and brackets that are open around it.

    `containers` has an empty text for parentheses and the letter of its seat for a bracket.
    """

    def __init__(self, dialect: Dialect, book: Any, cursor: Cursor, evidence: Evidence) -> None:
        self._dialect, self._book, self._cursor, self._evidence = dialect, book, cursor, evidence
        self.containers: list[str] = []
        self._is_implied = False

    def open_container(self, letter: str) -> None:
        """Enters parentheses, or the bracket of a seat."""
        self._cursor.take()
        if letter:
            self._cursor.take()
        self.containers.append(letter)

    def open_implied(self, letter: str) -> None:
        """Enters a container without its sign, where the words of an answer stand alone."""
        self.containers.append(letter)
        self._is_implied = True

    def close_implied(self) -> None:
        """Leaves the container without a sign, if it is open."""
        if self._is_implied and len(self.containers) == 1:
            self.containers.pop()
            self._is_implied = False

    def close_container(self) -> None:
        """Leaves the innermost container; raises `SheetMistake` without its end."""
        self._require_end("]" if self.containers[-1] else ")")
        self.containers.pop()
        self.take_sightings()

    def _require_end(self, closer: str) -> None:
        token = self._cursor.peek()
        if not self._cursor.accept(closer):
            raise SheetMistake(token, Message("Here should stand “{closer}”.", closer=closer))

    def finish_action(self) -> None:
        """Closes what is open, and notes the words that nothing asked for."""
        while self.containers or self._cursor.peek().text == "(":
            token = self._cursor.peek()
            if token.text == "(":
                self.open_container("")
            elif token.text in (")", "]") or self.is_at_line_end():
                self.close_container()
            elif token.text in self._dialect.signs or token.text == ",":
                self._cursor.take()
            elif not self._cursor.accept(UNKNOWN):
                name = self._cursor.take_word(Message("a word of the answer"))
                self._evidence.claim(name, (name.text,))
        self.take_sightings()

    def take_sightings(self) -> None:
        """Notes cards in sight: `?` revealed, `!` lost by chance, `[…]` laid open, and a number of draws."""
        while True:
            token, word = self._cursor.peek(), self._cursor.peek(1)
            if token.text in ("?", "!") and is_word(word):
                self._cursor.take()
                self._evidence.claim(word, (self._cursor.take().text,))
            elif token.key == self._dialect.tally_word and word.text.isdecimal():
                self._cursor.take()
                self._evidence.claim(token, (token.key, self._cursor.take().text))
            elif token.text == "[" and not self._cursor.seat_of_bracket():
                self._cursor.take()
                for name in self._cursor.take_names():
                    self._evidence.claim(name, (name.text,))
                self._require_end("]")
            else:
                return

    def take_name(self, question: Asked, slot: Slot) -> bool:
        """Goes past the name of the card that a place or a host is asked for; returns whether it came."""
        token = self._cursor.peek()
        if slot.form not in ("@", ">") or self._cursor.peek(1).text != slot.form or not is_word(token):
            return False
        if not any(name.startswith(token.key) for name in self._dialect.names(self._book, question.about)):
            return False
        self._cursor.take()
        return True

    def skip_secrets(self) -> None:
        """Goes past secret answers that nobody asks for, `_`, `(_ _)` or `[B: _]`."""
        while True:
            first = 2 if self._cursor.seat_of_bracket() else int(self._cursor.peek().text == "(")
            last = first
            if self._cursor.peek(first).text != UNKNOWN:
                return
            while self._cursor.peek(last).text in (UNKNOWN, ","):
                last += 1
            closer = ("", ")", "]")[first]
            if closer and self._cursor.peek(last).text != closer:
                return
            for _ in range(last + len(closer)):
                self._cursor.take()
            self.take_sightings()

    def take_price(self) -> bool:
        """Notes a number, or a word after a sign, that nothing asked for; returns whether one came next.

        A sign that may follow the end of a turn stays, unless the action bears it out.
        """
        sign, word = self._cursor.peek(), self._cursor.peek(1)
        if sign.text.isdecimal():
            self._evidence.claim(self._cursor.take(), ("", sign.text))
        elif sign.text not in self._dialect.signs or not is_word(word):
            return False
        else:
            price = (sign.text,) if sign.text in self._dialect.prices else ()
            if sign.text in TRAILING and not self._evidence.agrees((*price, word.text)):
                return False
            self._cursor.take()
            for name in self._cursor.take_names():
                self._evidence.claim(name, (*price, name.text))
        self.take_sightings()
        return True

    def claim_pair(self) -> None:
        """Notes words of the set-up that nothing asks for: those of a seat, or that of a figure."""
        key = self._cursor.take_word(Message("a seat or a character"))
        word = self._cursor.take_word(Message("a word for {key}", key=key.text))
        if len(key.text) > 1:
            self._evidence.claim(key, (key.text, word.text))
            return
        while True:
            if word.text != UNKNOWN:
                self._evidence.claim(key, (word.text,))
            following = self._cursor.peek()
            if not is_word(following) or (len(following.text) == 1 and following.text != UNKNOWN):
                return
            word = self._cursor.take()

    def is_at_line_end(self) -> bool:
        """Returns whether the line or the sheet ends here."""
        return self._cursor.peek().text in ("", END_OF_LINE)

    def inside(self, letter: str) -> bool:
        """Returns whether the innermost container is that of *letter*, or parentheses for none."""
        return bool(self.containers) and self.containers[-1] == letter
