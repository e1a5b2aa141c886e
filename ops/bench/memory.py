"""Measures deciding, folding and past positions, without HTTP."""

from __future__ import annotations

import gc
from collections.abc import Callable
from itertools import count, repeat
from random import Random
from typing import Any

import msgspec

from domain import table
from domain.arena.facts import DamageDealt
from domain.games import GAMES, VOCABULARY
from domain.model import Fact
from domain.rules import Rules
from domain.table import MatchOpened
from replays.bots.players import BOTS, EndlessMatch, play_match
from service.catalog.cardsets import CardSetRegistry
from service.eventstore.store import Store
from service.matches.repository import MatchRepository
from service.shared.record_ids import new_match_id

from . import playing, sample
from .figures import Figure, at_least, at_most, milliseconds, over_peer, per_second, reference, side_by_side
from .ground import Ground

REPEATS = 1000
"""Repetitions of a short work between two readings of the clock."""
FOLDED_MATCHES = 20
LONG_MATCH_FACTS = 1000
MAX_ANSWERS = 1000
"""Answers after which a match of Villainous ends, because chance may never reach an objective."""
VILLAINOUS = GAMES["villainous"]
VILLAINOUS_RULES = VILLAINOUS.make_rules(sample.LIBRARY.find_cards("villainous").book)

TwelveFields = msgspec.defstruct("TwelveFields", [(f"field_{i}", int, 0) for i in range(12)], frozen=True)
"""A struct with as many fields as a board."""


def measure_decide(ground: Ground) -> list[Figure]:
    """Measures whole matches by chance in one process, beside the making of facts and boardgame.io."""
    seeds = count()

    def play_arena() -> dict[str, int]:
        return _counts(sample.played(next(seeds)))

    def play_villainous() -> dict[str, int]:
        players = [BOTS["random"]] * 2
        try:
            match = play_match(
                VILLAINOUS, VILLAINOUS_RULES, str(next(seeds)), players, {}, max_answers=MAX_ANSWERS
            )
        except EndlessMatch as endless:
            match = list(endless.facts)
        return _counts(match)

    def make_fact() -> object:
        return Fact(7, 6, "SA-307", DamageDealt("ALA", "GAS", 2, 4))

    per_second(play_arena, ground.seconds)
    arena, villainous, floor, reducer = side_by_side(
        ground.rounds,
        lambda: per_second(play_arena, ground.seconds),
        lambda: per_second(play_villainous, ground.seconds),
        lambda: per_second(_repeated(make_fact), ground.seconds / 4),
        ground.peers.reducer(ground.seconds / 2),
    )
    made = reference("make an event and a fact", floor, "facts/s")
    moves = reference("boardgame.io reducer, moves", reducer, "moves/s")
    targets = (at_least(90_000),), (at_least(50_000),)
    return [
        Figure("decide the Arena in memory", arena["facts/s"], "facts/s", made, targets=targets[0]),
        Figure("decide the Arena in memory", arena["answers/s"], "answers/s", peer=moves),
        Figure("decide Villainous in memory", villainous["facts/s"], "facts/s", made, targets=targets[1]),
    ]


def _counts(facts: list[Fact]) -> dict[str, int]:
    return {"facts": len(facts), "answers": sum(map(sample.is_answer, facts))}


def measure_fold(ground: Ground) -> list[Figure]:
    """Measures the folding of facts, beside the replacement of a field for each fact."""
    matches = {f"{seed:012}": sample.played(seed) for seed in range(FOLDED_MATCHES)}
    facts = sum(map(len, matches.values()))
    twelve = TwelveFields()
    with ground.directory() as directory:
        store = Store(VOCABULARY, {"SQLITE_DBNAME": str(directory / "recount.db")})
        for match, match_facts in matches.items():
            store.append(match, match_facts)

        def fold_from_memory() -> dict[str, int]:
            for match_facts in matches.values():
                table.fold(sample.RULES, match_facts)
            return {"facts": facts}

        def fold_from_sqlite() -> dict[str, int]:
            for match in matches:
                table.fold(sample.RULES, store.facts(match))
            return {"facts": facts}

        fold_from_memory(), fold_from_sqlite()
        memory, sqlite, floor = side_by_side(
            ground.rounds,
            lambda: per_second(fold_from_memory, ground.seconds / 2),
            lambda: per_second(fold_from_sqlite, ground.seconds / 2),
            lambda: per_second(
                _repeated(lambda: msgspec.structs.replace(twelve, field_6=1)), ground.seconds / 4
            ),
        )
        store.close()
    replaced = reference("replace 1 of 12 fields", floor, "facts/s")
    return [
        Figure("fold from memory", memory["facts/s"], "facts/s", replaced, targets=(at_least(800_000),)),
        Figure("fold from SQLite", sqlite["facts/s"], "facts/s", replaced, targets=(at_least(150_000),)),
    ]


def _repeated(work: Callable[[], object]) -> Callable[[], dict[str, int]]:
    def repeat_work() -> dict[str, int]:
        for _ in repeat(None, REPEATS):
            work()
        return {"facts": REPEATS}

    return repeat_work


class LongDecks(CardSetRegistry):
    """A library with the longer decks of `sample.long_match`."""

    def load_rules(self, opened: MatchOpened) -> Rules[Any, Any]:
        """Returns the rules with the longer decks."""
        return sample.long_match(LONG_MATCH_FACTS)[0]


def measure_positions(ground: Ground) -> list[Figure]:
    """Measures a random position of a long match, beside boardgame.io, which plays the match again."""
    with ground.directory() as directory:
        store = playing.open_store({"SQLITE_DBNAME": str(directory / "recount.db")})
        match, rng = new_match_id(0), Random(1)
        store.append(match, sample.long_match(LONG_MATCH_FACTS)[1])
        warm = playing.make_repository(store, LongDecks())
        warm.load_at(match, LONG_MATCH_FACTS)

        def seek(repository: MatchRepository) -> object:
            return repository.load_at(match, rng.randint(1, LONG_MATCH_FACTS))

        gc.collect()
        gc.freeze()  # as a worker of the service does
        cold_ms, warm_ms, reducer = side_by_side(
            ground.rounds,
            lambda: milliseconds(
                lambda: seek(playing.make_repository(store, LongDecks())), ground.seconds / 2
            ),
            lambda: milliseconds(lambda: seek(warm), ground.seconds / 4),
            ground.peers.reducer(ground.seconds / 2),
        )
        store.close()
    moves = reference("boardgame.io, move 500 again", reducer, "ms")
    name = f"position in a {LONG_MATCH_FACTS:,}-fact match"
    return [
        Figure(f"{name}, cold", cold_ms["p50"], "ms", peer=moves, targets=(at_most(4), over_peer(5))),
        Figure(f"{name}, cold, p99", cold_ms["p99"], "ms", targets=(at_most(10),)),
        Figure(f"{name}, warm", warm_ms["p50"], "ms", peer=moves, targets=(at_most(0.2),)),
    ]
