"""A place between the tokens of a sheet, and the choice of a meaning for a word."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ..messages import Message
from .sheet import CHANCE_LETTER, END_OF_LINE, SEATS, UNKNOWN, Line, SheetMistake, Token

MAX_LISTED = 12
"""The number of words that a mistake lists."""
_NO_WORDS = frozenset((*"()[]<>,@+$!?=^#-", END_OF_LINE))


class Bracket(NamedTuple):
    """What chance answered: the order of a deck or a lot, with its token on the sheet."""

    token: Token
    words: tuple[Token, ...]


class Cursor:
    """The next token of a sheet, and the tokens after it; each line ends with a token of its own.

    `orders` are the brackets of chance in their order, and `lost_cards` the cards after `!`. They may stand
    before the line of the answer that they follow from. Raises `SheetMistake` for a bracket without an end.
    """

    def __init__(self, lines: Iterable[Line]) -> None:
        self._tokens: list[Token] = []
        self._next = 0
        self.orders: deque[Bracket] = deque()
        self.lost_cards: deque[Bracket] = deque()
        for line in lines:
            self._add_line(line)
        end = self._tokens[-1] if self._tokens else Token("", 1, 1)
        self._end = Token("", end.line, end.column)

    def _add_line(self, line: Line) -> None:
        tokens = iter(line.tokens)
        first = len(self._tokens)
        for token in tokens:
            self._tokens.append(token)
            before = self._tokens[-2] if len(self._tokens) > first + 1 else None
            if before is not None and before.text == "!":
                self.lost_cards.append(Bracket(before, (token,)))
            if before is not None and before.text == "[" and token.text == f"{CHANCE_LETTER}:":
                del self._tokens[-2:]
                self.orders.append(Bracket(before, tuple(_words_to_end(before, tokens))))
        if len(self._tokens) > first:
            last = self._tokens[-1]
            self._tokens.append(Token(END_OF_LINE, line.number, last.column + len(last.text)))

    @property
    def has_decks(self) -> bool:
        """Whether a bracket is left with the order of a deck."""
        return any(len(bracket.words) > 1 for bracket in self.orders)

    def peek(self, ahead: int = 0) -> Token:
        """Returns the next token, or one some tokens *ahead*; an empty one after the last."""
        index = self._next + ahead
        return self._tokens[index] if index < len(self._tokens) else self._end

    def take(self) -> Token:
        """Returns the next token, and goes on to the one after it."""
        token = self.peek()
        self._next += 1
        return token

    def accept(self, text: str) -> bool:
        """Returns whether the next token is *text*, and goes on if so."""
        if self.peek().text != text:
            return False
        self._next += 1
        return True

    @property
    def is_at_end(self) -> bool:
        """Whether no token is left but the end of the last line."""
        remaining = len(self._tokens) - self._next
        return remaining <= 0 or (remaining == 1 and self.peek().text == END_OF_LINE)

    def take_word(self, expected: Message) -> Token:
        """Returns the next token, a word; raises `SheetMistake` with what is *expected* otherwise."""
        token = self.peek()
        if not is_word(token):
            raise SheetMistake(
                token,
                Message(
                    "Here should stand {expected}, not {text}.", expected=expected, text=quote_token(token)
                ),
            )
        return self.take()

    def take_names(self) -> list[Token]:
        """Returns the words from here on, separated by commas."""
        names = []
        while is_word(self.peek()):
            names.append(self.take())
            if not self.accept(","):
                break
        return names

    @property
    def index(self) -> int:
        """The index of the next token."""
        return self._next

    def sighted_words(self, start: int, signs: frozenset[str]) -> Iterator[list[Token]]:
        """Yields the words for cards in sight from the index *start* to the end of the next line.

        They stand after `?`, `!` or one of *signs*, or together in a bracket without a seat.
        """
        is_list, ends = False, 0
        listed: list[Token] = []
        for index in range(start, len(self._tokens)):
            token, before = self._tokens[index], self._tokens[index - 1]
            if token.text == END_OF_LINE:
                ends += index >= self._next
                if ends == 2:
                    return
            elif token.text in ("[", "]"):
                if listed:
                    yield listed
                is_list, listed = token.text == "[" and not self.seat_of_bracket(index - self._next), []
            elif is_word(token) and is_list:
                listed.append(token)
            elif is_word(token) and (before.text in ("?", "!") or before.text in signs):
                yield [token]

    def next_sighted_words(self, start: int) -> list[Token]:
        """Returns the words for cards in sight from the index *start* to here, and those that come next."""
        words: list[Token] = []
        ahead = start - self._next
        while True:
            token = self.peek(ahead)
            if token.text in ("(", ")", "]", ",", UNKNOWN):
                ahead += 1
            elif token.text in ("?", "!") and is_word(self.peek(ahead + 1)):
                words.append(self.peek(ahead + 1))
                ahead += 2
            elif token.text == "[" and not self.seat_of_bracket(ahead):
                ahead += 1
                while is_word(self.peek(ahead)) or self.peek(ahead).text == ",":
                    words += [self.peek(ahead)] if is_word(self.peek(ahead)) else []
                    ahead += 1
            elif ahead < 0:
                ahead += 1
            else:
                return words

    def setup_words(self, word: str) -> dict[str, list[Token]]:
        """Returns the words of the seats, by letter, on lines of the set-up that begin with *word*."""
        words: dict[str, list[Token]] = {}
        seat, is_first, is_wanted = "", True, False
        for token in self._tokens:
            if is_first:
                is_wanted = token.key == word
            elif is_wanted and len(token.text) == 1 and token.text.upper() in SEATS:
                seat = token.text.upper()
            elif is_wanted and is_word(token):
                words.setdefault(seat, []).append(token)
            is_first = token.text == END_OF_LINE
        return words

    def seat_of_bracket(self, ahead: int = 0) -> str:
        """Returns the letter of the seat whose answer in brackets comes next, or nothing."""
        letter, colon, tail = self.peek(ahead + 1).text.partition(":")
        if (
            self.peek(ahead).text == "["
            and colon
            and not tail
            and len(letter) == 1
            and letter.upper() in SEATS
        ):
            return letter.upper()
        return ""


def _words_to_end(opening: Token, tokens: Iterator[Token]) -> Iterator[Token]:
    """Yields the words up to the end of a bracket; raises `SheetMistake` without one."""
    for token in tokens:
        if token.text == "]":
            return
        if token.text != ",":
            yield token
    raise SheetMistake(opening, Message("This bracket has no end on its line."))


def is_word(token: Token) -> bool:
    """Returns whether *token* is a word, neither a sign nor an end."""
    return bool(token.text) and token.text not in _NO_WORDS


class Choices(NamedTuple):
    """Values by the texts that may write them; *exact* texts have to be written whole."""

    texts: Mapping[str, str]
    exact: Mapping[str, str] = {}


def choose(token: Token, choices: Choices, expected: Message) -> str:
    """Returns the value that *token* writes whole, or whose text it begins.

    The texts of *choices* are in small letters. Raises `SheetMistake` for no value or several.
    """
    key = token.key
    value = choices.texts.get(key, choices.exact.get(key))
    if value is not None:
        return value
    matches = {value: text for text, value in choices.texts.items() if text.startswith(key)}
    if len(matches) == 1:
        return next(iter(matches))
    if matches:
        raise SheetMistake(
            token,
            Message(
                "“{text}” may be {choices}: type one more letter.",
                text=token.text,
                choices=list_words(matches.values(), " / "),
            ),
        )
    raise wrong_word(token, choices.texts, expected)


def wrong_word(token: Token, choices: Iterable[str], expected: Message) -> SheetMistake:
    """Returns the mistake of a *token* that is none of *choices*."""
    return SheetMistake(
        token,
        Message(
            "{expected}: {choices}; not {text}.",
            expected=expected,
            choices=list_words(choices) or Message("nothing"),
            text=quote_token(token),
        ),
    )


def list_words(words: Iterable[str], separator: str = ", ") -> str:
    """Returns *words* in a row, cut after some."""
    listed = list(dict.fromkeys(words))
    listed_text = separator.join(listed[:MAX_LISTED])
    return listed_text if len(listed) <= MAX_LISTED else f"{listed_text}, …"


def quote_token(token: Token) -> Message | str:
    """Returns the words for a token in a message."""
    return Message("the end of the line") if token.text in ("", END_OF_LINE) else f"“{token.text}”"
