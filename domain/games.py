"""The games: packages beside this module that define what `Game` asks for. To add one, add its folder."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from msgspec import Struct

from . import decider, model, table
from .breakdown import Part, Passage
from .lineups import CardsHandled, Lineup, Measures
from .notation import Vocabulary, vocabulary


class Game(Protocol):
    """What a package has to define to be a game."""

    NAME: str
    TITLE: str
    VERSION: int
    """The version of the rules; a match pins it."""
    BOOK: str
    """The file of printed facts that comes with the game, relative to its package."""
    RULEBOOK: str
    """The file of its rules by their numbers, relative to its package; empty for none."""
    FACTS: tuple[type[model.Event], ...]

    TURNWISE: bool
    """Whether each seat builds for itself, with no need to foresee the others' turns.

    If so, a bot that thinks searches to the end of its own turn and scores it with `evaluate_outlook`.
    If not, it searches on into the others' turns.
    """

    INSTRUCTIONS: tuple[type[Struct], ...]
    """What the cards of a file may say, each explained by its docstring; none where cards are scripts."""

    # Read-only, so that a package's own, narrower types fit.
    @property
    def SEATS(self) -> tuple[int, ...]:  # noqa: N802
        """How many may play."""

    @property
    def VERSIONS(self) -> tuple[int, ...]:  # noqa: N802
        """The versions of the rules that matches can still be decided by, the newest last."""

    @property
    def CardSet(self) -> type[Struct]:  # noqa: N802
        """The shape of the file of printed facts."""

    @property
    def Options(self) -> type[Struct]:  # noqa: N802
        """What a match may choose; its JSON Schema is published."""

    @property
    def Board(self) -> type[Struct]:  # noqa: N802
        """What the game's facts fold to."""

    def read_book(self, data: Any, *, kept: bool = ...) -> Any:
        """Returns the book that *data* (plain lists, dicts, strings and numbers) tells of.

        What was *kept* with a match may hold what new sets are refused for, as far as it can be played.
        Raises `msgspec.ValidationError` with the path of what is wrong; several mistakes are a line each.
        """

    def find_warnings(self, book: Any) -> Iterable[str]:
        """Returns what whoever wrote *book* should think twice about, though it can be played."""

    def card_folders(self) -> Mapping[str, Mapping[str, str]]:
        """Returns the packages that the items of a list of `BOOK` stand in, by the field and their ids.

        Such a folder holds the item as `cards.yaml`, names and words in other languages as `fr.po` and
        so on, and how it looks on pages as `look.yaml`.
        """

    def make_rules(self, book: Any, version: int = ...) -> decider.Rules[Any, Any]:
        """Returns the rules of this game, played with *book*: of a *version*, or the newest.

        The facts of every version fold; what follows from an answer is decided by those of `VERSIONS`.
        """

    def list_characters(self, book: Any) -> tuple[str, ...]:
        """Returns whom a player may choose or be, by id: characters, Villains."""

    def translate_book(self, book: Any, language: str) -> Any:
        """Returns *book* with its names and texts in *language*, as far as it was written in it."""

    def describe_cards(self, book: Any) -> dict[str, Any]:
        """Returns cards and characters with their provenance, as plain data, for people to read."""

    def display_names(self, book: Any, language: str = "en") -> Mapping[str, str]:
        """Returns what to call things aloud: by id (`GAS05`), or by field and value (`seat:0`, `team:1`).

        The empty id is whatever is hidden. What has no name in *language* has its English one.
        """

    def fact_sentence(self, event: model.Event, book: Any) -> str:
        """Returns the English sentence that tells *event*, with the event's fields in braces.

        `{act}` stands for what was answered right before it: of `vanquish:gus` that is `vanquish`.
        """

    def prompt_names(self) -> frozenset[str]:
        """Returns what questions of this game may be called, whatever cards it is played with."""

    def pick_phrase(self, asked: model.Asked, pick: str) -> str:
        """Returns the English words for *pick*, an option of *asked*, as they follow “chooses”.

        In braces, called as a field of a fact would be, stands the pick itself, or what follows its colon:
        `to play {card}` of `play:GAS05`. Empty for a pick that has a name.
        """

    def pick_label(self, asked: model.Asked, pick: str) -> str:
        """Returns what a button says that picks *pick*, in English: `Play {card}`, braces as in a phrase."""

    def explain_rule(self, board: Any, book: Any, rule: str) -> Passage | None:
        """Returns what the card says that facts name as their *rule*, on *board*; `None` if it is no card."""

    def break_down_number(self, board: Any, book: Any, what: str) -> tuple[Part, ...] | None:
        """Returns what makes up a number that stands on no board, called as in `strength:peter-pan`.

        Its sum is the number. `None` where the game has no such number. *board* may be what a viewer sees.
        """

    def break_down_fact(
        self, board: Any, book: Any, fact: model.Fact, around: Sequence[str] = ...
    ) -> tuple[Part, ...]:
        """Returns what makes up the number that *fact* tells, on the *board* before it, if there is one.

        *around* are the rules that led to it besides its own, the nearest first.
        """

    def board_numbers(self, board: Any, book: Any) -> dict[str, int]:
        """Returns the numbers that a board is to be shown with, by what `break_down_number` calls them."""

    def evaluate(self, board: Any, book: Any, seat: model.Seat) -> float:
        """Returns how well *seat* stands, more is better; what a bot pursues."""

    def evaluate_outlook(self, board: Any, book: Any, seat: model.Seat) -> float:
        """Returns what *seat* can hope for once its turn is over: what a bot pursues that thinks ahead.

        More is better, in the units of `evaluate`: 0 is even, and 20 more makes odds of 1 : 1 odds of e : 1.
        Hidden cards of *board* may be imagined ones; an order of cards is never read.
        """

    def list_lineups(self, book: Any, seats: int) -> Iterable[Lineup]:
        """Returns who can be played against whom on so many *seats*, everyone as often on each of them."""

    def measure_match(self, facts: Iterable[model.Fact]) -> Measures:
        """Returns what a match is measured by, as far as it went."""

    def cards_handled(self, event: model.Event, book: Any) -> CardsHandled | None:
        """Returns what *event* tells of a seat's own cards, which it draws and plays; `None` if nothing."""

    def write_position(self, board: Any) -> str:
        """Returns *board* as a line of text, which `read_position` reads back."""

    def read_position(self, text: str, book: Any) -> Any:
        """Returns the board that *text* tells.

        Raises `notation.Unreadable`, and `decider.Unplayable` for a board that no match can come to.
        """

    def draw_board(self, board: Any, book: Any) -> str:
        """Returns the board drawn as text."""


def package(game: str) -> str:
    """Returns the name of the package of *game*, in whose folder its files stand."""
    return f"{__package__}.{game}"


def _found() -> Iterator[Game]:
    """Yields the packages beside this module that have a version of rules."""
    for module in pkgutil.iter_modules(import_module(__package__).__path__):
        if module.ispkg and hasattr(found := import_module(package(module.name)), "VERSION"):
            yield cast(Game, found)


GAMES: Mapping[str, Game] = {game.NAME: game for game in _found()}
"""Every game by its name, which is the name of its folder."""

CORE_FACTS: tuple[type[model.Event], ...] = (*model.CONVERSATION, *table.FACTS)

VOCABULARY: Vocabulary = vocabulary((*CORE_FACTS, *(kind for game in GAMES.values() for kind in game.FACTS)))
"""Every fact that any log may hold, by its permanent name."""
