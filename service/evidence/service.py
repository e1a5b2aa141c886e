"""Evidence: what the service signs for what it keeps. Heads, receipts, and the Merkle log of all heads."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from threading import Event
from typing import Any

from msgspec import Struct

from domain.errors import LocalizableError
from domain.messages import Message
from domain.model import Fact
from replays.playback.replay import Replay
from replays.proof import log as heads_log
from replays.proof import merkle, notes, receipts
from replays.proof.chain import GENESIS, FactCommitter
from replays.proof.log import ConsistencyProof, Logged
from replays.proof.notes import Key
from replays.proof.receipts import Receipt

from ..database.heads import Hash, Head
from ..eventstore.store import Conflict, Store, Unavailable, translate_errors
from ..shared.lru_cache import LruCache
from .checkpoints import Checkpoints, LogCorrupt, whole
from .keys import Keyring
from .witness_client import Unwitnessed, Witness

log = logging.getLogger(__name__)

LIVE = 1024
"""How many heads a process remembers."""
CHAINS = 32
"""How many matches a process remembers all hashes of: some 120 kB for a thousand facts."""
BATCH = 1000
"""How many heads are taken into the log at once, and facts read at once to make heads for them."""
PAUSE = 1.0
"""Seconds between two looks for heads that are not in the log yet."""

LOG = "the log of heads"


class UnknownTreeSize(LocalizableError, LookupError):
    """The log was never that long, or is not yet."""

    slug = "unknown-size"


class Proof(Struct, frozen=True):
    """Proof of the state of a match at a fact: its head in the log, a checkpoint of that log, and the keys.

    The keys are the signing keys of the service, the one in use first. Get them from elsewhere to trust
    them.
    """

    match: str
    logged: Logged
    checkpoint: str
    keys: tuple[str, ...]


class Evidence:
    """The signed side of a store. Threads may share it."""

    def __init__(self, store: Store, keys: Keyring, origin: str, witness: Witness | None = None) -> None:
        self._store, self._keys = store, keys
        self._checkpoints = Checkpoints(store, keys, origin, witness)
        self._origin = origin
        self._heads: LruCache[tuple[int, str]] = LruCache(LIVE)
        self._chains: LruCache[tuple[str, ...]] = LruCache(CHAINS)

    # -- the chain of a match ----------------------------------------------------------------------------

    def link(self, fact_committer: FactCommitter, facts: Sequence[Fact]) -> tuple[str, str]:
        """Returns the head that *facts*, about to be appended, go on from, and that they lead to.

        The first is empty when nothing is before them. Raises `Unavailable`.
        """
        before = facts[0].seq - 1
        known = self._heads.get(fact_committer.match)
        last = known[1] if known is not None and known[0] == before else self.hash(fact_committer, before)
        *_, head = fact_committer.heads(facts, last)
        return (last if before else ""), head

    def check_headed(self, match: str, last: int) -> None:
        """Raises `LogCorrupt` when *match* ends with fact *last* without a head: nothing can follow."""
        if not last:
            return  # nothing stands before the first fact
        head = self._store.tree.last_head(match)
        ends = [fact.seq for fact in self._store.raw_facts(match, last - 1)] == [last]
        if ends and (head is None or head.seq < last):
            raise LogCorrupt(f"The head at fact {last} of {match} is missing.")

    def forget(self, match: str | None = None) -> None:
        """Forgets what it remembers of *match*, or of all."""
        for cache in (self._heads, self._chains):
            cache.drop(match)

    def hashes(self, match: str, replay: Replay[Any, Any]) -> Sequence[str]:
        """Returns the hash of each fact of *replay*, which is of *match*; those of before are remembered."""
        known = self._chains.get(match) or ()
        if len(known) < len(replay):
            match_state = replay.at(len(replay))
            fact_committer = FactCommitter(match, replay.rules, match_state.settings, match_state.line_seeds)
            facts = self._store.raw_facts(match, len(known), len(replay))
            newer = fact_committer.heads(facts, known[-1] if known else GENESIS)
            longer = (*known, *newer)
            known = self._chains.put(match, longer, unless=lambda kept: len(kept) > len(longer))
        return known[: len(replay)]

    @translate_errors(LOG)
    def hash(self, sealer: FactCommitter, seq: int) -> str:
        """Returns the hash of fact *seq*: as it was recorded, and else made anew from the facts."""
        if not seq:
            return GENESIS
        recorded = self._store.tree.head_from(sealer.match, seq)
        if recorded is not None and recorded.seq == seq:
            return recorded.head.hex()
        *_, head = sealer.heads(self._store.raw_facts(sealer.match, 0, seq))
        return head

    def remember(self, match: str, seq: int, head: str) -> None:
        """Remembers the head of *match* at fact *seq*, which stands in the store."""
        self._heads.put(match, (seq, head), unless=lambda kept: kept[0] > seq)

    def receipt(self, match: str, seq: int, head: str, at: int) -> Receipt:
        """Returns the receipt of a write, signed with the key in use."""
        return receipts.sign_receipt(match, seq, head, at, *self._keys.newest())

    def drawing(self, match: str, head: str, digest: bytes) -> str:
        """Returns a note, signed with the key in use: what has this *digest* was drawn from *match*."""
        return notes.sign_note(notes.drawing_text(self._origin, match, head, digest), [self._keys.newest()])

    def public_keys(self) -> list[Key]:
        """Returns the public keys of the service, the one in use first."""
        return [signer.key for signer in self._keys.signers()]

    def rotate(self) -> Key:
        """Makes a new key, which every process of the service signs with from now on; returns it."""
        return self._keys.rotate().key

    # -- the log of all heads ----------------------------------------------------------------------------

    @translate_errors(LOG)
    def seal(self) -> int:
        """Takes all heads into the log that are not there yet; returns how many it holds.

        The last checkpoint is kept beside the keys, and nothing is taken into a log that does not begin with
        it. Raises `LogCorrupt` and `Unavailable`.
        """
        while True:
            size, position = self._store.tree.tree_end()
            heads = self._store.tree.list_heads(position, BATCH)
            if not heads:
                if size and self._store.headed_since is None:
                    self._store.mark_headed_since(position)
                self._checkpoints.keep(size)
                return size
            self._checkpoints.check()
            try:
                self._store.append_tree_nodes(self._grown(size, heads))
            except Conflict:  # another process is sealing too
                if self._store.tree.tree_end()[0] == size:
                    raise LogCorrupt(f"The log of {size} heads cannot grow.") from None

    def keep_sealing(self, stop: Event) -> None:
        """Takes heads into the log now and then until *stop* is set, so that nobody who asks has to."""
        text = ""
        while not stop.wait(PAUSE):
            try:
                self._checkpoints.send(self.seal())
                text = ""
            except (LogCorrupt, Unavailable, Unwitnessed) as trouble:
                if str(trouble) != text:
                    log.error("the log of heads is not kept up: %s", trouble)
                text = str(trouble)

    def _grown(self, size: int, heads: Sequence[Head]) -> list[Hash]:
        fresh: dict[tuple[int, int], bytes] = {}
        hashes: list[Hash] = []

        def node(level: int, place: int) -> bytes:
            return fresh.get((level, place)) or self._node(level, place)

        for count, head in enumerate(heads, size):
            for level, place, hash in merkle.completed_subtrees(node, count, merkle.leaf_hash(entry(head))):
                fresh[level, place] = hash
                hashes.append(Hash(level, place, hash, None if level else head.position))
        return hashes

    def _node(self, level: int, place: int) -> bytes:
        return whole(self._store.tree, level, place)

    @translate_errors(LOG)
    def checkpoint(self, size: int | None = None) -> str:
        """Returns the log of *size* heads, all by default, and its root: a note that every key has signed."""
        size = self.seal() if size is None else size
        return self._checkpoints.signed(size)

    @translate_errors(LOG)
    def deposit(self, witness: Witness) -> str:
        """Gives *witness* the checkpoint of the log as it is, which has to begin with the one kept there.

        Returns the checkpoint. Raises `LogCorrupt`, `Unwitnessed` and `Unavailable`.
        """
        return self._checkpoints.deposit(witness, self.seal())

    @property
    def witnessed(self) -> bool:
        """Whether a checkpoint is kept outside of the database; raises `LogCorrupt` and `Unwitnessed`."""
        return self._checkpoints.any

    @translate_errors(LOG)
    def contradictions(self) -> list[LogCorrupt | Unwitnessed]:
        """Returns what the last checkpoints that are kept outside of the database hold against the log."""
        return self._checkpoints.contradictions()

    @translate_errors(LOG)
    def proof(self, match: str, seq: int) -> Proof | None:
        """Returns the proof of the first head of *match* that fact *seq* went into; `None`: there is none."""
        head = self._store.tree.head_from(match, seq)
        if head is None:
            return None
        size = self.seal()
        leaf = self._store.tree.leaf_at(head.position)
        if leaf is None:
            raise LogCorrupt(f"The head at fact {head.seq} of {match} is not in the log.")
        path = tuple(hash.hex() for hash in merkle.prove_inclusion(self._node, leaf, size))
        logged = Logged(head.seq, head.head.hex(), leaf, size, path)
        return Proof(match, logged, self.checkpoint(size), tuple(map(str, self.public_keys())))

    @translate_errors(LOG)
    def headed(self, match: str, seq: int) -> int:
        """Returns the last fact of *match*, up to *seq*, that a head was recorded for; 1 when none was."""
        heads = (entered.head.seq for entered in self._store.tree.list_entries(match))
        return max((head for head in heads if head <= seq), default=1)

    @translate_errors(LOG)
    def grown(self, old: int) -> ConsistencyProof:
        """Returns a checkpoint of the log as it is, and the proof that it begins with that of *old* heads.

        Raises `UnknownTreeSize`.
        """
        size = self.seal()
        if not 0 < old <= size:
            raise UnknownTreeSize(
                Message("The log holds {size} heads: there is no proof from {old} on.", size=size, old=old)
            )
        return ConsistencyProof(
            self.checkpoint(size), old, tuple(merkle.prove_consistency(self._node, old, size))
        )


def entry(head: Head) -> bytes:
    """Returns what of *head* is an entry of the log."""
    return heads_log.leaf_data(head.match, head.seq, head.head.hex())
