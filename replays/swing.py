"""The greatest swing of a match: the fact with which who leads, and by how much, changed most."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from domain.games import Game

from .film import Replay

STRIDE = 32
"""So many facts lie between two looks at who leads; then each of the stretch that swung most is looked at."""


def greatest_swing(game: Game, film: Replay[Any, Any]) -> int:
    """Returns the fact of the greatest swing before the last answer, which decides; of several, the first."""
    last = film.ply(max(0, len(film.plies) - 2)).seq
    end = _greatest(game, film, [*range(1, last, STRIDE), last])
    return _greatest(game, film, range(max(1, end - STRIDE), end + 1))


def _greatest(game: Game, film: Replay[Any, Any], seqs: Iterable[int]) -> int:
    """Returns which of *seqs* differs most from the one before it."""
    leads = [(seq, _leads(game, film, seq)) for seq in seqs]
    swings = [
        (max((abs(now - was) for now, was in zip(after, before, strict=True)), default=0.0), -seq)
        for (_, before), (seq, after) in pairwise(leads)
    ]
    return -max(swings, default=(0.0, -leads[-1][0]))[1]


def _leads(game: Game, film: Replay[Any, Any], seq: int) -> list[float]:
    """Returns by how much each seat is ahead of the best other one after fact *seq*, as the game counts."""
    match = film.at(seq)
    board, book = match.position.board, film.rules.book
    worth = [game.worth(board, book, seat) for seat in range(len(match.players))]
    return [own - max(worth[:seat] + worth[seat + 1 :], default=0.0) for seat, own in enumerate(worth)]
