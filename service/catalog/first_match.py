"""First match of a newcomer, with its settings and the explanations of its questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from domain.games import GAMES, Game
from domain.model import Seat
from domain.rules import Rules
from domain.table import MatchOpened
from replays.text.languages import game_language
from replays.text.names import localized_names

from ..shared import i18n, yaml_files
from .rulebook import typeset_texts

FIRST_MATCH_FILE = "first-match.yaml"
"""File of the first match beside the rulebook of a game, if it has one."""


class Explanation(Struct, frozen=True, forbid_unknown_fields=True):
    """Explanation of a question, its `options` and an `idea` by language, with ids in braces.

    The key of an option is its part before the colon. Options with names have no explanation. `rules` are the
    numbers of rules to read on.
    """

    rules: tuple[str, ...]
    asked: dict[str, str]
    idea: dict[str, str]
    options: dict[str, dict[str, str]] = {}

    def list_texts(self) -> Iterable[dict[str, str]]:
        """Returns each text, by language."""
        return (self.asked, self.idea, *self.options.values())


class FirstMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """Options and seats of the first match, with the newcomer's seat, the bot and the questions."""

    options: dict[str, Any]
    seats: int
    seat: Seat
    bot: str
    questions: dict[str, Explanation]

    @property
    def bots(self) -> Mapping[Seat, str]:
        """The bot of each other seat."""
        return {seat: self.bot for seat in range(self.seats) if seat != self.seat}

    def was_opened_as(self, match_opened: MatchOpened) -> bool:
        """Returns whether *match_opened* has the settings of the first match."""
        shape = GAMES[match_opened.game].Options
        alike = msgspec.convert(match_opened.options, shape) == msgspec.convert(self.options, shape)
        bots = tuple(self.bots.get(seat, "") for seat in range(self.seats))
        return alike and match_opened.bots == bots and not match_opened.position


@cache
def load_first_match(game: str) -> FirstMatch | None:
    """Returns the first match of *game*, or `None`."""
    data = yaml_files.read_game_file(game, FIRST_MATCH_FILE)
    return msgspec.convert(_typeset_data(data), FirstMatch) if data else None


def _typeset_data(data: Any) -> Any:
    """Returns plain data with all texts typeset by language."""
    if not isinstance(data, dict):
        return data
    return typeset_texts(data) if "fr" in data else {key: _typeset_data(value) for key, value in data.items()}


def explain_questions(game: Game, rules: Rules[Any, Any], match_opened: MatchOpened) -> dict[str, Any] | None:
    """Returns the explanations of a first match by question, `None` for other matches."""
    first_match = load_first_match(game.NAME)
    if first_match is None or not first_match.was_opened_as(match_opened):
        return None
    lang = i18n.page_language()
    translator = game_language(game.NAME, lang)
    names = localized_names(game, rules.book, translator)

    def render_text(text: dict[str, str]) -> str:
        return translator.elide(text[lang].format_map(names))

    return {
        prompt: {
            "asked": render_text(explanation.asked),
            "options": {pick: render_text(text) for pick, text in explanation.options.items()},
            "idea": render_text(explanation.idea),
            "rules": explanation.rules,
        }
        for prompt, explanation in first_match.questions.items()
    }
