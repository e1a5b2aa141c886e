"""Finds the fact with the largest change of evaluation."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from domain.games import Game

from ..playback.replay import Replay

STRIDE = 32
"""The number of facts between two evaluations in the first pass."""


def find_turning_point(game: Game, replay: Replay[Any, Any]) -> int:
    """Returns the first fact with the largest change; 0 if nothing changed.

    It lies after the first turn began and before the last answer, which decides.
    """
    last = replay.ply(max(0, len(replay.plies) - 2)).seq
    first = next((match.seq for match in replay if replay.rules.turn_number(match.position.board)), 1)
    end = _largest_change(game, replay, [*range(first, last, STRIDE), last])
    return _largest_change(game, replay, range(max(first, end - STRIDE), end + 1))


def _largest_change(game: Game, replay: Replay[Any, Any], seqs: Iterable[int]) -> int:
    """Returns the element of *seqs* with the largest change from its predecessor; 0 if none."""
    leads = [(seq, _seat_leads(game, replay, seq)) for seq in seqs]
    swings = [
        (max((abs(new - old) for new, old in zip(after, before, strict=True)), default=0.0), -seq)
        for (_, before), (seq, after) in pairwise(leads)
    ]
    swing, seq = max(swings, default=(0.0, 0))
    return -seq if swing else 0


def _seat_leads(game: Game, replay: Replay[Any, Any], seq: int) -> list[float]:
    """Returns the lead of each seat over the best other seat after fact *seq*."""
    match = replay.at(seq)
    board, book = match.position.board, replay.rules.book
    scores = [game.evaluate(board, book, seat) for seat in range(len(match.players))]
    return [own - max(scores[:seat] + scores[seat + 1 :], default=0.0) for seat, own in enumerate(scores)]
