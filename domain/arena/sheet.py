"""The notation of score sheets of Sorcerer's Arena.

R3 ARI d4 x GAS 2        R3 MAL c3 s1(_ _) ?MAL06        R4 GAS @b7 #8(SAM) [A: SAM02] = vp 3:2
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Mapping
from typing import Any

from ..messages import Message
from ..model import Asked, Event, Fact, Picks, Seat
from ..sheets.cursor import Choices, Cursor, choose, wrong_word
from ..sheets.dialect import Dialect, Form, Named, Slot, Turn
from ..sheets.sheet import SEATS
from . import facts
from .board import Board
from .book import Book

_SETUP = {"draft": "draft", "stack": "tiles", "place": "at", "opening-hand": "hand"}
"""The words of the lines of the set-up, by prompt."""
_FORMS: Mapping[str, Form] = {"boost": "+", "pay": "$", "cost": "-", "discard": "-", "return": "@"}
"""The forms of answers by prompt; all others are in parentheses."""
_PRICES = {"SA-305": "+", "SA-308": "+", "SA-310": "-", "SA-507": "$", "SA-807": "-"}
"""The signs of cards that pay for an action, by rule; also where only one card fits and nothing is asked."""
_WORDS = {"keep": "keep", "redraw": "new", "end": "drop"}
_ABILITY = "a"


class ArenaDialect(Dialect):
    """The notation of Sorcerer's Arena: the line of a turn begins with the code of its character."""

    signs = frozenset("+$-@")
    prices = frozenset("+$-")
    check_word = "vp"
    boost = "+"
    stacks = _SETUP["stack"]

    def turn(self, board: Board, question: Asked | None) -> Turn:
        """Returns the active character."""
        return Turn(board.active, board.figures[board.active].seat)

    def heading(self, board: Board) -> str:
        """Returns the round."""
        return f"R{board.round}"

    def slot(self, board: Board, question: Asked) -> Slot:
        """Returns how the answer to *question* is written."""
        prompt = question.prompt
        if prompt == "turn":
            return Slot("action", Message("An action is one of"))
        if prompt in _SETUP and not board.active:
            key = question.about if prompt == "place" else SEATS[question.seat]
            return Slot("setup", Message("This line of the set-up begins with"), word=_SETUP[prompt], key=key)
        return Slot(_FORMS.get(prompt, "group"), Message("“{prompt}” is answered by one of", prompt=prompt))

    def begins(self, event: Event) -> str:
        """Returns the character whose turn begins."""
        return event.who if isinstance(event, facts.TurnBegan) else ""

    def has_turns(self, board: Board) -> bool:
        """Returns whether a character is active."""
        return bool(board.active)

    def opens_stacks(self, event: Event) -> bool:
        """Returns whether the tiles of all seats lie in a row."""
        return isinstance(event, facts.TurnOrderSet)

    def turn_words(self, board: Board) -> Picks:
        """Returns the characters."""
        return tuple(board.figures)

    def cards_like(self, board: Board, book: Book, card: str) -> Choices:
        """Returns the cards of the deck with *card*, or all."""
        decks = [_own_cards(board, book, seat) for seat in {figure.seat for figure in board.figures.values()}]
        cards = dict(ChainMap(*(deck for deck in decks if not card or card in deck.values())))
        return Choices(cards, {id: id for id in cards.values()})

    def is_shuffle(self, event: Event) -> bool:
        """Returns whether a deck lies in a new order."""
        return isinstance(event, facts.DeckShuffled)

    def write_pick(self, board: Board, book: Book, question: Asked, pick: str, *, exact: bool) -> str:
        """Returns the words for a *pick*."""
        kind, _, subject = pick.partition(":")
        if question.prompt == "whose-deck":
            return SEATS[int(pick)]
        if question.prompt != "turn":
            return _WORDS.get(pick) or self.write_name(book, pick, exact=exact)
        match kind:
            case "move" | "move+":
                return subject
            case "attack" | "attack+":
                return f"x {subject}"
            case "play":
                subject = self.write_name(book, subject, exact=exact)
                code = board.figures[board.active].code
                return f"#{int(subject.removeprefix(code))}" if subject.startswith(code) else f"#{subject}"
            case "skill":
                return subject.rpartition(".")[2]
            case "ability":
                return _ABILITY
            case "upgrade":
                return f"^ {subject}".rstrip()
        return _WORDS[kind]

    def write_name(self, book: Book, name: str, *, exact: bool) -> str:
        """Returns the code of a card, of its first copy where nobody can tell copies apart."""
        card = None if exact else book.cards.get(name)
        return name if card is None else card.printed.ids[0]

    def choices(self, board: Board, book: Book, question: Asked) -> Choices:
        """Returns the picks that words may mean; any own card may be in a hand."""
        if question.prompt == "whose-deck":
            return Choices({SEATS[int(option)].casefold(): option for option in question.options})
        if question.sight in ("hand", "secret") and question.prompt not in ("turn", "stack"):
            return Choices(_own_cards(board, book, question.seat))
        return Choices({_WORDS.get(option, option).casefold(): option for option in question.options})

    def read_pick(self, board: Board, book: Book, question: Asked, cursor: Cursor) -> str:
        """Returns the pick that the next words mean."""
        if question.prompt != "turn":
            expected = Message("“{prompt}” is answered by one of", prompt=question.prompt)
            return choose(cursor.take(), self.choices(board, book, question), expected)
        return self._read_action(board, book, question, cursor)

    def _read_action(self, board: Board, book: Book, question: Asked, cursor: Cursor) -> str:
        token = cursor.take()
        figures = _figures(board)
        if token.text == "#":
            return f"play:{self._read_card(board, book, question.seat, cursor)}"
        if token.text == "^":
            gear = cursor.take().key if cursor.peek().key in ("fire", "heart", "shell", "wind") else ""
            return f"upgrade:{gear}".rstrip(":")
        if token.key == "x":
            rivals = {
                figure_id: name
                for figure_id, name in figures.items()
                if name in board.rivals_of(board.active)
            }
            target = cursor.take()
            figure_id = figures.get(target.key) or choose(target, Choices(rivals), Message("x needs a rival"))
            return f"attack+:{figure_id}" if cursor.peek().text == "+" else f"attack:{figure_id}"
        if token.key in book.arena.spaces:
            return f"move+:{token.key}" if cursor.peek().text == "+" else f"move:{token.key}"
        if token.key == _WORDS["end"]:
            return "end"
        if token.key[:1] == "s" and token.key[1:].isdecimal():
            return f"skill:{board.figures[board.active].code}.{token.key}"
        abilities = [option for option in question.options if option.startswith("ability:")]
        if token.key == _ABILITY and abilities:
            return abilities[0]
        raise wrong_word(
            token, ("d4", "x GAS", "#4", "s1", "^", _ABILITY, "drop"), Message("An action is such as")
        )

    def _read_card(self, board: Board, book: Book, seat: Seat, cursor: Cursor) -> str:
        """Returns a card by its code, or by its number among those of the active character."""
        token, cards = cursor.take(), _own_cards(board, book, seat)
        if token.key.isdecimal():
            code = board.figures[board.active].code
            cards = {
                str(int(card.removeprefix(code))): card for card in cards.values() if card.startswith(code)
            }
        return choose(
            token,
            Choices({}, cards) if token.key.isdecimal() else Choices(cards),
            Message("A card is one of"),
        )

    def sighting(self, book: Book, fact: Fact, *, exact: bool) -> Named | None:
        """Returns the words for a revealed or a paid card, or for a pair of the set-up."""
        match fact.event:
            case facts.CardRevealed(_, card):
                return Named(f"?{self.write_name(book, card, exact=exact)}")
            case facts.CardBanished(_, card) if fact.rule == "SA-503":
                return Named(f"!{self.write_name(book, card, exact=exact)}")
            case facts.CardDiscarded(_, card) if fact.rule in _PRICES:
                return Named(f"{_PRICES[fact.rule]}{self.write_name(book, card, exact=exact)}")
            case facts.CharacterDrafted(seat, _, code):
                return Named(f"{SEATS[seat]} {code}", "draft")
            case facts.CharacterPlaced(figure_id, space):
                return Named(f"{figure_id} {space}", "at")
        return None

    def lost_card(self, event: Event) -> str:
        """Returns the card that a hand loses."""
        return event.card if isinstance(event, facts.CardDiscarded | facts.CardBanished) else ""

    def names(self, book: Book, value: str) -> Iterator[str]:
        """Yields each copy of a card; nobody at a table can tell them apart."""
        card = book.cards.get(value)
        yield from (value.casefold(),) if card is None else map(str.casefold, card.printed.ids)

    def tally(self, event: Event) -> tuple[str, str] | None:
        """Returns the damage of a blow."""
        return ("", str(event.damage)) if isinstance(event, facts.DamageDealt) else None

    def figures(self, board: Board, seat: Seat) -> Mapping[str, str]:
        """Returns the Victory Points and the HP of each character."""
        return {
            "vp": ":".join(map(str, board.points)),
            **{figure_id.casefold(): str(figure.hp) for figure_id, figure in board.figures.items()},
        }

    def check(self, board: Board, turn: Turn, event: Event) -> str:
        """Returns the Victory Points at the end of a round."""
        return f"{self.check_word} {':'.join(map(str, board.points))}" if turn.word == board.order[-1] else ""

    def write_options(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Returns the options, with a word in place of agreed teams, which the lines of seats have."""
        agreed = {"teams": "agreed"} if options.get("teams") else {}
        return {**{name: value for name, value in options.items() if name != "teams"}, **agreed}

    def characters(self, board: Board, seat: Seat) -> Picks:
        """Returns the codes of the characters of a seat."""
        return tuple(figure.code for figure in board.figures.values() if figure.seat == seat)

    def read_options(self, options: Mapping[str, Any], characters: tuple[Picks, ...]) -> dict[str, Any]:
        """Returns the options, with the teams of the seats if they are agreed."""
        return {**options, "teams": characters} if options.get("teams") == "agreed" else dict(options)


def _figures(board: Board) -> dict[str, str]:
    """Returns the characters by their codes in small letters."""
    return {figure_id.casefold(): figure_id for figure_id in board.figures}


def _own_cards(board: Board, book: Book, seat: Seat) -> dict[str, str]:
    """Returns the cards of the deck of *seat*, by their codes in small letters."""
    return {
        card.casefold(): card
        for figure_id in board.figures_of(seat)
        for card in book.deck_of(board.figures[figure_id].code)
    }
