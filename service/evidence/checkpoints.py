"""The checkpoints of the log of heads: signed, kept outside of the database, and held against the log."""

from __future__ import annotations

from time import monotonic

from domain.errors import RecountError
from replays.proof import merkle, notes
from replays.proof.notes import Checkpoint, Unsigned

from ..database.heads import HeadRepository
from ..eventstore.store import Store
from .keys import Keyring
from .witness_client import FileWitness, Unwitnessed, Witness

FILE = "checkpoint"
"""The file beside the keys that holds the last checkpoint."""

SENT_EVERY = 60.0
"""Seconds between two checkpoints that are sent to the witness of the service."""


class LogCorrupt(RecountError):
    """The tree over the heads is not what this service has written; the audit tells where."""

    slug = "torn-log"

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} Somebody has changed the log of heads: “recount verify --all” tells where.")


class Checkpoints:
    """What the service signs of its log: the last lies beside the keys, and with a *witness* if there is one.

    Whoever can write to the database, and not there, cannot make another history of what was signed.
    """

    def __init__(self, store: Store, keys: Keyring, origin: str, witness: Witness | None) -> None:
        self._store, self._keys, self._origin = store, keys, origin
        self._beside, self._witness = FileWitness(keys.folder / FILE), witness
        self._kept = self._sent = 0
        self._sent_at = 0.0

    def signed(self, size: int) -> str:
        """Returns the log of *size* heads, and its root: a note that every key has signed.

        Raises `LogCorrupt`.
        """
        tree = self._store.tree
        root = merkle.tree_root(lambda level, place: whole(tree, level, place), size)
        checkpoint = Checkpoint(self._origin, size, root, position_of(tree, size))
        return notes.sign_note(checkpoint.text, self._keys.signers())

    def keep(self, size: int) -> None:
        """Keeps the checkpoint of *size* heads beside the keys; raises `LogCorrupt`."""
        if size > self._kept:
            with self._beside.alone():
                self.deposit(self._beside, size)
            self._kept = size

    def send(self, size: int) -> None:
        """Sends the checkpoint of *size* heads to the witness, now and then.

        Raises `LogCorrupt`, `Unwitnessed`.
        """
        if self._witness and size > self._sent and monotonic() - self._sent_at > SENT_EVERY:
            self._sent_at = monotonic()
            self.deposit(self._witness, size)
            self._sent = size

    def deposit(self, witness: Witness, size: int) -> str:
        """Gives *witness* the checkpoint of *size* heads; returns it.

        Raises `LogCorrupt` and `Unwitnessed`.
        """
        before = self._check(witness)
        note = self.signed(size)
        if before is None or before.size < size:
            witness.keep(note)
        return note

    def check(self) -> None:
        """Raises `LogCorrupt` unless the log begins with the one whose checkpoint lies beside the keys."""
        self._check(self._beside)

    def contradictions(self) -> list[LogCorrupt | Unwitnessed]:
        """Returns why the log does not begin with what is kept, and which witness cannot be asked."""
        found: list[LogCorrupt | Unwitnessed] = []
        for witness in filter(None, (self._beside, self._witness)):
            try:
                self._check(witness)
            except (LogCorrupt, Unwitnessed) as trouble:
                found.append(trouble)
        return found

    @property
    def any(self) -> bool:
        """Whether a checkpoint was ever kept; raises `LogCorrupt` and `Unwitnessed`."""
        return any(self._read(witness) for witness in (self._beside, self._witness) if witness)

    def _check(self, witness: Witness) -> Checkpoint | None:
        """Returns what *witness* keeps.

        Raises `LogCorrupt` unless the log begins with it, and `Unwitnessed`.
        """
        kept = self._read(witness)
        if kept is not None and (text := lost(self._store.tree, kept)):
            raise LogCorrupt(f"{text} The checkpoint is kept in {witness.place}.")
        return kept

    def _read(self, witness: Witness) -> Checkpoint | None:
        note = witness.last()
        try:
            return (
                notes.read_checkpoint(note, [signer.key for signer in self._keys.signers()]) if note else None
            )
        except Unsigned as error:
            raise LogCorrupt(
                f"What is kept in {witness.place} is no checkpoint of this service: {error}"
            ) from error


def lost(tree: HeadRepository, old: Checkpoint) -> str:
    """Returns why the log does not begin with that of the *old* checkpoint; empty when it does."""
    size, _ = tree.tree_end()
    if old.size > size:
        return f"The log was cut off: it held {old.size} heads once, and holds {size}."
    root = merkle.tree_root(lambda level, place: tree.find_node(level, place) or b"", old.size)
    if root != old.root:
        return f"The log was rewritten: its first {old.size} heads are not those of the checkpoint."
    position = position_of(tree, old.size)
    if old.position and position != old.position:
        return (
            f"The feed was renumbered: head {old.size} stood at position {old.position}, now at {position}."
        )
    return ""


def position_of(tree: HeadRepository, size: int) -> int:
    """Returns where the last of the first *size* heads stands in the feed; 0 when there is none."""
    return next((leaf.position for leaf in tree.list_leaves(size - 1, 1)), 0) if size else 0


def whole(tree: HeadRepository, level: int, place: int) -> bytes:
    """Returns the hash of a complete subtree; raises `LogCorrupt` when there is none."""
    hash = tree.find_node(level, place)
    if hash is None:
        raise LogCorrupt(f"Subtree {place} of level {level} is missing.")
    return hash
