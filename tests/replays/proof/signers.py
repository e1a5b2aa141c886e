"""Services that sign: keys made from a word, logs in memory, and records as such a service exports them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from domain import table
from domain.model import Fact
from domain.rules import Rules
from replays.bots.players import BOTS, play_match
from replays.proof import log, merkle, notes, receipts, record
from replays.proof.chain import FactCommitter
from replays.proof.log import ConsistencyProof, Logged
from replays.proof.notes import Checkpoint, Key
from replays.proof.receipts import Receipt
from replays.proof.record import Record
from service.catalog.cardsets import CardSetRegistry, earlier_contents, packaged_cards

from ..conftest import GameWithBook, take

MATCH = "M1"
NOW = 1_767_258_000_000


class SigningService:
    """Signs with one key or more, the first in use, and keeps a log of heads."""

    def __init__(self, *words: str) -> None:
        self.signers = [signer(word) for word in words or ("a key",)]
        self.keys = [key for key, _ in self.signers]
        self._nodes: dict[tuple[int, int], bytes] = {}
        self.size = 0

    def node(self, level: int, index: int) -> bytes:
        """Returns a subtree of the log."""
        return self._nodes[level, index]

    def add(self, data: bytes) -> int:
        """Adds an entry to the log, and returns which it is."""
        for level, index, hash in merkle.completed_subtrees(self.node, self.size, merkle.leaf_hash(data)):
            self._nodes[level, index] = hash
        self.size += 1
        return self.size - 1

    def checkpoint(self) -> str:
        """Returns the log as it is, signed."""
        told = Checkpoint("recount.example/log", self.size, merkle.tree_root(self.node, self.size))
        return notes.sign_note(told.text, self.signers)

    def grown(self, old: int) -> ConsistencyProof:
        """Returns the log as it is, with the proof that it begins with the *old* one."""
        return ConsistencyProof(
            self.checkpoint(), old, tuple(merkle.prove_consistency(self.node, old, self.size))
        )

    def receipt(self, seq: int, head: str, match: str = MATCH) -> Receipt:
        """Returns a receipt."""
        return receipts.sign_receipt(match, seq, head, NOW, *self.signers[0])

    def signed_standings(self, tournament: str, head: str, digest: bytes) -> str:
        """Returns the note on standings with a digest."""
        text = notes.content_text("recount.example/log", "standings", tournament, head, digest)
        return notes.sign_note(text, self.signers)

    def sealed(self, told: Record) -> Record:
        """Returns *told* with its head in the log, between others, and all that shows it."""
        for other in range(3):
            self.add(log.leaf_data("another", other, "00" * 32))
        leaf = self.add(log.leaf_data(told.match, len(told.facts), told.head))
        self.add(log.leaf_data("another", 4, "00" * 32))
        path = (hash.hex() for hash in merkle.prove_inclusion(self.node, leaf, self.size))
        return replace(
            told,
            logged=Logged(len(told.facts), told.head, leaf, self.size, tuple(path)),
            checkpoint=self.checkpoint(),
            keys=tuple(map(str, self.keys)),
            receipts=(self.receipt(len(told.facts), told.head, told.match),),
        )


def signer(word: str) -> tuple[Key, Any]:
    """Returns the key that *word* makes, and what signs with it."""
    private = Ed25519PrivateKey.from_private_bytes(sha256(word.encode()).digest())
    return Key("recount.example", private.public_key().public_bytes_raw()), private.sign


@cache
def played(game: str) -> tuple[Fact, ...]:
    """Returns a whole match of *game* with its tokens, by players who answer by chance."""
    given = take(game)
    facts = play_match(
        given.game, given.rules, "evidence", [BOTS["random"]] * 2, {}, cards=packaged_cards(game).digest
    )
    opened = facts[0].event
    assert isinstance(opened, table.MatchOpened)
    told = [replace(facts[0], event=replace(opened, claims=("c0" * 32, "c1" * 32)))]
    for fact in facts[1:]:
        event = fact.event
        if isinstance(event, table.SeatClaimed):
            fact = replace(fact, event=replace(event, token=f"d{event.seat}" * 32))
        told.append(fact)
    return tuple(told)


def written(
    given: GameWithBook, facts: Sequence[Fact], who: str, match: str = MATCH, whole: bool = False
) -> Record:
    """Returns the record of *facts* for the viewer called *who*, as read from a file, without proofs.

    It holds the cards, unless they come from a set that the game no longer has.
    """
    viewers = {v.name: v for v in table.all_viewers(given.rules, table.fold(given.rules, facts))}
    opened = facts[0].event
    assert isinstance(opened, table.MatchOpened)
    here = opened.cards in (packaged_cards(opened.game).digest, *earlier_contents(opened.game))
    cards = CardSetRegistry().find_pinned(opened.game, opened.cards).data if here else None
    told = record.write_record(match, viewers[who], given.rules, facts, cards=cards, with_live_seeds=whole)
    return record.read_record(record.dump_record(told))


@cache
def exported(game: str, who: str) -> Record:
    """Returns the record of a whole match of *game*, sealed by a service of its own."""
    return SigningService().sealed(written(take(game), played(game), who))


def heads(rules: Rules[Any, Any], facts: Sequence[Fact], match: str = MATCH) -> list[str]:
    """Returns the hash of every fact."""
    opened = facts[0].event
    assert isinstance(opened, table.MatchOpened)
    return list(FactCommitter(match, rules, opened).hash_facts(facts))
