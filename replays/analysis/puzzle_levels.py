"""Plays puzzles with bots, for their ratings."""

from __future__ import annotations

from random import Random
from typing import Any

from domain import table
from domain.chance import seed_commitment
from domain.games import Game
from domain.model import Picks
from domain.rules import Rules
from domain.table import Match, MatchOpened, SeatClaimed

from ..bots.players import BOTS, answer_question
from .puzzles import LEVELS, puzzle_outcome, solver_seat

SEEDS, MAX_HITS = 5, 2
"""The number of seeds of the greedy bot, and of those after the first that may hit the winning answer.

The bot breaks ties at random, so it hits some answers without seeing why.
"""


def open_puzzle(game: Game, rules: Rules[Any, Any], position: str) -> Match[Any]:
    """Returns a study at *position* with all seats claimed."""
    study = rules.load_study(position)
    commitment = seed_commitment(position)
    opening = MatchOpened(
        game.NAME, game.VERSION, study.options, study.seats, "", commitment, 0, position, position=position
    )
    match = table.fold(rules, table.open_match(opening))
    for seat in range(study.seats):
        match = table.claim_seat(rules, match, SeatClaimed(seat, f"seat-{seat}", "", 0)).match
    return match


def greedy_answers(game: Game, rules: Rules[Any, Any], position: str, seeds: int = SEEDS) -> list[Picks]:
    """Returns the first answer of the greedy bot at *position* with each of *seeds* seeds."""
    match = open_puzzle(game, rules, position)
    question = table.open_question(rules, match)
    assert question is not None  # a puzzle asks
    return [BOTS["greedy"](game, rules, match, question, Random(seed)) for seed in range(seeds)]


def is_missed(game: Game, rules: Rules[Any, Any], position: str, first: Picks) -> bool:
    """Returns whether the greedy bot misses *first* at *position* with its first seed and most others."""
    answers = greedy_answers(game, rules, position)
    return answers[0] != first and answers.count(first) <= MAX_HITS


def list_solvers(game: Game, rules: Rules[Any, Any], position: str) -> tuple[str, ...]:
    """Returns the bots of `LEVELS` that win the puzzle at *position* alone, with their first seed."""
    return tuple(level for level in LEVELS if _is_solved_by(game, rules, position, level))


def _is_solved_by(game: Game, rules: Rules[Any, Any], position: str, level: str) -> bool:
    match, rng = open_puzzle(game, rules, position), Random(0)
    start = match.position
    seat = solver_seat(rules, start)
    while (outcome := puzzle_outcome(rules, start, match.position)) == "open":
        question = table.open_question(rules, match)
        if question is None or question.seat != seat:
            return False
        match = answer_question(game, rules, match, question, [BOTS[level]] * (seat + 1), rng).match
    return outcome == "reached"
