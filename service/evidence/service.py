"""Signed evidence for a store, with heads of matches, receipts and the Merkle log of all heads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.errors import LocalizableError
from domain.messages import Message
from domain.model import Fact
from replays.playback.replay import Replay
from replays.proof import merkle, notes, receipts
from replays.proof.chain import GENESIS, FactCommitter
from replays.proof.log import ConsistencyProof, Logged
from replays.proof.notes import ContentKind, Key
from replays.proof.receipts import Receipt

from ..caches import LruCache
from ..database.heads import Hash, Head
from ..eventstore.store import Conflict, Store, translate_errors
from .checkpoints import Checkpoints, LogCorrupt, require_node
from .cosigning import PublishedCheckpoints
from .keys import Keyring
from .late_heads import LateHeads, log_entry
from .witness_client import Unwitnessed, Witness

HEAD_CACHE_SIZE = 1024
"""Cached heads."""
CHAIN_CACHE_SIZE = 32
"""Matches with cached hashes of all facts, about 120 kB for a thousand facts."""
BATCH_SIZE = 1000
"""Heads that enter the log at once, and facts in one read of the backfill."""

LOG = "the log of heads"


class UnknownTreeSize(LocalizableError, LookupError):
    """The log never had that size, or does not have it yet."""

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
    """Evidence of a store, signed by the service. Threads may share it.

    *published* are the checkpoints with cosignatures, where a policy requires some.
    """

    def __init__(
        self,
        store: Store,
        keys: Keyring,
        origin: str,
        checkpoints: Checkpoints,
        late_heads: LateHeads,
        published: PublishedCheckpoints | None = None,
    ) -> None:
        self._store, self._origin, self.keyring = store, origin, keys
        self._checkpoints, self._late_heads, self.published = checkpoints, late_heads, published
        self._heads: LruCache[tuple[int, str]] = LruCache(HEAD_CACHE_SIZE)
        self._chains: LruCache[tuple[str, ...]] = LruCache(CHAIN_CACHE_SIZE)

    # -- the chain of a match ----------------------------------------------------------------------------

    def link_facts(self, fact_committer: FactCommitter, facts: Sequence[Fact]) -> tuple[str, str]:
        """Returns the head before new *facts* and the head after them.

        The first is empty for the first facts of a match. Raises `Unavailable`.
        """
        before = facts[0].seq - 1
        cached = self._heads.get(fact_committer.match)
        last = (
            cached[1]
            if cached is not None and cached[0] == before
            else self.fact_hash(fact_committer, before)
        )
        *_, head = fact_committer.hash_facts(facts, last)
        return (last if before else ""), head

    def require_head(self, match: str, last: int) -> None:
        """Raises `LogCorrupt` when *match* ends with fact *last* without a head.

        No fact can follow without that head.
        """
        if not last:
            return  # the first fact has no predecessor
        head = self._store.tree.last_head(match)
        ends = [fact.seq for fact in self._store.raw_facts(match, last - 1)] == [last]
        if ends and (head is None or head.seq < last):
            raise LogCorrupt(f"The head at fact {last} of {match} is missing.")

    def clear_caches(self, match: str | None = None) -> None:
        """Clears the caches of *match*, or of all matches."""
        for cache in (self._heads, self._chains):
            cache.drop(match)
        if match is None:
            self._late_heads.clear()

    def chain_hashes(self, match: str, replay: Replay[Any, Any]) -> Sequence[str]:
        """Returns the hash of each fact of *replay* of *match*. Computes only new hashes."""
        hashes = self._chains.get(match) or ()
        if len(hashes) < len(replay):
            match_state = replay.at(len(replay))
            fact_committer = FactCommitter(match, replay.rules, match_state.settings, match_state.line_seeds)
            facts = self._store.raw_facts(match, len(hashes), len(replay))
            newer = fact_committer.hash_facts(facts, hashes[-1] if hashes else GENESIS)
            longer = (*hashes, *newer)
            hashes = self._chains.put(match, longer, unless=lambda cached: len(cached) > len(longer))
        return hashes[: len(replay)]

    @translate_errors(LOG)
    def fact_hash(self, fact_committer: FactCommitter, seq: int) -> str:
        """Returns the stored hash of fact *seq*, or else computes it from the facts."""
        if not seq:
            return GENESIS
        recorded = self._store.tree.head_from(fact_committer.match, seq)
        if recorded is not None and recorded.seq == seq:
            return recorded.head.hex()
        *_, head = fact_committer.hash_facts(self._store.raw_facts(fact_committer.match, 0, seq))
        return head

    def cache_head(self, match: str, seq: int, head: str) -> None:
        """Caches the stored head of *match* at fact *seq*."""
        self._heads.put(match, (seq, head), unless=lambda cached: cached[0] > seq)

    def sign_receipt(self, match: str, seq: int, head: str, at: int) -> Receipt:
        """Returns the receipt of a write, signed with the current key."""
        return receipts.sign_receipt(match, seq, head, at, *self.keyring.newest_signer())

    def sign_content(self, kind: ContentKind, record: str, head: str, digest: bytes) -> str:
        """Returns a note that *record* had content with this *digest* at *head*.

        The current key signs it.
        """
        text = notes.content_text(self._origin, kind, record, head, digest)
        return notes.sign_note(text, [self.keyring.newest_signer()])

    def public_keys(self) -> list[Key]:
        """Returns the public keys of the service without revoked ones, the current one first."""
        return [signer.key for signer in self.keyring.valid_signers()]

    def revocations(self) -> list[str]:
        """Returns the signed statements on revoked keys."""
        return self.keyring.revocations()

    def revoke_key(self, key: str, since: int) -> str:
        """Revokes *key* from a time on, in seconds since 1970. Returns the statement; raises `BadKey`."""
        return self.keyring.revoke_key(key, since, self._origin)

    # -- the log of all heads ----------------------------------------------------------------------------

    @translate_errors(LOG)
    def seal_heads(self, match: str = "") -> int:
        """Adds all new public heads to the log, those of *match* in any case. Returns its size.

        Stores the last checkpoint with the keys. A log that does not extend that checkpoint gets no further
        heads. Raises `LogCorrupt` and `Unavailable`.
        """
        while True:
            size, position = self._store.tree.tree_end()
            heads = self._late_heads.list_public(BATCH_SIZE, match)
            if not heads:
                size, position = self._store.tree.tree_end()  # another process may have added them
                if size and self._store.headed_since is None:
                    self._store.mark_headed_since(position)
                self._checkpoints.store_checkpoint(size)
                return size
            self._checkpoints.check_stored()
            try:
                self._store.append_tree_nodes(self._new_nodes(size, heads))
            except Conflict:  # another process adds heads at the same time
                if self._store.tree.tree_end()[0] == size:
                    raise LogCorrupt(f"The log of {size} heads cannot grow.") from None

    def send_checkpoint(self, size: int) -> None:
        """Sends the checkpoint of *size* heads to the second place, if one is due.

        Raises `LogCorrupt` and `Unwitnessed`.
        """
        self._checkpoints.send_checkpoint(size)

    def _new_nodes(self, size: int, heads: Sequence[Head]) -> list[Hash]:
        fresh: dict[tuple[int, int], bytes] = {}
        hashes: list[Hash] = []

        def node(level: int, index: int) -> bytes:
            return fresh.get((level, index)) or self._require_node(level, index)

        for count, head in enumerate(heads, size):
            for level, index, hash in merkle.completed_subtrees(
                node, count, merkle.leaf_hash(log_entry(head))
            ):
                fresh[level, index] = hash
                hashes.append(Hash(level, index, hash, None if level else head.position))
        return hashes

    def _require_node(self, level: int, index: int) -> bytes:
        return require_node(self._store.tree, level, index)

    @translate_errors(LOG)
    def sign_checkpoint(self, size: int | None = None) -> str:
        """Returns the checkpoint of the log at *size* heads, by default all, signed by every key."""
        size = self.seal_heads() if size is None else size
        return self._checkpoints.sign_checkpoint(size)

    @translate_errors(LOG)
    def publish_checkpoint(self, least: int = 0) -> tuple[int, str]:
        """Returns size and note of the last cosigned checkpoint with *least* heads, or of the whole log."""
        size = self.seal_heads()
        published = self.published.load(size) if self.published else None
        return published if published and published[0] >= least else (size, self.sign_checkpoint(size))

    @translate_errors(LOG)
    def deposit_checkpoint(self, witness: Witness) -> str:
        """Deposits the checkpoint of the log with *witness* and returns it.

        The log must extend the checkpoint of the witness. Raises `LogCorrupt`, `Unwitnessed` and
        `Unavailable`.
        """
        return self._checkpoints.deposit_checkpoint(witness, self.seal_heads())

    @property
    def is_witnessed(self) -> bool:
        """Whether a checkpoint exists outside the database. Raises `LogCorrupt` and `Unwitnessed`."""
        return self._checkpoints.has_checkpoint

    @translate_errors(LOG)
    def find_contradictions(self) -> list[LogCorrupt | Unwitnessed]:
        """Returns the contradictions between the log and the last external checkpoints."""
        return self._checkpoints.find_contradictions()

    @translate_errors(LOG)
    def prove_head(self, match: str, seq: int) -> Proof | None:
        """Returns the proof of the first head of *match* that covers fact *seq*.

        Returns `None` if there is none yet, or if a delay hides it.
        """
        head = self._store.tree.head_from(match, seq)
        if head is None:
            return None
        self.seal_heads(match)
        leaf = self._store.tree.leaf_at(head.position)
        if leaf is None and self._late_heads.hides(head):
            return None
        if leaf is None:
            raise LogCorrupt(f"The head at fact {head.seq} of {match} is not in the log.")
        size, note = self.publish_checkpoint(leaf + 1)
        path = tuple(hash.hex() for hash in merkle.prove_inclusion(self._require_node, leaf, size))
        logged = Logged(head.seq, head.head.hex(), leaf, size, path)
        return Proof(match, logged, note, tuple(map(str, self.public_keys())))

    @translate_errors(LOG)
    def last_headed_seq(self, match: str, seq: int) -> int:
        """Returns the last fact of *match* up to *seq* that has a head, or 1."""
        heads = (entry.head.seq for entry in self._store.tree.list_entries(match))
        return max((head for head in heads if head <= seq), default=1)

    @translate_errors(LOG)
    def consistency_proof(self, old: int) -> ConsistencyProof:
        """Returns a checkpoint and the proof that the log extends that of *old* heads.

        Raises `UnknownTreeSize`.
        """
        size, note = self.publish_checkpoint(old)
        if not 0 < old <= size:
            raise UnknownTreeSize(
                Message("The log holds {size} heads: there is no proof from {old} on.", size=size, old=old)
            )
        return ConsistencyProof(note, old, self._checkpoints.prove_growth(old, size))
