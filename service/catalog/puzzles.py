"""Puzzles, as positions with a win within the turn, and their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from domain import decider
from domain.decider import Position
from domain.games import Game
from domain.model import Answered
from domain.rules import Rules
from replays.analysis.puzzles import Puzzle, refuse_chance
from replays.text.languages import game_language
from replays.text.names import localized_names
from replays.text.narration import Narrator

from ..shared import i18n
from ..shared.yaml_files import read_game_entries

PUZZLES_FILE = "puzzles.yaml"
"""File of puzzles beside the rulebook of a game, if it has any."""


@cache
def load_puzzles(game: str) -> Mapping[str, Puzzle]:
    """Returns the puzzles of *game* by name, the shortest first."""
    return read_game_entries(game, PUZZLES_FILE, Puzzle)


def puzzle_posed_by(game: str, position: str) -> str:
    """Returns the name of the puzzle with *position*, or an empty text."""
    return next((name for name, puzzle in load_puzzles(game).items() if puzzle.position == position), "")


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
        "do": puzzle_narrator(game, rules)(puzzle_map[name]),
        "solution": [*_solution_lines(game, rules, puzzle_map[name])],
    }


def puzzle_narrator(game: Game, rules: Rules[Any, Any]) -> Callable[[Puzzle], str]:
    """Returns a function that describes the task of a puzzle in the language of the request."""
    translator = game_language(game.NAME, i18n.page_language())
    names = localized_names(game, rules.book, translator)

    def describe_puzzle(puzzle: Puzzle) -> str:
        board = rules.load_study(puzzle.position).board
        question = rules.next_question(board)
        assert question is not None
        characters = translator.join_words(
            [names.get(character, character) for character in rules.seat_characters(board, question.seat)]
        )
        return translator.elide(i18n.says("{characters}: win before this turn ends.", characters=characters))

    return describe_puzzle


def _solution_lines(game: Game, rules: Rules[Any, Any], puzzle: Puzzle) -> Iterator[str]:
    """Yields the answers of the solution in words."""
    translator = game_language(game.NAME, i18n.page_language())
    narrator = Narrator(game, rules.book, translator, localized_names(game, rules.book, translator))
    position = Position(rules.load_study(puzzle.position).board)
    for picks in puzzle.solution:
        question = decider.open_question(rules, position)
        assert question is not None
        yield translator.join_words([narrator.label(question, pick) for pick in picks])
        position = decider.decide(rules, position, Answered(question.seat, picks), refuse_chance).position
