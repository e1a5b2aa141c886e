"""Lessons, as positions with a goal, and their texts. Later facts decide on success."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain import decider, table
from domain.decider import Position
from domain.games import Game
from domain.model import Answered, Fact, Picks
from domain.notation import write_fact
from domain.rules import Rules
from domain.table import Rewound
from replays.analysis.puzzle_search import MAX_STUDY_NODES, all_answers
from replays.analysis.puzzles import ChanceReached, refuse_chance
from replays.text.languages import game_language
from replays.text.names import localized_names

from ..shared import i18n
from ..shared.yaml_files import read_game_entries
from .rulebook import typeset_texts

LESSONS_FILE = "lessons.yaml"
"""File of lessons beside the rulebook of a game, if it has any."""

LessonState = Literal["open", "reached", "missed"]
"""State of a lesson, with its goal still open, reached, or missed."""


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """Position in notation, with the task `do`, a `hint` and a `summary` by language, with ids in braces.

    It teaches `rules` by number, and belongs to a `chapter` if the game has some. The `goal` is a fact in
    notation with the significant fields only. After the fact `lost` the goal is out of reach. `answers` reach
    it, and `astray` do not.
    """

    rules: tuple[str, ...]
    position: str
    goal: str
    lost: str
    answers: tuple[Picks, ...]
    astray: tuple[Picks, ...]
    title: dict[str, str]
    do: dict[str, str]
    hint: dict[str, str]
    summary: dict[str, str]
    chapter: int = 0


@cache
def load_lessons(game: str) -> Mapping[str, Lesson]:
    """Returns the lessons of *game* by name, in the order of teaching."""
    return {
        name: replace(
            lesson,
            title=typeset_texts(lesson.title),
            do=typeset_texts(lesson.do),
            hint=typeset_texts(lesson.hint),
            summary=typeset_texts(lesson.summary),
        )
        for name, lesson in read_game_entries(game, LESSONS_FILE, Lesson).items()
    }


def lesson_taught_by(game: str, position: str) -> str:
    """Returns the name of the lesson with *position*, or an empty text."""
    return next((name for name, lesson in load_lessons(game).items() if lesson.position == position), "")


def live_facts(facts: Iterable[Fact]) -> list[Fact]:
    """Returns those of *facts* that no one took back."""
    line: list[Fact] = []
    for fact in facts:
        if isinstance(fact.event, Rewound):
            line = [earlier for earlier in line if earlier.seq <= fact.event.to]
        line.append(fact)
    return line


def lesson_state(rules: Rules[Any, Any], lesson: Lesson, facts: Sequence[Fact]) -> LessonState:
    """Returns the state of *lesson* after all *facts* of its study."""
    state = _line_state(lesson, live_facts(facts))
    is_lost = state == "open" and _is_lost(rules, lesson, table.fold(rules, facts).position)
    return "missed" if is_lost else state


def _is_lost(rules: Rules[Any, Any], lesson: Lesson, start: Position[Any]) -> bool:
    """Returns whether no answers from *start* reach the goal, if a short search without draws tells."""
    stack, boards, node_count = [start], set[bytes](), 0
    while stack:
        position = stack.pop()
        if (question := decider.open_question(rules, position)) is None:
            continue
        for picks in all_answers(question):
            if (node_count := node_count + 1) > MAX_STUDY_NODES:
                return False
            try:
                facts, following = decider.decide(
                    rules, position, Answered(question.seat, picks), refuse_chance
                )
            except ChanceReached:
                return False
            except decider.Illegal:
                continue
            if (state := _line_state(lesson, facts)) == "reached":
                return False
            board = msgspec.msgpack.encode((following.board, following.running))
            if state == "open" and board not in boards:
                boards.add(board)
                stack.append(following)
    return True


def _line_state(lesson: Lesson, facts: Iterable[Fact]) -> LessonState:
    """Returns the state of *lesson* after *facts* that no one took back."""
    goal, lost = frozenset(lesson.goal.split()), frozenset(lesson.lost.split())
    for fact in facts:
        words = frozenset(write_fact(fact).split())
        if goal <= words:
            return "reached"
        if lost <= words:
            return "missed"
    return "open"


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
        texts = {"title": lesson.title, "do": lesson.do, "hint": lesson.hint, "summary": lesson.summary}
        rendered = {name: translator.elide(text[lang].format_map(names)) for name, text in texts.items()}
        return {"chapter": lesson.chapter, "rules": lesson.rules, **rendered}

    return narrate_lesson
