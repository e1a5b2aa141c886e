"""A player who sees one answer ahead: what its turn comes to if it gave that and then stopped."""

from __future__ import annotations

from heapq import nlargest
from math import inf
from random import Random
from typing import Any

from domain import chance, decider
from domain.decider import Position, Rules
from domain.games import Game
from domain.model import Answered, Asked, Picks, Seat
from domain.table import Match

from .budget import Budget
from .candidates import END, answers, declining
from .determinization import imagined

DEPTH = 3
"""How many of its own questions in a row a greedy bot follows every way of; then it follows the best one."""

FINALISTS = 3
"""How many answers, the best with hidden cards in one imagined order, are compared once more in another."""

POSITIONS, SECONDS = 6_000, 5.0
"""What a greedy bot spends on an answer at most: positions it looks at, in equal shares for all that it could
answer, and time. Positions are what counts, so that the same seed plays the same match; time is for machines,
and for effects, so slow that they would never come to that."""


def greedy(game: Game, rules: Rules[Any, Any], match: Match[Any], asked: Asked, luck: Random) -> Picks:
    """Answers so that its seat stands best once the effect is followed and the turn ended, equals by chance.

    It follows its own questions on the way as they suit it best, to the end of the turn and what that brings
    about; others decline what they may, and where they may not it stops. It does not peek: what it cannot see
    lies in an order of its own imagining, the best answers are compared in a second such order, so that none
    wins by a lucky card, and the position reached is weighed as the seat sees it. Once its budget is spent it
    takes the best it has found; what cannot be followed to its end it leaves alone.
    """
    running = match.position.running
    turn = rules.next_question(match.position.board if running is None else running.base)
    viewer = rules.seat_viewer(match.position.board, asked.seat)
    foreseen = chance.chance_by_fact(luck.randbytes(32))
    budget = Budget(POSITIONS, SECONDS)

    def after(position: Position[Any], picks: Picks, seat: Seat = asked.seat) -> Position[Any]:
        budget.looked += 1
        return decider.decide(rules, position, Answered(seat, picks), foreseen).position

    def weigh(position: Position[Any]) -> float:
        return game.evaluate(rules.redact_board(position.board, viewer), rules.book, asked.seat)

    def followed(position: Position[Any], depth: int = 0) -> Position[Any]:
        question = position.pending
        if question is None:
            return position
        if question.seat != asked.seat:
            declined = declining(question)
            return position if declined is None else followed(after(position, declined, question.seat), depth)
        first, *others = answers(question, luck)
        ways = [after(position, first)]
        ways += [after(position, picks) for picks in others if not budget.spent]
        if depth == DEPTH or budget.spent:
            return followed(max(ways, key=weigh), depth)
        best = followed(ways[0], depth + 1)
        return max([best, *(followed(way, depth + 1) for way in ways[1:] if not budget.spent)], key=weigh)

    def may_end(question: Asked | None) -> bool:
        """Tells whether *question* is the bot's and of the same turn, which may be another's by now."""
        if question is None or turn is None or END not in question.options:
            return False
        return question.seat == asked.seat and (question.seat, question.about) == (turn.seat, turn.about)

    def worth(start: Position[Any], picks: Picks) -> float:
        if budget.over:
            return -inf
        budget.share(of=len(open_to_it) + FINALISTS)
        try:
            position = followed(after(start, picks))
            if may_end(decider.open_question(rules, position)):
                position = followed(after(position, (END,)))
        except decider.Illegal:
            return -inf
        return weigh(position)

    open_to_it = answers(asked, luck)
    luck.shuffle(open_to_it)
    if len(open_to_it) == 1:
        return open_to_it[0]
    here, there = (imagined(rules, match.position, viewer, luck) for _ in range(2))
    if here is None or there is None:
        return open_to_it[0]
    best = nlargest(FINALISTS, open_to_it, key=lambda picks: worth(here, picks))
    return max(best, key=lambda picks: worth(there, picks))
