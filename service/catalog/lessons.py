"""Lessons: positions with a goal, checked by the facts that follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.model import Fact, Picks
from domain.notation import write_fact

from ..shared.yaml_files import read_game_entries
from .rulebook import typeset

NAME = "lessons.yaml"
"""The file of lessons beside the rulebook of a game; a game may have none."""

Standing = Literal["open", "reached", "missed"]
"""How a lesson stands: its goal may be reached still, was reached, or cannot be any more."""


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A position in notation, what to `do` there and a `hint`, by language, with ids in braces for names.

    It teaches the `rules` with these numbers, of a `chapter` where the game has some. The `goal` is a fact in
    notation, of which it has as much as counts, and `lost` one after which the goal cannot be reached any
    more. `answers` reach it, and those that go `astray` do not.
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
    chapter: int = 0


@cache
def lessons(game: str) -> Mapping[str, Lesson]:
    """Returns the lessons of *game*, by their names, in the order in which they are taught."""
    return {
        name: replace(lesson, title=typeset(lesson.title), do=typeset(lesson.do), hint=typeset(lesson.hint))
        for name, lesson in read_game_entries(game, NAME, Lesson).items()
    }


def taught_by(game: str, position: str) -> str:
    """Returns the name of the lesson that a study of *position* is; nothing if it is none."""
    return next((name for name, one in lessons(game).items() if one.position == position), "")


def standing(lesson: Lesson, facts: Iterable[Fact]) -> Standing:
    """Tells how *lesson* stands after *facts*, all of its study."""
    goal, lost = frozenset(lesson.goal.split()), frozenset(lesson.lost.split())
    for fact in facts:
        words = frozenset(write_fact(fact).split())
        if goal <= words:
            return "reached"
        if lost <= words:
            return "missed"
    return "open"
