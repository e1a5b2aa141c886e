"""Deciding in memory: whole matches of chapter 4, bots by chance, one process."""

from __future__ import annotations

from itertools import count

from . import floors, sample
from .figure import Figure, at_least, beside, over_peer
from .ground import Ground
from .rounds import Reading, per_second, side_by_side


def measure(ground: Ground) -> list[Figure]:
    """Measures answers and facts a second, beside three engines that play by chance too."""
    seeds = count()

    def play() -> dict[str, int]:
        facts = sample.played(next(seeds))
        return {"facts": len(facts), "answers": sum(map(sample.is_answer, facts))}

    def ours() -> Reading:
        return per_second(play, ground.seconds)

    ours()
    decided, floor, showdown, reducer, chess = side_by_side(
        ground.rounds,
        ours,
        lambda: floors.make_facts(ground.seconds / 4),
        ground.peers.showdown(ground.seconds),
        ground.peers.reducer(ground.seconds / 2),
        ground.peers.playout(ground.seconds / 2),
    )
    return [
        Figure(
            "decide in memory",
            decided["facts/s"],
            "facts/s",
            beside("make an event and a fact", floor, "facts/s"),
            beside("Showdown, log lines over its stream", showdown, "lines/s"),
            (over_peer(5), at_least(90_000)),
        ),
        Figure(
            "decide in memory",
            decided["answers/s"],
            "answers/s",
            peer=beside("boardgame.io reducer, moves", reducer, "moves/s"),
        ),
        Figure(
            "decide in memory",
            decided["answers/s"],
            "answers/s",
            peer=beside("python-chess random playout, plies", chess, "plies/s"),
        ),
    ]
