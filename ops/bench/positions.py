"""Positions: how long it takes to stand at a random fact of a 1,000-fact match, as the service does it."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from domain.rules import Rules
from domain.table import MatchOpened
from service.catalog.cardsets import CardSetRegistry
from service.eventstore.store import Store
from service.matches.repository import MatchRepository
from service.shared.match_ids import new

from . import playing, sample
from .figure import Figure, at_most, beside, over_peer
from .ground import Ground
from .rounds import milliseconds, side_by_side

FACTS = 1000


class Longer(CardSetRegistry):
    """A library whose matches are all played with the longer decks of `sample.long_match`."""

    def rules(self, opened: MatchOpened) -> Rules[Any, Any]:
        """Returns the rules with the longer decks."""
        return sample.long_match(FACTS)[0]


def measure(ground: Ground) -> list[Figure]:
    """Measures a seek, cold from SQLite and warm, beside peers that play the match again."""
    with ground.directory() as directory:
        return _measure(ground, directory)


def _measure(ground: Ground, directory: Path) -> list[Figure]:
    store = playing.store({"SQLITE_DBNAME": str(directory / "recount.db")})
    match = new(0)
    store.append(match, sample.long_match(FACTS)[1])
    warm = _matches(store)
    warm.at(match, FACTS)
    gc.collect()
    gc.freeze()  # as a worker of the service does
    from_disk, from_memory, showdown, reducer = side_by_side(
        ground.rounds,
        lambda: milliseconds(_seek(lambda: _matches(store), match), ground.seconds / 2),
        lambda: milliseconds(_seek(lambda: warm, match), ground.seconds / 4),
        ground.peers.showdown(ground.seconds / 2),
        ground.peers.reducer(ground.seconds / 2),
    )
    store.close()
    battle = beside("Showdown, a battle again", showdown, "ms")
    moves = beside("boardgame.io, move 500 again", reducer, "ms")
    name = f"position in a {FACTS:,}-fact match"
    return [
        Figure(f"{name}, cold", from_disk["p50"], "ms", None, battle, (at_most(4), over_peer(5))),
        Figure(f"{name}, cold", from_disk["p50"], "ms", None, moves, (over_peer(5),)),
        Figure(f"{name}, cold, p99", from_disk["p99"], "ms", None, None, (at_most(10),)),
        Figure(f"{name}, warm", from_memory["p50"], "ms", None, battle, (at_most(0.2),)),
    ]


def _matches(store: Store) -> MatchRepository:
    return playing.repository(store, Longer())


def _seek(services: Callable[[], MatchRepository], match: str) -> Callable[[], object]:
    rng = Random(1)
    return lambda: services().at(match, rng.randint(1, FACTS))
