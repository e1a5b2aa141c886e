"""Finds the games, the packages beside this module that fulfil `Game`."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from msgspec import Struct

from . import model, table
from .breakdown import FactTrace, Part, Passage
from .lineups import CardsHandled, Lineup, Measures
from .notation import Vocabulary, build_vocabulary
from .rules import Rules
from .sheets.dialect import Dialect
from .story import Story


class Game(Protocol):
    """The interface of a package that implements a game."""

    NAME: str
    TITLE: str
    VERSION: int
    """The newest version of the rules; a match pins its version."""
    BOOK: str
    """The file of the printed facts that comes with the game, relative to its package."""
    RULEBOOK: str
    """The file of the rules by their numbers, relative to its package; empty without one."""
    FACTS: tuple[type[model.Event], ...]

    TURNWISE: bool
    """Whether each seat builds for itself, with no need to foresee the others' turns.

    If so, a bot that thinks searches to the end of its own turn and scores it with `evaluate_outlook`.
    If not, it searches on into the others' turns.
    """

    SHEET: Dialect
    """The notation of score sheets."""

    STORY: Story
    """The parts of its facts in a story."""

    INSTRUCTIONS: tuple[type[Struct], ...]
    """The instructions of cards in a file, with their docstrings; none for scripted cards."""

    # Read-only, so that a package's own, narrower types fit.
    @property
    def SEATS(self) -> tuple[int, ...]:  # noqa: N802
        """The possible numbers of players."""

    @property
    def VERSIONS(self) -> tuple[int, ...]:  # noqa: N802
        """The versions of the rules that still decide matches, the newest last."""

    @property
    def CardSet(self) -> type[Struct]:  # noqa: N802
        """The type of the file of printed facts."""

    @property
    def Options(self) -> type[Struct]:  # noqa: N802
        """The type of the options of a match; its JSON Schema is published."""

    @property
    def Board(self) -> type[Struct]:  # noqa: N802
        """The type of the fold of the game's facts."""

    def read_book(self, data: Any, *, is_stored: bool = ...) -> Any:
        """Returns the book of *data*, plain lists, dicts, strings and numbers.

        A book that *is_stored* with a match may contain playable faults that new card sets may not. Raises
        `msgspec.ValidationError` with the paths of the errors, one a line.
        """

    def find_warnings(self, book: Any) -> Iterable[str]:
        """Returns the doubtful points of a playable *book*, for its author."""

    def card_folders(self) -> Mapping[str, Mapping[str, str]]:
        """Returns the packages of the items of each list of `BOOK`, by the field and their ids.

        Such a folder holds the item as `cards.yaml`, translations as `fr.po` and so on, and its look on pages
        as `look.yaml`.
        """

    def make_rules(self, book: Any, version: int = ...) -> Rules[Any, Any]:
        """Returns the rules of this game with *book*, in a *version* or the newest one.

        The facts of every version fold. The rules of `VERSIONS` decide answers.
        """

    def list_characters(self, book: Any) -> tuple[str, ...]:
        """Returns the ids of the characters or Villains that players may choose."""

    def translate_book(self, book: Any, language: str) -> Any:
        """Returns *book* with its names and texts in *language*, as far as it contains them."""

    def describe_cards(self, book: Any) -> dict[str, Any]:
        """Returns cards and characters with their provenance, as plain data for readers."""

    def display_names(self, book: Any, language: str = "en") -> Mapping[str, str]:
        """Returns spoken names by id (`GAS05`), or by field and value (`seat:0`, `team:1`).

        The empty id is the name of a hidden thing. Names missing in *language* are English.
        """

    def fact_sentence(self, event: model.Event, book: Any) -> str:
        """Returns the English sentence for *event*, with the event's fields in braces.

        `{act}` is the answer right before it: `vanquish` for the pick `vanquish:gus`.
        """

    def prompt_names(self) -> frozenset[str]:
        """Returns the names of all questions of this game, with any cards."""

    def pick_phrase(self, question: model.Asked, pick: str) -> str:
        """Returns the English words for *pick*, an option of *question*, that follow “chooses”.

        Braces with the name of a field hold the pick, or its part after the colon: `to play {card}` for
        `play:GAS05`. Empty for a pick with a name of its own.
        """

    def pick_label(self, question: model.Asked, pick: str) -> str:
        """Returns the English label of a button for *pick*, with braces as in a phrase.

        For example `Play {card}`.
        """

    def explain_rule(self, board: Any, book: Any, rule: str) -> Passage | None:
        """Returns the text of the card that facts cite as *rule*; `None` for a rule of the game."""

    def break_down_number(self, board: Any, book: Any, name: str) -> tuple[Part, ...] | None:
        """Returns the parts of a derived number with a name such as `strength:peter-pan`.

        Their sum is the number. Returns `None` for an unknown name. *board* may be redacted for a viewer.
        """

    def break_down_fact(
        self, board: Any, book: Any, fact: model.Fact, trace: FactTrace = ...
    ) -> tuple[Part, ...]:
        """Returns the parts of the number in *fact*, on the *board* before it.

        *trace* is the origin of the fact. Returns nothing for a fact without a number.
        """

    def board_numbers(self, board: Any, book: Any) -> dict[str, int]:
        """Returns the derived numbers that a board displays, by their names for `break_down_number`."""

    def evaluate(self, board: Any, book: Any, seat: model.Seat) -> float:
        """Returns the score of *seat* that bots maximize."""

    def evaluate_outlook(self, board: Any, book: Any, seat: model.Seat) -> float:
        """Returns the score of *seat* at the end of its turn, for bots that search ahead.

        0 is even, and 20 more turns odds of 1 : 1 into odds of e : 1. Hidden cards of *board* may be imagined
        ones; the order of cards does not count.
        """

    def list_lineups(self, book: Any, seats: int) -> Iterable[Lineup]:
        """Returns all lineups of *seats* players, with each character equally often on each seat."""

    def measure_match(self, facts: Iterable[model.Fact]) -> Measures:
        """Returns the measures of a match, finished or not."""

    def cards_handled(self, event: model.Event, book: Any) -> CardsHandled | None:
        """Returns the own cards that a seat draws or plays in *event*, or `None`."""

    def write_position(self, board: Any) -> str:
        """Returns *board* as a line of text for `read_position`."""

    def read_position(self, text: str, book: Any) -> Any:
        """Returns the board of a position written as *text*.

        Raises `notation.Unreadable`, and `decider.Unplayable` for a board that no match can reach.
        """

    def pile_cards(self, parts: Sequence[str], part: str, word: str, book: Any) -> tuple[str, ...]:
        """Returns all cards that the list *word* of a *part* of a position can hold, in a fixed order.

        *parts* are the names of all parts. Returns nothing for a list without cards that may be unknown.
        """

    def draw_board(self, board: Any, book: Any) -> str:
        """Returns the board drawn as text."""


def game_package(game: str) -> str:
    """Returns the name of the package of *game*."""
    return f"{__package__}.{game}"


def _find_games() -> Iterator[Game]:
    """Yields the packages beside this module that define a version of rules."""
    for module in pkgutil.iter_modules(import_module(__package__).__path__):
        if module.ispkg and hasattr(game := import_module(game_package(module.name)), "VERSION"):
            yield cast(Game, game)


GAMES: Mapping[str, Game] = {game.NAME: game for game in _find_games()}
"""All games by name, the name of the folder."""

CORE_FACTS: tuple[type[model.Event], ...] = (*model.CONVERSATION, *table.FACTS)

VOCABULARY: Vocabulary = build_vocabulary(
    (*CORE_FACTS, *(kind for game in GAMES.values() for kind in game.FACTS))
)
"""All facts of any log, by their permanent names."""
