"""What is told of puzzles, in the language of the request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from .puzzles import posed_by, puzzles


def puzzle_of(game: Game, rules: Rules[Any, Any], position: str) -> dict[str, Any] | None:
    """Returns what the page of a study of *position* tells of its puzzle; `None` where it is none."""
    if not (name := position and posed_by(game.NAME, position)):
        return None
    posed = puzzles(game.NAME)
    number = [*posed].index(name)
    following = [*posed][number + 1 :]
    return {
        "name": name,
        "number": number + 1,
        "next": following[0] if following else "",
        "do": asker(game, rules)(posed[name]),
        "solution": [*_solution(game, rules, posed[name])],
    }


def asker(game: Game, rules: Rules[Any, Any]) -> Callable[[Puzzle], str]:
    """Returns what tells in the language of the request who has to win in a puzzle."""
    translator = game_language(game.NAME, i18n.chosen())
    called = localized_names(game, rules.book, translator)

    def asks(puzzle: Puzzle) -> str:
        board = rules.load_study(puzzle.position).board
        asked = rules.next_question(board)
        assert asked is not None
        whom = translator.join_words(
            [called.get(who, who) for who in rules.seat_characters(board, asked.seat)]
        )
        return translator.elide(i18n.says("{characters}: win before this turn ends.", characters=whom))

    return asks


def _solution(game: Game, rules: Rules[Any, Any], puzzle: Puzzle) -> Iterator[str]:
    """Yields the answers of the solution in words."""
    translator = game_language(game.NAME, i18n.chosen())
    narrator = Narrator(game, rules.book, translator, localized_names(game, rules.book, translator))
    position = Position(rules.load_study(puzzle.position).board)
    for picks in puzzle.solution:
        asked = decider.open_question(rules, position)
        assert asked is not None
        yield translator.join_words([narrator.label(asked, pick) for pick in picks])
        position = decider.decide(rules, position, Answered(asked.seat, picks), refuse_chance).position
