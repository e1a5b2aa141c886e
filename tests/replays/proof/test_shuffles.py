"""Commit and reveal: seed and nonces are enough to recompute every shuffle, with no code of the service."""

from __future__ import annotations

import hashlib
import hmac
import struct
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from domain import chance, decider, table
from domain.model import CHANCE, Answered, Asked
from replays.playback.replay import Replay

from ..conftest import take
from .signers import played

FILE = Path(__file__).parent / "shuffles.json"


class Vector(Struct):
    """What goes into an answer of chance, and what comes out."""

    what: str
    seed: str
    commitment: str
    nonces: list[str]
    key: str
    number: int
    version: int
    options: list[str]
    picked: int
    order: list[str]


class Vectors(Struct):
    """The published file."""

    about: list[str]
    vectors: list[Vector]


VECTORS = msgspec.json.decode(FILE.read_bytes(), type=Vectors).vectors
vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.what)


def mac(key: bytes, text: str | bytes) -> bytes:
    told = text if isinstance(text, bytes) else text.encode("utf-8")
    return hmac.new(key, told, hashlib.sha256).digest()


def told_with_lengths(nonces: list[str]) -> bytes:
    """Returns *nonces* as version 2 of the shuffle tells them."""
    texts = [nonce.encode("utf-8") for nonce in nonces]
    return b"".join(struct.pack(">I", len(text)) + text for text in texts)


def recomputed(key: bytes, number: int, options: list[str]) -> list[str]:
    """Returns *options* in the order that the file describes."""
    ranked = [(mac(key, f"{number}:{i}"), option) for i, option in enumerate(options)]
    return [option for _, option in sorted(ranked)]


@vector
def test_the_published_vectors_follow_from_their_description(vector: Vector) -> None:
    assert hashlib.sha256(vector.seed.encode("utf-8")).hexdigest() == vector.commitment
    told = "\n".join(vector.nonces) if vector.version == 1 else told_with_lengths(vector.nonces)
    key = mac(vector.seed.encode("utf-8"), told)
    assert key.hex() == vector.key
    options = vector.options if vector.version < 3 else sorted(vector.options)
    assert recomputed(key, vector.number, options)[: vector.picked] == vector.order


@vector
def test_chance_answers_as_published(vector: Vector) -> None:
    assert chance.seed_commitment(vector.seed) == vector.commitment
    key = chance.line_key(vector.seed, vector.nonces, vector.version)
    draw = (
        chance.chance_by_fact(key)
        if vector.version == chance.BY_FACT
        else chance.CountedChance(key, vector.number - 1, vector.version)
    )
    asked = Asked(CHANCE, "shuffle", tuple(vector.options), vector.picked, vector.picked)
    assert key.hex() == vector.key
    answered = draw(asked, vector.number)
    assert answered.picks == tuple(vector.order)
    assert answered.options == (tuple(sorted(vector.options)) if vector.version >= chance.SORTED else ())


@pytest.mark.parametrize("game", ["arena", "villainous"])
def test_every_shuffle_of_a_match_is_recomputed_from_what_its_end_reveals(game: str) -> None:
    facts, rules = played(game), take(game).rules
    end = facts[-1].event
    assert isinstance(end, table.MatchEnded)
    nonces = [fact.event.nonce for fact in facts if isinstance(fact.event, table.SeatClaimed)]
    key = mac(end.seed.encode("utf-8"), "\n".join(nonces))
    shuffled: set[int] = set()

    def luck(asked: Asked, seq: int) -> Answered:
        shuffled.add(seq)
        return chance.chance_answer(tuple(recomputed(key, seq, list(asked.options))[: asked.least]))

    for before, fact in zip(Replay(rules, facts), facts[1:], strict=False):
        question = table.open_question(rules, before)
        if question is not None and isinstance(fact.event, Answered):
            again = decider.decide(rules, before.position, fact.event, luck).facts
            assert again == list(facts[before.seq : before.seq + len(again)])
    by_chance = {fact.seq for fact in facts if isinstance(fact.event, Answered) and fact.event.seat == CHANCE}
    assert by_chance - shuffled == {min(by_chance)}  # the word to begin, which is no shuffle
