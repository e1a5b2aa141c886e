"""Sorcerer's Arena: Epic Alliances, in four chapters of rules and three editions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from ..model import Seat
from ..rules import Rules
from ..sheets.dialect import Dialect
from . import card_set, evaluation, position
from .board import Board, Options
from .book import Book, CardSet
from .editions import NEWEST, VERSIONS
from .facts import FACTS
from .instructions import Instruction
from .lineups import cards_handled, list_lineups, measure_match
from .play import chains
from .play.draft import SECOND
from .play.verbs import FINAL_ROUND_POINTS
from .rules import ArenaRules
from .sheet import ArenaDialect
from .text.breakdown import board_numbers, break_down_fact, break_down_number, explain_rule
from .text.glossary import TERMS, THE_OTHER
from .text.sentences import fact_sentence, pick_label, pick_phrase, prompt_names
from .text.story import STORY
from .text.text_board import draw_board
from .text.translation import translate_book

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

NAME = "arena"
TITLE = "Sorcerer’s Arena: Epic Alliances"
VERSION = NEWEST
SEATS = (2, 4)
BOOK = "cards/core.yaml"
RULEBOOK = "rulebook.yaml"
TURNWISE = False
SHEET: Dialect = ArenaDialect()
INSTRUCTIONS: tuple[type[msgspec.Struct], ...] = get_args(Instruction)


def read_book(data: Any, *, is_stored: bool = False) -> Book:
    """Returns the book of a card set; `msgspec.ValidationError` has the path of an error."""
    return card_set.read_card_set(data, is_stored=is_stored)


def find_warnings(book: Book) -> Iterable[str]:
    """Returns the doubtful points of a playable *book*."""
    return chains.chain_warnings(book)


def card_folders() -> Mapping[str, Mapping[str, str]]:
    """Returns nothing, because one file contains all characters."""
    return {}


def make_rules(book: Book, version: int = VERSION) -> Rules[Any, Any]:
    """Returns the rules of this game, played with *book*, of a *version*."""
    return ArenaRules(replace(book, version=version))


def evaluate(board: Board, book: Book, seat: Seat) -> float:
    """Returns the score of *seat*."""
    return evaluation.evaluate(board, book, seat)


def evaluate_outlook(board: Board, book: Book, seat: Seat) -> float:
    """Returns the score of *seat*, as in `evaluate`."""
    return evaluate(board, book, seat)


def write_position(board: Board) -> str:
    """Returns *board* as a line of text."""
    return position.write_board(board)


def pile_cards(parts: Sequence[str], part: str, word: str, book: Book) -> tuple[str, ...]:
    """Returns all cards that a list in a position can hold."""
    return position.pile_cards(parts, part, word, book)


def read_position(text: str, book: Book) -> Board:
    """Returns the board of a position; raises `notation.Unreadable` and `Unplayable`."""
    return position.read_board(text, book)


def list_characters(book: Book) -> tuple[str, ...]:
    """Returns the codes of the characters."""
    return tuple(book.characters)


def describe_cards(book: Book) -> dict[str, Any]:
    """Returns the board, the characters and their cards, with provenance, and the marks of SA-702."""
    arena = book.arena
    catalogue: dict[str, Any] = msgspec.to_builtins(
        {
            "set": book.name,
            "arena": {
                "name": arena.name,
                "provenance": arena.provenance,
                "rows": arena.rows,
                "golden": sorted(arena.golden),
                "stars": arena.stars,
            },
            "characters": book.characters,
            "final_round_at": FINAL_ROUND_POINTS,
        }
    )
    return catalogue


def display_names(book: Book, language: str = "en") -> Mapping[str, str]:
    """Returns the spoken names in *language*, or in English where it has none."""
    book = translate_book(book, language)
    spoken = {key: term.get(language, term["en"]) for key, term in TERMS.items()}
    spoken |= {id: card.name for id, card in book.cards.items()}
    for code, character in book.characters.items():
        spoken[code] = character.name
        spoken[code + SECOND] = THE_OTHER.get(language, THE_OTHER["en"]).format(spoken[code])
        for side in (character.start, character.upgraded):
            spoken |= {f"{code}.s{n}": skill.name for n, skill in enumerate(side.skills, 1)}
            if side.ability is not None:
                spoken[f"{code}.a"] = side.ability.name
        for part, ability in (("c", character.upgraded.constant), ("u", character.upgraded.activated)):
            if ability is not None:
                spoken[f"{code}.{part}"] = ability.name
    return spoken
