"""A bot that evaluates each answer at the end of the present turn."""

from __future__ import annotations

from heapq import nlargest
from math import inf
from random import Random
from typing import Any

from domain import chance, decider
from domain.decider import Position
from domain.games import Game
from domain.model import Answered, Asked, Picks, Seat
from domain.rules import Rules
from domain.table import Match

from .budget import Budget
from .candidates import END, declining_answer, sample_answers
from .determinization import determinize

DEPTH = 3
"""The number of own questions in a row that are searched in full, before the best is followed."""

FINALISTS = 3
"""The number of best answers that are compared again in a second sampled world."""

POSITIONS, SECONDS = 6_000, 5.0
"""The limits of an answer, in positions and seconds.

Positions decide, so that the same seed plays the same match. Seconds stop very slow effects.
"""


def greedy(game: Game, rules: Rules[Any, Any], match: Match[Any], question: Asked, rng: Random) -> Picks:
    """Answers for the best position of its seat at the end of the turn, with ties broken at random.

    It follows its own questions to the end of the turn; other seats decline if they can. Hidden cards are
    sampled, and the best answers are compared in a second sample. When the budget is spent it takes the best
    answer so far. Answers with endless effects are skipped.
    """
    running = match.position.running
    turn = rules.next_question(match.position.board if running is None else running.base)
    viewer = rules.seat_viewer(match.position.board, question.seat)
    foreseen = chance.chance_by_fact(rng.randbytes(32))
    budget = Budget(POSITIONS, SECONDS)

    def after(position: Position[Any], picks: Picks, seat: Seat = question.seat) -> Position[Any]:
        budget.position_count += 1
        return decider.decide(rules, position, Answered(seat, picks), foreseen).position

    def weigh(position: Position[Any]) -> float:
        return game.evaluate(rules.redact_board(position.board, viewer), rules.book, question.seat)

    def followed(position: Position[Any], depth: int = 0) -> Position[Any]:
        own_question = position.pending
        if own_question is None:
            return position
        if own_question.seat != question.seat:
            declined = declining_answer(own_question)
            return (
                position
                if declined is None
                else followed(after(position, declined, own_question.seat), depth)
            )
        first, *others = sample_answers(own_question, rng)
        ways = [after(position, first)]
        ways += [after(position, picks) for picks in others if not budget.is_spent]
        if depth == DEPTH or budget.is_spent:
            return followed(max(ways, key=weigh), depth)
        best = followed(ways[0], depth + 1)
        return max([best, *(followed(way, depth + 1) for way in ways[1:] if not budget.is_spent)], key=weigh)

    def may_end(own_question: Asked | None) -> bool:
        """Returns whether *own_question* belongs to the bot's present turn and may end it."""
        if own_question is None or turn is None or END not in own_question.options:
            return False
        return own_question.seat == question.seat and (own_question.seat, own_question.about) == (
            turn.seat,
            turn.about,
        )

    def evaluate_answer(start: Position[Any], picks: Picks) -> float:
        if budget.is_out_of_time:
            return -inf
        budget.allot_share(of=len(open_to_it) + FINALISTS)
        try:
            position = followed(after(start, picks))
            if may_end(decider.open_question(rules, position)):
                position = followed(after(position, (END,)))
        except decider.Illegal:
            return -inf
        return weigh(position)

    open_to_it = sample_answers(question, rng)
    rng.shuffle(open_to_it)
    if len(open_to_it) == 1:
        return open_to_it[0]
    first_world, second_world = (determinize(rules, match.position, viewer, rng) for _ in range(2))
    if first_world is None or second_world is None:
        return open_to_it[0]
    best = nlargest(FINALISTS, open_to_it, key=lambda picks: evaluate_answer(first_world, picks))
    return max(best, key=lambda picks: evaluate_answer(second_world, picks))
