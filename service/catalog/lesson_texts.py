"""What is told of lessons, in the language of the request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games import Game
from domain.rules import Rules
from replays.text.languages import game_language
from replays.text.names import localized_names

from ..shared import i18n
from .lessons import Lesson, lessons, taught_by


def lesson_of(game: Game, rules: Rules[Any, Any], position: str) -> dict[str, Any] | None:
    """Returns what the page of a study of *position* tells of its lesson; `None` where it is none."""
    if not (name := position and taught_by(game.NAME, position)):
        return None
    taught = lessons(game.NAME)
    following = [*taught][[*taught].index(name) + 1 :]
    return {"name": name, "next": following[0] if following else "", **speaker(game, rules)(taught[name])}


def speaker(game: Game, rules: Rules[Any, Any]) -> Callable[[Lesson], dict[str, Any]]:
    """Returns what tells a lesson in the language of the request."""
    lang = i18n.chosen()
    translator = game_language(game.NAME, lang)
    called = localized_names(game, rules.book, translator)

    def says(lesson: Lesson) -> dict[str, Any]:
        texts = {"title": lesson.title, "do": lesson.do, "hint": lesson.hint}
        spoken = {name: translator.elide(text[lang].format_map(called)) for name, text in texts.items()}
        return {"chapter": lesson.chapter, "rules": lesson.rules, **spoken}

    return says
