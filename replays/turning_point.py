"""The greatest swing of a match: the fact with which who leads, and by how much, changed most."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from domain.games import Game

from .replay import Replay

STRIDE = 32
"""So many facts lie between two looks at who leads; then each of the stretch that swung most is looked at."""


def greatest_swing(game: Game, film: Replay[Any, Any]) -> int:
    """Returns the fact of the greatest swing, of several the first; 0 where nothing has swung.

    It comes after the first turn began, if the game counts turns, and before the last answer, which decides.
    """
    last = film.ply(max(0, len(film.plies) - 2)).seq
    first = next((match.seq for match in film if film.rules.turn_number(match.position.board)), 1)
    end = _greatest(game, film, [*range(first, last, STRIDE), last])
    return _greatest(game, film, range(max(first, end - STRIDE), end + 1))


def _greatest(game: Game, film: Replay[Any, Any], seqs: Iterable[int]) -> int:
    """Returns which of *seqs* differs most from the one before it; 0 if none differs."""
    leads = [(seq, _leads(game, film, seq)) for seq in seqs]
    swings = [
        (max((abs(now - was) for now, was in zip(after, before, strict=True)), default=0.0), -seq)
        for (_, before), (seq, after) in pairwise(leads)
    ]
    swing, seq = max(swings, default=(0.0, 0))
    return -seq if swing else 0


def _leads(game: Game, film: Replay[Any, Any], seq: int) -> list[float]:
    """Returns by how much each seat is ahead of the best other one after fact *seq*, as the game counts."""
    match = film.at(seq)
    board, book = match.position.board, film.rules.book
    worth = [game.evaluate(board, book, seat) for seat in range(len(match.players))]
    return [own - max(worth[:seat] + worth[seat + 1 :], default=0.0) for seat, own in enumerate(worth)]
