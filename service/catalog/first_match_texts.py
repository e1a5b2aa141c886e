"""Explanations of a first match in the language of the request."""

from __future__ import annotations

from typing import Any

from domain.games import Game
from domain.rules import Rules
from domain.table import MatchOpened
from replays.text.languages import game_language
from replays.text.names import localized_names

from ..shared import i18n
from .first_match import load_first_match


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
