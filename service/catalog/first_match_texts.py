"""What the questions of a first match mean, in the language of the request."""

from __future__ import annotations

from typing import Any

from domain.games import Game
from domain.rules import Rules
from domain.table import MatchOpened
from replays.text.languages import game_language
from replays.text.names import localized_names

from ..shared import i18n
from .first_match import first_match


def explanations(game: Game, rules: Rules[Any, Any], match_opened: MatchOpened) -> dict[str, Any] | None:
    """Returns the explanations of a match by the kind of question; `None` where it is no first match."""
    found = first_match(game.NAME)
    if found is None or not found.is_it(match_opened):
        return None
    lang = i18n.chosen()
    translator = game_language(game.NAME, lang)
    called = localized_names(game, rules.book, translator)

    def says(text: dict[str, str]) -> str:
        return translator.elide(text[lang].format_map(called))

    return {
        prompt: {
            "asked": says(explanation.asked),
            "options": {pick: says(text) for pick, text in explanation.options.items()},
            "idea": says(explanation.idea),
            "rules": explanation.rules,
        }
        for prompt, explanation in found.questions.items()
    }
