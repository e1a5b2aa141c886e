"""Texts of lessons in the language of the request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games import Game
from domain.rules import Rules
from replays.text.languages import game_language
from replays.text.names import localized_names

from ..shared import i18n
from .lessons import Lesson, lesson_taught_by, load_lessons


def lesson_of(game: Game, rules: Rules[Any, Any], position: str) -> dict[str, Any] | None:
    """Returns the texts of the lesson with *position*, or `None`."""
    if not (name := position and lesson_taught_by(game.NAME, position)):
        return None
    lesson_map = load_lessons(game.NAME)
    following = [*lesson_map][[*lesson_map].index(name) + 1 :]
    return {
        "name": name,
        "next": following[0] if following else "",
        **lesson_narrator(game, rules)(lesson_map[name]),
    }


def lesson_narrator(game: Game, rules: Rules[Any, Any]) -> Callable[[Lesson], dict[str, Any]]:
    """Returns a function that renders a lesson in the language of the request."""
    lang = i18n.page_language()
    translator = game_language(game.NAME, lang)
    names = localized_names(game, rules.book, translator)

    def narrate_lesson(lesson: Lesson) -> dict[str, Any]:
        texts = {"title": lesson.title, "do": lesson.do, "hint": lesson.hint}
        rendered = {name: translator.elide(text[lang].format_map(names)) for name, text in texts.items()}
        return {"chapter": lesson.chapter, "rules": lesson.rules, **rendered}

    return narrate_lesson
