"""What evidence costs: a fact sealed into its chain, a receipt signed, a head taken into the log of heads."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from time import perf_counter

from domain.games import VOCABULARY
from domain.model import Fact
from domain.table import MatchOpened
from replays.proof.chain import FactCommitter
from service.eventstore.codec import Codec
from service.eventstore.store import Store
from service.evidence.service import Evidence

from . import sample
from .figure import Figure, beside
from .ground import Ground
from .rounds import Reading, per_second, side_by_side

MATCH = "1NG395M698N4"
HEAD = "5e" * 32
HEADS = 1000
"""How many heads are written before they are taken into the log together."""


def measure(ground: Ground) -> list[Figure]:
    """Measures each, and facts beside encoding and hashing them, which is the least a chain can do."""
    facts, codec = sample.played(0), Codec(VOCABULARY)
    with ground.directory() as directory:
        store = Store(VOCABULARY, {"SQLITE_DBNAME": str(directory / "recount.db")})
        evidence = sample.evidence(store)
        matches = count()
        sealed, floor, signed, logged = side_by_side(
            ground.rounds,
            lambda: per_second(lambda: _seal(facts), ground.seconds / 2),
            lambda: per_second(lambda: _hash(facts, codec), ground.seconds / 4),
            lambda: per_second(lambda: _sign(evidence), ground.seconds / 4),
            lambda: _log(store, evidence, facts[:1], matches),
        )
        store.close()
    encoded = beside("encode and SHA-256", floor, "facts/s")
    return [
        Figure("seal into the chain", sealed["facts/s"], "facts/s", encoded),
        Figure("sign a receipt", signed["receipts/s"], "receipts/s"),
        Figure("take into the log, SQLite", logged["heads/s"], "heads/s"),
    ]


def _seal(facts: Sequence[Fact]) -> dict[str, int]:
    event = facts[0].event
    assert isinstance(event, MatchOpened)
    return {"facts": sum(1 for _ in FactCommitter(MATCH, sample.RULES, event).heads(facts))}


def _hash(facts: Sequence[Fact], codec: Codec) -> dict[str, int]:
    for fact in facts:
        hashlib.sha256(codec.encode_fact(fact).state).digest()
    return {"facts": len(facts)}


def _sign(evidence: Evidence) -> dict[str, int]:
    evidence.sign_receipt(MATCH, 60, HEAD, 1)
    return {"receipts": 1}


def _log(store: Store, evidence: Evidence, facts: Sequence[Fact], matches: Iterator[int]) -> Reading:
    for number in (next(matches) for _ in range(HEADS)):
        store.append(f"{number:012}", facts, HEAD)
    before = perf_counter()
    evidence.seal_heads()
    return {"heads/s": HEADS / (perf_counter() - before)}
