"""How the sheets of a game write its answers; each game has a dialect of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from ..messages import Message
from ..model import Asked, Event, Fact, Picks, Seat
from .cursor import Choices, Cursor, choose, list_words, quote_token
from .sheet import SEATS, SheetMistake, Token

Form: TypeAlias = Literal["action", "setup", "group", "plain", "@", ">", "<", "+", "$", "-"]
"""The shape of an answer: an action, a pair of the set-up, in parentheses, a word, or after a sign."""


class Turn(NamedTuple):
    """The word that begins the lines of a turn, and its seat; the set-up has no word and no seat."""

    word: str
    seat: Seat


class Slot(NamedTuple):
    """How a sheet writes the answer to a question.

    `silent` is the pick that needs no words, if one is. `word` begins the line of a set-up, and `key` the
    answer on it.
    """

    form: Form
    expected: Message
    silent: str = ""
    word: str = ""
    key: str = ""


class Named(NamedTuple):
    """The words for a sighting, such as `?MAL06`, or for a pair of the set-up with the word of its line."""

    text: str
    word: str = ""


class Dialect:
    """The notation of a game without its own: each answer by its picks, after the letter of its seat."""

    end = "end"
    """The pick that ends a turn; the next line implies it."""
    signs: frozenset[str] = frozenset()
    """The signs before an answer."""
    prices: frozenset[str] = frozenset()
    """The signs before a card that a hand loses for an action."""
    check_word = ""
    """The word before the numbers of a check, at the end of a line."""
    boost = ""
    """The sign before the card that adds to an action, which the action announces."""
    stacks = ""
    """The word of the line of the set-up with the secret answers, if there are any."""
    tally_word = "draw"
    """The word before a number that the facts of a turn's end have to contain."""

    def turn(self, board: Any, question: Asked | None) -> Turn:
        """Returns whose line the answer to *question*, or a fact without one, belongs to."""
        assert question is not None
        return Turn(SEATS[question.seat], question.seat)

    def is_shuffle(self, event: Event) -> bool:
        """Returns whether *event* puts a deck into the order that chance answered."""
        return False

    def heading(self, board: Any) -> str:
        """Returns the number before a line, such as `R3`, or nothing."""
        return ""

    def slot(self, board: Any, question: Asked) -> Slot:
        """Returns how the answer to *question* is written."""
        return Slot("action", Message("An answer is one of"))

    def begins(self, event: Event) -> str:
        """Returns the word of the turn that begins with *event*, or nothing."""
        return ""

    def has_turns(self, board: Any) -> bool:
        """Returns whether the answers on *board* belong to a turn, and not to the set-up."""
        return True

    def opens_stacks(self, event: Event) -> bool:
        """Returns whether *event* shows the secret answers of the set-up."""
        return False

    def turn_words(self, board: Any) -> Picks:
        """Returns the words that begin the lines of turns."""
        return tuple(SEATS)

    def cards_like(self, board: Any, book: Any, card: str) -> Choices:
        """Returns the words for the cards that may lie in the place of *card*, or for all without one."""
        return Choices({card.casefold(): card})

    def fits(self, book: Any, question: Asked, word: str, name: str) -> bool:
        """Returns whether another seat's answer that begins with *word* and *name* may answer *question*."""
        return True

    def tally(self, event: Event) -> tuple[str, str] | None:
        """Returns a number of *event* that a sheet may write, after its word; the word may be empty."""
        return None

    def write_pick(self, board: Any, book: Any, question: Asked, pick: str, *, exact: bool) -> str:
        """Returns the words for a *pick*; *exact* tells copies of one print apart."""
        return pick

    def write_name(self, book: Any, name: str, *, exact: bool) -> str:
        """Returns the word for a card or a figure by its id; *exact* tells copies of one print apart."""
        return name

    def choices(self, board: Any, book: Any, question: Asked) -> Choices:
        """Returns the picks that words may mean, in small letters; independent of hidden cards."""
        return Choices({option.casefold(): option for option in question.options})

    def read_pick(self, board: Any, book: Any, question: Asked, cursor: Cursor) -> str:
        """Returns the pick that the next words mean; raises `SheetMistake`."""
        return choose(cursor.take(), self.choices(board, book, question), Message("An answer is one of"))

    def spread_copies(self, question: Asked, picks: Picks) -> Picks:
        """Returns *picks* with another copy of a print in place of each repeated one."""
        return picks

    def sighting(self, book: Any, fact: Fact, *, exact: bool) -> Named | None:
        """Returns the words for the public cards or places of *fact* that no answer may have named."""
        return None

    def lost_card(self, event: Event) -> str:
        """Returns the card that a hand loses by *event*, or nothing."""
        return ""

    def names(self, book: Any, value: str) -> Iterator[str]:
        """Yields the words, in small letters, that may write a *value* of a fact."""
        yield value.casefold()

    def figures(self, board: Any, seat: Seat) -> Mapping[str, str]:
        """Returns the numbers for the checks of *seat*, by their words in small letters."""
        return {}

    def check(self, board: Any, turn: Turn, event: Event) -> str:
        """Returns the words of the check on the line of *turn*, which *event* ended; empty without one."""
        return ""

    def write_options(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Returns the options that the first line writes."""
        return options

    def characters(self, board: Any, seat: Seat) -> Picks:
        """Returns the characters on the line of a seat."""
        return ()

    def read_options(self, options: Mapping[str, Any], characters: tuple[Picks, ...]) -> dict[str, Any]:
        """Returns the options of a match from those of the first line and the characters of the seats."""
        return dict(options)


def read_seat(token: Token, seats: int) -> Seat:
    """Returns the seat that a letter names; raises `SheetMistake`."""
    letters = SEATS[:seats]
    if len(token.text) != 1 or token.text.upper() not in letters:
        raise SheetMistake(
            token,
            Message(
                "A seat is one of {seats}, not {text}.", seats=list_words(letters), text=quote_token(token)
            ),
        )
    return letters.index(token.text.upper())
