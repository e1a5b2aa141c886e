"""Villainous: Villains with their boards and all their cards, for two to six players.

Only the folders in `villains/` know a Villain or a card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from ..model import Seat
from ..published import publish
from ..rules import Rules
from ..sheets.dialect import Dialect
from . import evaluation, position, position_checks, reading, villains
from .board import Board, Options
from .book import Book, CardSet, Location, PrintedCard, Villain
from .contests import cards_handled, list_lineups, measure_match
from .facts import FACTS
from .rules import VillainousRules
from .sheet import VillainousDialect
from .text.breakdown import board_numbers, break_down_fact, break_down_number, explain_rule
from .text.glossary import PLAYER, REQUIREMENTS, TERMS
from .text.prompts import QUESTIONS
from .text.sentences import fact_sentence, pick_label, pick_phrase
from .text.story import STORY
from .text.text_board import draw_board
from .versions import NEWEST, VERSIONS

__all__ = (
    "BOOK",
    "FACTS",
    "INSTRUCTIONS",
    "NAME",
    "RULEBOOK",
    "SEATS",
    "SHEET",
    "STORY",
    "TITLE",
    "TURNWISE",
    "VERSION",
    "VERSIONS",
    "Board",
    "CardSet",
    "Options",
    "board_numbers",
    "break_down_fact",
    "break_down_number",
    "card_folders",
    "cards_handled",
    "describe_cards",
    "display_names",
    "draw_board",
    "evaluate",
    "evaluate_outlook",
    "explain_rule",
    "fact_sentence",
    "find_warnings",
    "list_characters",
    "list_lineups",
    "make_rules",
    "measure_match",
    "pick_label",
    "pick_phrase",
    "pile_cards",
    "prompt_names",
    "read_book",
    "read_position",
    "translate_book",
    "write_position",
)  # fmt: skip

NAME = "villainous"
TITLE = "Villainous"
VERSION = NEWEST
SEATS = (2, 3, 4, 5, 6)
BOOK = "book.yaml"
RULEBOOK = "rulebook.yaml"
TURNWISE = True
SHEET: Dialect = VillainousDialect()
INSTRUCTIONS: tuple[type[msgspec.Struct], ...] = ()


def read_book(data: Any, *, is_stored: bool = False) -> Book:
    """Returns the book that *data* tells of; raises `msgspec.ValidationError` with a mistake's path."""
    return reading.build_book(data, villains.villain_scripts())


def translate_book(book: Book, language: str) -> Book:
    """Returns the book unchanged; catalogues translate it."""
    return book


def find_warnings(book: Book) -> tuple[str, ...]:
    """Returns nothing, since the cards of this game are scripts."""
    return ()


def prompt_names() -> frozenset[str]:
    """Returns the names of all prompts, of the game and of each Villain."""
    return frozenset(QUESTIONS).union(*(script.questions for script in villains.villain_scripts().values()))


def make_rules(book: Book, version: int = VERSION) -> Rules[Any, Any]:
    """Returns the rules of this game, played with *book*, of a *version*."""
    return VillainousRules(replace(book, version=version))


def evaluate(board: Board, book: Book, seat: Seat) -> float:
    """Returns the evaluation of *seat*."""
    return evaluation.evaluate(board, book.with_rulings(board.rulings), seat)


def evaluate_outlook(board: Board, book: Book, seat: Seat) -> float:
    """Returns the outlook of *seat*."""
    return evaluation.evaluate_outlook(board, book.with_rulings(board.rulings), seat)


def write_position(board: Board) -> str:
    """Returns *board* as a line of text."""
    return position.write_board(board)


def pile_cards(parts: Sequence[str], part: str, word: str, book: Book) -> tuple[str, ...]:
    """Returns all cards of the Villain's or the Fate deck, for a list in the Realm *part*."""
    return position_checks.pile_cards(parts, part, word, book)


def read_position(text: str, book: Book) -> Board:
    """Returns the board in *text*; raises `notation.Unreadable` and `Unplayable`."""
    return position.read_board(text, book)


def list_characters(book: Book) -> tuple[str, ...]:
    """Returns the Villains."""
    return tuple(book.villains)


def describe_cards(book: Book) -> dict[str, Any]:
    """Returns the sources, and the Villains with their boards and cards, each with its provenance."""
    data: dict[str, Any] = msgspec.to_builtins(
        {"sources": book.card_set.sources, "villains": publish(book.card_set.villains)}
    )
    return data


def card_folders() -> Mapping[str, Mapping[str, str]]:
    """Returns the packages of the Villains."""
    return {"villains": villains.villain_packages()}


def display_names(book: Book, language: str = "en") -> Mapping[str, str]:
    """Returns the names of all things in *language*, or else in English."""
    player = PLAYER.get(language, PLAYER["en"])
    requirements = (card.requires for card in book.cards.values() if card.requires is not None)
    terms = {key: REQUIREMENTS[key.what] for key in requirements}
    return {
        **{key: term.get(language, term["en"]) for key, term in TERMS.items()},
        **{f"seat:{seat}": player.format(seat + 1) for seat in range(max(SEATS))},
        **{key.key: term.get(language, term["en"]).format(key.least) for key, term in terms.items()},
        **{villain.id: _spoken_name(villain, language) for villain in book.villains.values()},
        **{
            location.id: _spoken_name(location, language)
            for board in book.locations.values()
            for location in board.values()
        },
        **{id: _spoken_name(card, language) for id, card in book.cards.items()},
        **{f"objective:{villain.id}": villain.objective for villain in book.villains.values()},
        **{
            f"step:{villain_id}:{step}": text
            for villain_id in book.villains
            for step, text in book.scripts[villain_id].step_texts.items()
        },
    }


def _spoken_name(item: PrintedCard | Location | Villain, language: str) -> str:
    """Returns a name for speech, without brackets."""
    name = item.name_it if language == "it" and item.name_it else item.name
    return name.replace(" (", ": ").removesuffix(")")
