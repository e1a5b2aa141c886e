"""The notation of score sheets of Villainous.

A jail $3 taxes                B jolly fA[robin,trick] robin@nott v wendy<board [A: c greed] = power 4
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..messages import Message
from ..model import Asked, Event, Fact, Picks, Seat
from ..sheets.cursor import Choices, Cursor, choose
from ..sheets.dialect import Dialect, Form, Named, Slot, Turn, read_seat
from ..sheets.sheet import SEATS
from . import facts
from .board import Board
from .book import Book
from .facts import Card

_FORMS: Mapping[str, Form] = {"where": "@", "host": ">", "ally": "<", "fate": "plain"}
"""The forms of answers by prompt; all others are in parentheses."""
_SILENT = {"ally": "enough", "condition": "pass", "offer": "pass"}
"""The picks that need no words, by prompt."""
_HAND = frozenset(("discard", "ally-to-play", "put-back"))
"""The prompts whose options are cards that others do not see."""
_VERBS = {"activate": "a", "vanquish": "v", "carry": "m", "lead": "m", "use": "u"}
"""The letters of actions with a card of the own Realm."""
_ACTIONS = frozenset(("move", "act", "borrow"))
_END = "drop"
_COPY = re.compile(r"-\d+$")


class VillainousDialect(Dialect):
    """The notation of Villainous: the line of a turn begins with the letter of its seat."""

    signs = frozenset("@><")
    check_word = "power"

    def turn(self, board: Board, question: Asked | None) -> Turn:
        """Returns the seat of the turn."""
        return Turn(SEATS[board.seat], board.seat)

    def slot(self, board: Board, question: Asked) -> Slot:
        """Returns how the answer to *question* is written."""
        prompt = question.prompt
        expected = Message("“{prompt}” is answered by one of", prompt=prompt)
        if prompt in ("move", "act"):
            return Slot("action", Message("An action is one of"))
        if prompt == "discard" and not question.about:
            return Slot("plain", expected)
        return Slot(_FORMS.get(prompt, "group"), expected, _SILENT.get(prompt, ""))

    def begins(self, event: Event) -> str:
        """Returns the letter of the seat whose turn begins."""
        return SEATS[event.seat] if isinstance(event, facts.TurnBegan) else ""

    def turn_words(self, board: Board) -> Picks:
        """Returns the letters of the seats."""
        return tuple(SEATS[: len(board.realms)])

    def cards_like(self, board: Board, book: Book, card: Card) -> Choices:
        """Returns the prints of the deck with *card*, or all."""
        villains = [book.villains[realm.who] for realm in board.realms]
        decks = [
            [id for item in deck for id in item.ids]
            for villain in villains
            for deck in (villain.villain, villain.fate)
        ]
        cards = [id for deck in decks if not card or card in deck for id in deck]
        return _choose_prints(cards, ())

    def is_shuffle(self, event: Event) -> bool:
        """Returns whether a deck lies in a new order."""
        return isinstance(event, facts.DeckShuffled)

    def fits(self, book: Book, question: Asked, word: str, name: str) -> bool:
        """Returns whether an answer may be meant for *question*, by the requirement of a Condition."""
        if question.prompt != "condition" or word != "c":
            return word not in ("c", "u") or question.prompt == "offer"
        return any(
            card.id.startswith(name.partition("/")[0]) or id == name
            for id, card in book.cards.items()
            if card.requires is not None and card.requires.key == question.about
        )

    def write_pick(self, board: Board, book: Book, question: Asked, pick: str, *, exact: bool) -> str:
        """Returns the words for a *pick*."""
        word, colon, subject = pick.partition(":")
        match word:
            case "end":
                return _END
            case "discard" if colon:
                return "d"
            case "gain":
                return f"${subject}"
            case "fate" if colon:
                return f"f{SEATS[int(subject)]}"
            case "move" if colon:
                return subject
            case "play" if colon:
                name = subject if exact else _print_of(subject)
                return f"c {name}" if question.prompt == "condition" else name
        if word in _VERBS and colon:
            cards = board.realms[question.seat].cards
            return f"{_VERBS[word]} {subject if exact else _words_in_play(cards).get(subject, subject)}"
        if exact or question.prompt not in _HAND:
            return pick if exact else _words_among(board, question.options).get(pick, pick)
        return _print_of(pick)

    def write_name(self, book: Book, name: str, *, exact: bool) -> str:
        """Returns the word for a card."""
        return name if exact else _print_of(name)

    def choices(self, board: Board, book: Book, question: Asked) -> Choices:
        """Returns the picks that words may mean; any own card may be in a hand."""
        if question.prompt in _HAND:
            return _choose_prints(_own_cards(board, book, question), question.options)
        if question.prompt in _ACTIONS:
            return Choices({option.partition(":")[2] or option: option for option in question.options})
        words = _words_among(board, question.options)
        texts: dict[str, str] = {}
        for pick, word in words.items():
            texts.setdefault(word, pick)
        return Choices(texts, {pick: pick for pick in words})

    def read_pick(self, board: Board, book: Book, question: Asked, cursor: Cursor) -> str:
        """Returns the pick that the next words mean."""
        if question.prompt in _ACTIONS:
            return self._read_action(board, book, question, cursor)
        if question.prompt in ("condition", "offer") and cursor.peek().key in ("c", "u"):
            word = "play" if cursor.take().key == "c" else "use"
            return f"{word}:{self._read_card(board, book, question, cursor, word)}"
        expected = Message("“{prompt}” is answered by one of", prompt=question.prompt)
        return choose(cursor.take(), self.choices(board, book, question), expected)

    def _read_action(self, board: Board, book: Book, question: Asked, cursor: Cursor) -> str:
        """Returns an action by its letter, an amount of Power, a place, or the card that it plays."""
        if cursor.accept("$") or cursor.peek().text.isdecimal():
            amount = cursor.take_word(Message("an amount of Power"))
            return f"gain:{amount.text}"
        word = cursor.peek()
        if question.prompt == "move" and word.key != "u":
            return choose(cursor.take(), _places(board, book, question), Message("The mover moves to one of"))
        if word.key in (_END, "nothing"):
            return "end" if cursor.take().key == _END else "nothing"
        if re.fullmatch("f[a-f]?", word.key):
            letter = cursor.take()
            letter = cursor.take() if letter.key == "f" else letter._replace(text=letter.text[1:])
            return f"fate:{read_seat(letter, len(board.realms))}"
        if word.key == "d":
            cursor.take()
            return "discard:cards"
        verbs = [verb for verb, letter in _VERBS.items() if letter == word.key]
        if not verbs:
            return f"play:{self._read_card(board, book, question, cursor, 'play')}"
        cursor.take()
        card = self._read_card(board, book, question, cursor, verbs[0])
        if verbs[0] == "carry" and card in book.cards and book.cards[card].kind == "hero":
            return f"lead:{card}"
        return f"{verbs[0]}:{card}"

    def _read_card(self, board: Board, book: Book, question: Asked, cursor: Cursor, verb: str) -> Card:
        """Returns a card of the own hand, or of the own Realm."""
        if verb != "play":
            words = _words_in_play(board.realms[question.seat].cards)
            choices = Choices({word: card for card, word in words.items()}, {card: card for card in words})
            return choose(cursor.take(), choices, Message("A card of the Realm is one of"))
        hand = tuple(option.removeprefix("play:") for option in question.options)
        cards = _own_cards(board, book, question)
        return choose(
            cursor.take(),
            _choose_prints(cards, hand),
            Message("An action is $3, f, v, m, a, u, d or a card of the hand, one of"),
        )

    def spread_copies(self, question: Asked, picks: Picks) -> Picks:
        """Returns *picks* with another copy of a print in place of each repeated one."""
        spread: list[str] = []
        for pick in picks:
            copies = [
                option
                for option in question.options
                if option not in spread and _print_of(option) == _print_of(pick)
            ]
            spread.append(copies[0] if pick in spread and copies else pick)
        return tuple(spread)

    def sighting(self, book: Book, fact: Fact, *, exact: bool) -> Named | None:
        """Returns the words for cards that lie open."""
        match fact.event:
            case facts.CardsRevealed(cards=cards) | facts.HandRevealed(cards=cards) if cards:
                return Named(f"[{','.join(card if exact else _print_of(card) for card in cards)}]")
        return None

    def names(self, book: Book, value: str) -> Iterator[str]:
        """Yields a card with the number of its copy, and without."""
        yield value.casefold()
        yield _print_of(value).casefold()

    def tally(self, event: Event) -> tuple[str, str] | None:
        """Returns the number of cards that a seat draws at the end of its turn."""
        return (self.tally_word, str(event.draws)) if isinstance(event, facts.TurnEnded) else None

    def figures(self, board: Board, seat: Seat) -> Mapping[str, str]:
        """Returns the Power of *seat*, and of each seat by its letter."""
        powers = {SEATS[other].casefold(): str(realm.power) for other, realm in enumerate(board.realms)}
        return {"power": str(board.realms[seat].power), **powers}

    def check(self, board: Board, turn: Turn, event: Event) -> str:
        """Returns the Power of the seat of the turn."""
        return f"{self.check_word} {board.realms[turn.seat].power}"

    def write_options(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Returns the rulings; the lines of seats have the Villains."""
        return {name: value for name, value in options.items() if name != "villains"}

    def characters(self, board: Board, seat: Seat) -> Picks:
        """Returns the Villain of a seat."""
        return (board.realms[seat].who,)

    def read_options(self, options: Mapping[str, Any], characters: tuple[Picks, ...]) -> dict[str, Any]:
        """Returns the rulings and the Villains."""
        return {**options, "villains": tuple(villain for villains in characters for villain in villains)}


