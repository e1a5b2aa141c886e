"""Folding: facts into a position, from memory and from SQLite."""

from __future__ import annotations

from pathlib import Path

from domain import table
from domain.games import VOCABULARY
from service.eventstore.store import Store

from . import floors, sample
from .figure import Figure, at_least, beside
from .ground import Ground
from .rounds import Reading, per_second, side_by_side

MATCHES = 20


def measure(ground: Ground) -> list[Figure]:
    """Measures facts folded a second, beside replacing a field a fact."""
    with ground.directory() as directory:
        return _measure(ground, directory)


def _measure(ground: Ground, directory: Path) -> list[Figure]:
    matches = {f"{seed:012}": sample.played(seed) for seed in range(MATCHES)}
    facts = sum(map(len, matches.values()))
    store = Store(VOCABULARY, {"SQLITE_DBNAME": str(directory / "recount.db")})
    for match, log in matches.items():
        store.append(match, log)

    def from_memory() -> dict[str, int]:
        for log in matches.values():
            table.fold(sample.RULES, log)
        return {"facts": facts}

    def from_sqlite() -> dict[str, int]:
        for match in matches:
            table.fold(sample.RULES, store.facts(match))
        return {"facts": facts}

    def read() -> Reading:
        return per_second(from_sqlite, ground.seconds / 2)

    from_memory(), from_sqlite()
    memory, sqlite, floor = side_by_side(
        ground.rounds,
        lambda: per_second(from_memory, ground.seconds / 2),
        read,
        lambda: floors.replace_boards(ground.seconds / 4),
    )
    store.close()
    replaced = beside("replace 1 of 12 fields", floor, "facts/s")
    return [
        Figure("fold from memory", memory["facts/s"], "facts/s", replaced, None, (at_least(800_000),)),
        Figure("fold from SQLite", sqlite["facts/s"], "facts/s", replaced, None, (at_least(150_000),)),
    ]
