"""Signed checkpoints of the log of heads, stored outside the database and compared with the log."""

from __future__ import annotations

from time import monotonic

from domain.errors import RecountError
from replays.proof import merkle, notes
from replays.proof.notes import Checkpoint, Unsigned

from ..database.heads import HeadRepository
from ..eventstore.store import Store
from .keys import Keyring
from .witness_client import FileWitness, Unwitnessed, Witness

CHECKPOINT_FILE = "checkpoint"
"""File with the last checkpoint, in the folder of the keys."""

SEND_INTERVAL_SECONDS = 60.0
"""Minimum interval of checkpoints for the witness of the service."""


class LogCorrupt(RecountError):
    """The tree over the heads differs from the service's own. The audit finds the place."""

    slug = "torn-log"

    def __init__(self, finding: str) -> None:
        super().__init__(
            f"{finding} Somebody has changed the log of heads: “recount verify --all” tells where."
        )


class Checkpoints:
    """Checkpoints of the service's log, with its keys and with the *witness*, if any.

    Write access to the database alone cannot forge another history than the signed one.
    """

    def __init__(self, store: Store, keys: Keyring, origin: str, witness: Witness | None) -> None:
        self._store, self._keys, self._origin = store, keys, origin
        self._file_witness, self._witness = FileWitness(keys.folder / CHECKPOINT_FILE), witness
        self._stored_size = self._sent_size = 0
        self._sent_at = 0.0

    @property
    def log_size(self) -> int:
        """The present number of heads."""
        return self._store.tree.tree_end()[0]

    def sign_checkpoint(self, size: int) -> str:
        """Returns the checkpoint of the log at *size* heads, signed by every valid key.

        Raises `LogCorrupt`.
        """
        tree = self._store.tree
        root = merkle.tree_root(lambda level, index: require_node(tree, level, index), size)
        checkpoint = Checkpoint(self._origin, size, root, position_of(tree, size))
        return notes.sign_note(checkpoint.text, self._keys.valid_signers())

    def prove_growth(self, old: int, size: int) -> tuple[bytes, ...]:
        """Returns the proof that the log at *size* heads extends that of *old* ones. Raises `LogCorrupt`."""
        tree = self._store.tree
        node = lambda level, index: require_node(tree, level, index)  # noqa: E731
        return tuple(merkle.prove_consistency(node, old, size))

    def store_checkpoint(self, size: int) -> None:
        """Stores the checkpoint of *size* heads with the keys. Raises `LogCorrupt`."""
        if size > self._stored_size:
            with self._file_witness.lock_folder():
                self.deposit_checkpoint(self._file_witness, size)
            self._stored_size = size

    def send_checkpoint(self, size: int) -> None:
        """Sends the checkpoint of *size* heads to the witness if one is due.

        Raises `LogCorrupt` and `Unwitnessed`.
        """
        if self._witness and size > self._sent_size and monotonic() - self._sent_at > SEND_INTERVAL_SECONDS:
            self._sent_at = monotonic()
            self.deposit_checkpoint(self._witness, size)
            self._sent_size = size

    def deposit_checkpoint(self, witness: Witness, size: int) -> str:
        """Deposits the checkpoint of *size* heads with *witness* and returns it.

        Raises `LogCorrupt` and `Unwitnessed`.
        """
        before = self._check_witness(witness)
        note = self.sign_checkpoint(size)
        if before is None or before.size < size:
            witness.store_note(note)
        return note

    def check_stored(self) -> None:
        """Raises `LogCorrupt` unless the log extends the checkpoint stored with the keys."""
        self._check_witness(self._file_witness)

    def find_contradictions(self) -> list[LogCorrupt | Unwitnessed]:
        """Returns the contradictions of stored checkpoints, and the unreachable witnesses."""
        errors: list[LogCorrupt | Unwitnessed] = []
        for witness in filter(None, (self._file_witness, self._witness)):
            try:
                self._check_witness(witness)
            except (LogCorrupt, Unwitnessed) as error:
                errors.append(error)
        return errors

    @property
    def has_checkpoint(self) -> bool:
        """Whether a checkpoint was ever stored. Raises `LogCorrupt` and `Unwitnessed`."""
        return any(
            self._read_checkpoint(witness) for witness in (self._file_witness, self._witness) if witness
        )

    def _check_witness(self, witness: Witness) -> Checkpoint | None:
        """Returns the checkpoint of *witness*.

        Raises `LogCorrupt` unless the log extends it, and `Unwitnessed`.
        """
        checkpoint = self._read_checkpoint(witness)
        if checkpoint is not None and (text := describe_contradiction(self._store.tree, checkpoint)):
            raise LogCorrupt(f"{text} The checkpoint is kept in {witness.location}.")
        return checkpoint

    def _read_checkpoint(self, witness: Witness) -> Checkpoint | None:
        note = witness.load_note()
        try:
            return (
                notes.read_checkpoint(note, [signer.key for signer in self._keys.signers()]) if note else None
            )
        except Unsigned as error:
            raise LogCorrupt(
                f"What is kept in {witness.location} is no checkpoint of this service: {error}"
            ) from error


def describe_contradiction(tree: HeadRepository, old: Checkpoint) -> str:
    """Returns why the log does not extend the *old* checkpoint, or an empty text."""
    size, _ = tree.tree_end()
    if old.size > size:
        return f"The log was cut off: it held {old.size} heads once, and holds {size}."
    root = merkle.tree_root(lambda level, index: tree.find_node(level, index) or b"", old.size)
    if root != old.root:
        return f"The log was rewritten: its first {old.size} heads are not those of the checkpoint."
    position = position_of(tree, old.size)
    if old.position and position != old.position:
        return (
            f"The feed was renumbered: head {old.size} stood at position {old.position}, now at {position}."
        )
    return ""


def position_of(tree: HeadRepository, size: int) -> int:
    """Returns the position of the last of the first *size* heads, 0 without any."""
    return next((leaf.position for leaf in tree.list_leaves(size - 1, 1)), 0) if size else 0


def require_node(tree: HeadRepository, level: int, index: int) -> bytes:
    """Returns the hash of a complete subtree. Raises `LogCorrupt` without it."""
    hash = tree.find_node(level, index)
    if hash is None:
        raise LogCorrupt(f"Subtree {index} of level {level} is missing.")
    return hash
