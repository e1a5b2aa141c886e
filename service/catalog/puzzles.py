"""Puzzles, as positions with a win within the turn, their themes and their texts."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from typing import Any

from msgspec import Struct

from domain import decider
from domain.decider import Position
from domain.games import GAMES, Game
from domain.model import Answered, Asked, Picks
from domain.rules import Rules
from replays.analysis.puzzles import (
    Puzzle,
    follow_answers,
    puzzle_ends_match,
    refuse_chance,
    solver_seat,
    theme_of,
    turn_at,
)
from replays.text.languages import game_language
from replays.text.names import localized_names
from replays.text.narrator import Narrator

from ..shared import i18n
from ..shared.yaml_files import read_game_entries
from .cardsets import packaged_cards
from .rulebook import typeset_texts

PUZZLES_FILE, THEMES_FILE = "puzzles.yaml", "themes.yaml"
"""Files of puzzles and of their themes beside the rulebook of a game, if it has any."""


HARDER_FROM = (1450, 1800)
"""The ratings from which puzzles are of middle difficulty, and hard."""

DAILY_STEP = 37
"""Puzzles between those of two days, so that neighbours differ in game and theme."""


class Theme(Struct, frozen=True, forbid_unknown_fields=True):
    """A motif, with its `title` by language.

    The facts of a solution include `facts` in their order, written in notation with the significant words.
    """

    facts: tuple[str, ...]
    title: dict[str, str]


@cache
def load_puzzles(game: str) -> Mapping[str, Puzzle]:
    """Returns the puzzles of *game* by name, the easy ones first, and of these the ones with few seats."""
    rules = GAMES[game].make_rules(packaged_cards(game).book)

    def order(entry: tuple[str, Puzzle]) -> tuple[int, int, int]:
        puzzle = entry[1]
        return puzzle_difficulty(puzzle.rating), rules.load_study(puzzle.position).seats, puzzle.rating

    return dict(sorted(read_game_entries(game, PUZZLES_FILE, Puzzle).items(), key=order))


def puzzle_difficulty(rating: int) -> int:
    """Returns 0 for an easy puzzle, 1 for one of middle difficulty, and 2 for a hard one."""
    return bisect(HARDER_FROM, rating)


@cache
def load_themes(game: str) -> Mapping[str, Theme]:
    """Returns the themes of *game* by name; a solution has the first that fits."""
    return {
        name: Theme(theme.facts, typeset_texts(theme.title))
        for name, theme in read_game_entries(game, THEMES_FILE, Theme).items()
    }


def puzzle_theme(game: str, position: str, solution: Iterable[Picks]) -> str:
    """Returns the name of the theme of *solution* at *position*, or an empty text."""
    rules = GAMES[game].make_rules(packaged_cards(game).book)
    start = Position(rules.load_study(position).board)
    turn = turn_at(rules, start)
    assert turn is not None  # a puzzle asks
    facts = follow_answers(rules, start, start, solution).facts
    return theme_of({name: theme.facts for name, theme in load_themes(game).items()}, facts, turn[2])


def puzzle_posed_by(game: str, position: str) -> str:
    """Returns the name of the puzzle with *position*, or an empty text."""
    return next((name for name, puzzle in load_puzzles(game).items() if puzzle.position == position), "")


def puzzle_of_day(day: date) -> tuple[Game, str]:
    """Returns the game and the name of the puzzle of *day*. All puzzles of all games take turns."""
    puzzles = [(game, name) for game in GAMES.values() for name in load_puzzles(game.NAME)]
    return puzzles[day.toordinal() * DAILY_STEP % len(puzzles)]


def puzzle_of(game: Game, rules: Rules[Any, Any], position: str) -> dict[str, Any] | None:
    """Returns the texts of the puzzle with *position*, or `None`."""
    if not (name := position and puzzle_posed_by(game.NAME, position)):
        return None
    puzzle_map = load_puzzles(game.NAME)
    number = [*puzzle_map].index(name)
    following = [*puzzle_map][number + 1 :]
    return {
        "name": name,
        "number": number + 1,
        "next": following[0] if following else "",
        **puzzle_narrator(game, rules)(puzzle_map[name]),
        "first": " ".join(puzzle_map[name].solution[0]),
        "solution": [*_solution_lines(game, rules, puzzle_map[name])],
    }


def puzzle_narrator(game: Game, rules: Rules[Any, Any]) -> Callable[[Puzzle], dict[str, Any]]:
    """Returns a function that describes a puzzle in the language of the request.

    The description has the task `do`, the title of the `theme`, and the `rating`.
    """
    language = i18n.page_language()
    translator = game_language(game.NAME, language)
    names = localized_names(game, rules.book, translator)

    def describe_puzzle(puzzle: Puzzle) -> dict[str, Any]:
        start = Position(rules.load_study(puzzle.position).board)
        seat_names = [
            names.get(each, each) for each in rules.seat_characters(start.board, solver_seat(rules, start))
        ]
        characters = translator.join_words(seat_names)
        goal = (
            i18n.says("{characters}: win before this turn ends.", characters=characters)
            if puzzle_ends_match(rules, puzzle)
            else i18n.says(
                "{characters}: fulfil the objective before this turn ends, to win when your next one begins.",
                characters=characters,
            )
        )
        if missing := _missing_points(rules, start):
            points = (
                i18n.says("{count} point is missing.", count=missing)
                if i18n.is_one(missing)
                else i18n.says("{count} points are missing.", count=missing)
            )
            goal = f"{goal} {points}"
        return {
            "do": translator.elide(goal),
            "theme": load_themes(game.NAME)[puzzle.theme].title[language],
            "rating": puzzle.rating,
        }

    return describe_puzzle


def _missing_points(rules: Rules[Any, Any], start: Position[Any]) -> int:
    """Returns the points that the solver needs for the lead, 0 in a game without points."""
    points, seat = rules.side_points(start.board), solver_seat(rules, start)
    if not points:
        return 0
    own_side = next(side for side, seats in enumerate(rules.list_sides(start.board)) if seat in seats)
    return max(points) + 1 - points[own_side]


def exercise_narrator(game: Game, rules: Rules[Any, Any]) -> Narrator:
    """Returns a narrator in the language of the request."""
    translator = game_language(game.NAME, i18n.page_language())
    return Narrator(game, rules.book, translator, localized_names(game, rules.book, translator))


def _solution_lines(game: Game, rules: Rules[Any, Any], puzzle: Puzzle) -> Iterator[str]:
    """Yields the answers of the solution in words."""
    translator, narrator = game_language(game.NAME, i18n.page_language()), exercise_narrator(game, rules)
    position = Position(rules.load_study(puzzle.position).board)
    for picks in puzzle.solution:
        question = decider.open_question(rules, position)
        assert question is not None
        board = game.write_position(position.board)
        yield translator.join_words([_label_with_place(narrator, question, pick, board) for pick in picks])
        position = decider.decide(rules, position, Answered(question.seat, picks), refuse_chance).position


def _label_with_place(narrator: Narrator, question: Asked, pick: str, board: str) -> str:
    """Returns the label of *pick*, with the place of its card on *board* where two options read alike."""
    label = narrator.label(question, pick)
    location = re.search(rf"\b{re.escape(pick.partition(':')[2])}@([\w-]+)", board)
    is_alone = [narrator.label(question, option) for option in question.options].count(label) < 2
    return label if is_alone or not location else f"{label} ({narrator.name_thing(location[1])})"
