"""A game as somebody finds it who wants to play: its name, whom one can be, and what everything is called."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from babel.lists import format_list

from domain.games import GAMES, Game
from replays.text.languages import game_language
from replays.text.names import localized_names as named

from ..http.services import services
from ..shared import i18n
from .cardsets import CardSetRegistry, packaged

LISTED_AS = {"en": "en_GB", "fr": "fr", "it": "it"}
"""Whose custom lists follow in each language: British English has no comma before the “or”."""


class Playable(NamedTuple):
    """A game, its title, its names in the request's `game_language` or else in English, its cast."""

    game: Game
    title: str
    names: Mapping[str, str]
    cast: tuple[str, ...]
    language: str

    @property
    def counts(self) -> str:
        """How many may play, in words."""
        return format_list([*map(str, self.game.SEATS)], style="or", locale=LISTED_AS[i18n.chosen()])

    def seat(self, seat: int) -> str:
        """Returns what a seat is called, counted from 0."""
        text = self.names.get(f"seat:{seat}") if self.language == i18n.chosen() else None
        return text[:1].upper() + text[1:] if text else i18n.says("Seat {number}", number=seat + 1)


def playable(name: str) -> Playable:
    """Returns the game called *name*, with the cards that come with it; raises `UnknownGame`."""
    game = services()[CardSetRegistry].game(name)
    book = services()[CardSetRegistry].cards(name).book
    translator = game_language(name, i18n.chosen())
    names = named(game, book, translator)
    return Playable(game, title(name, i18n.chosen()), names, game.list_characters(book), translator.code)


@cache
def title(name: str, lang: str) -> str:
    """Returns what the game called *name* is called in the language *lang*."""
    game = GAMES[name]
    return named(game, packaged(name).book, game_language(name, lang)).get(f"game:{name}", game.TITLE)


def all_playable() -> dict[str, Playable]:
    """Returns every game of the service, by name."""
    return {name: playable(name) for name in GAMES}
