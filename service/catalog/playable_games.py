"""Games for players, with titles, characters and names in the language of the request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from babel.lists import format_list

from domain.games import GAMES, Game
from replays.text.languages import game_language
from replays.text.names import localized_names as named

from ..http.services import services
from ..shared import i18n
from .cardsets import CardSetRegistry, localized_title

LIST_LOCALES = {"en": "en_GB", "fr": "fr", "it": "it"}
"""Locale for lists in each language. British English has no comma before the “or”."""


class Playable(NamedTuple):
    """Game with its title, names and characters in the request's language, or else in English."""

    game: Game
    title: str
    names: Mapping[str, str]
    characters: tuple[str, ...]
    language: str

    @property
    def seat_counts(self) -> str:
        """The numbers of seats in words: `2 or 4`, and `2–6` for a longer row."""
        seats = self.game.SEATS
        if len(seats) > 2 and [*seats] == [*range(seats[0], seats[-1] + 1)]:
            return f"{seats[0]}–{seats[-1]}"
        return format_list([*map(str, seats)], style="or", locale=LIST_LOCALES[i18n.page_language()])

    def seat_label(self, seat: int) -> str:
        """Returns the label of a seat."""
        text = self.names.get(f"seat:{seat}") if self.language == i18n.page_language() else None
        return text[:1].upper() + text[1:] if text else i18n.says("Seat {number}", number=seat + 1)


def find_playable(name: str) -> Playable:
    """Returns the game called *name* with its packaged cards; raises `UnknownGame`."""
    game = services()[CardSetRegistry].find_game(name)
    book = services()[CardSetRegistry].find_cards(name).book
    translator = game_language(name, i18n.page_language())
    names = named(game, book, translator)
    return Playable(
        game, localized_title(name, i18n.page_language()), names, game.list_characters(book), translator.code
    )


def all_playable() -> dict[str, Playable]:
    """Returns all games of the service by name."""
    return {name: find_playable(name) for name in GAMES}
