"""Moments at which a finished match turned, by the worth of its boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from domain.games import Game
from domain.model import Seat
from replays.analysis.estimates import find_turning_point, seat_leads
from replays.playback.replay import Replay

from ...caches import LruCache
from .visibility import Window


class TurningPoint(NamedTuple):
    """Fact that changes a match most, the seat that gains by it, and whether others led before."""

    seq: int
    seat: Seat
    was_behind: bool


_turning_points: LruCache[TurningPoint] = LruCache(1024)
"""Turning points of finished matches, of fact 0 for none; a search takes a tenth of a second."""


def turning_point(window: Window, replay: Replay[Any, Any]) -> TurningPoint:
    """Returns the turning point of a finished match."""
    name = f"{window.match}@{len(replay)}"  # a ruling may rewind a finished match
    return _turning_points.get(name) or _turning_points.put(name, _find_turning_point(window.game, replay))


def _find_turning_point(game: Game, replay: Replay[Any, Any]) -> TurningPoint:
    seq = find_turning_point(game, replay)
    if not seq:
        return TurningPoint(0, 0, was_behind=False)
    before, after = seat_leads(game, replay, seq - 1), seat_leads(game, replay, seq)
    seat = max(range(len(after)), key=lambda seat: after[seat] - before[seat])
    return TurningPoint(seq, seat, before[seat] < 0)


def lead_changes(replay: Replay[Any, Any]) -> Iterator[int]:
    """Yields the facts after which other sides have the highest score."""
    line = frozenset(replay.line)
    scores = {
        match.seq: replay.rules.game_result(match.position.board).scores
        for match in replay
        if match.seq in line
    }
    leaders = [(seq, [score == max(each) for score in each]) for seq, each in scores.items()]
    for (_, before), (seq, after) in pairwise(leaders):
        if before and after != before:
            yield seq