def _print_of(card: Card) -> str:
    return _COPY.sub("", card)


def _words_in_play(cards: Iterable[Card]) -> dict[Card, str]:
    """Returns the words for *cards* in play; copies of a print are numbered in their order."""
    copies: dict[str, list[Card]] = {}
    for card in cards:
        copies.setdefault(_print_of(card), []).append(card)
    return {
        card: name if len(same) == 1 else f"{name}/{number}"
        for name, same in copies.items()
        for number, card in enumerate(same, start=1)
    }


def _words_among(board: Board, options: Iterable[str]) -> dict[str, str]:
    """Returns the words for *options*, cards in play or others; elsewhere copies need no number."""
    in_play = [option for option in options if any(option in realm.cards for realm in board.realms)]
    return {option: _print_of(option) for option in options} | _words_in_play(in_play)


def _own_cards(board: Board, book: Book, question: Asked) -> tuple[Card, ...]:
    """Returns the cards of the deck that the options of *question* come from."""
    villain = book.villains[board.realms[question.seat].who]
    deck = villain.fate if question.prompt == "put-back" else villain.villain
    return tuple(id for card in deck for id in card.ids)


def _choose_prints(cards: Iterable[Card], options: Iterable[Card]) -> Choices:
    """Returns *cards* by the names of their prints, the first copy among *options* if one is."""
    allowed = set(options)
    texts: dict[str, Card] = {}
    for card in cards:
        if texts.get(_print_of(card)) not in allowed and (_print_of(card) not in texts or card in allowed):
            texts[_print_of(card)] = card
    return Choices(texts, {card: card for card in cards})


def _places(board: Board, book: Book, question: Asked) -> Choices:
    """Returns the moves of the mover, with those that the rules refuse."""
    locations = book.locations[board.realms[question.seat].who]
    return Choices({**{location: f"move:{location}" for location in locations}, "stay": "stay", _END: "end"})
