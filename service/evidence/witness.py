"""Witness for other services by the protocol of C2SP (tlog-witness).

It cosigns a checkpoint only if a proof shows that the log extends the last cosigned one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from domain.errors import LocalizableError
from domain.messages import Message
from replays.proof import log, merkle, notes
from replays.proof.log import ConsistencyProof
from replays.proof.notes import Checkpoint, Key

from .keys import Signer
from .witness_notes import NoteWriter, WitnessNotes

MAX_SIZE = 2**40
"""The largest log. A log with a thousand heads a second takes 35 years to it."""


class UnknownService(LocalizableError):
    """The operator trusts no key of that service, or no checkpoint of it exists here."""

    slug = "unknown-house"


class WrongSubmission(LocalizableError):
    """The body is no checkpoint with a proof, or its sizes are impossible."""

    slug = "wrong-checkpoint"


class Untrusted(LocalizableError):
    """A note is not a checkpoint signed by a trusted key of the service."""

    slug = "untrusted"


class Contradicted(LocalizableError):
    """No proof shows that the log extends the last cosigned checkpoint."""

    slug = "contradicted"


class OtherSize(Exception):
    """The last cosigned checkpoint has another `size` or root than the proof begins with."""

    def __init__(self, size: int) -> None:
        super().__init__(f"The last cosigned checkpoint has {size} entries.")
        self.size = size


class WitnessStore:
    """All cosigned checkpoints of other services, below *folder*.

    *trusted* are the public keys of those services. *find_signer* returns the key of this witness, and
    *clock* the time in ms since 1970.
    """

    def __init__(
        self,
        folder: Path,
        trusted: Iterable[str],
        find_signer: Callable[[], Signer],
        clock: Callable[[], int],
    ) -> None:
        self._notes = WitnessNotes(folder)
        self._keys = [notes.read_key(key) for key in trusted]
        self._find_signer, self._clock = find_signer, clock

    @property
    def key(self) -> Key:
        """The public key of this witness."""
        return self._find_signer().key

    def load_note(self, name: str, size: int | None = None) -> str:
        """Returns the note of the service *name*, of that size or the last.

        Raises `UnknownService` and `Unavailable`.
        """
        if self._keys_of(name):
            with self._notes.begin() as stored:
                if note := stored.load(name, size):
                    return note
        raise UnknownService(Message("No checkpoint of “{house}” is kept here.", house=name))

    def cosign(self, submission: str) -> str:
        """Stores the checkpoint of *submission* and returns the line of its cosignature.

        Raises `WrongSubmission`, `UnknownService`, `Untrusted`, `OtherSize`, `Contradicted` and
        `Unavailable`.
        """
        proof = _read_submission(submission)
        text, lines = notes.split_note(proof.note)
        checkpoint = self._read_checkpoint(proof.note, text.partition("\n")[0])
        if not proof.old <= checkpoint.size <= MAX_SIZE:
            sentence = Message(
                "The checkpoint has {size} entries: from {old} to {most} are possible.",
                size=checkpoint.size,
                old=proof.old,
                most=MAX_SIZE,
            )
            raise WrongSubmission(sentence)
        with self._notes.begin() as stored:
            is_new = _check_growth(stored, checkpoint, proof)
            signer = self._find_signer()
            cosignature = notes.cosign_text(text, self._clock() // 1000, *signer)
            if is_new:
                own_lines = [f"{line}\n" for line in lines if self._is_trusted_line(line, checkpoint.origin)]
                note = f"{text}\n{''.join(own_lines)}{cosignature}"
                stored.add(checkpoint.origin, checkpoint.size, note)
        return cosignature

    def _read_checkpoint(self, note: str, origin: str) -> Checkpoint:
        keys = self._keys_of(origin)
        if not keys:
            raise UnknownService(Message("This witness trusts no key of “{house}”.", house=origin))
        try:
            return notes.read_checkpoint(note, keys)
        except notes.Unsigned as error:
            raise Untrusted(error.message) from error

    def _is_trusted_line(self, line: str, origin: str) -> bool:
        _, name, encoded = line.split(" ")
        return any(
            (key.name, key.id) == (name, notes.decode_base64(encoded)[:4]) for key in self._keys_of(origin)
        )

    def _keys_of(self, name: str) -> list[Key]:
        return [key for key in self._keys if key.name == name]


def _read_submission(submission: str) -> ConsistencyProof:
    try:
        if submission.startswith("old "):
            return log.read_proof(submission)
    except notes.Unsigned as error:
        raise WrongSubmission(error.message) from error
    raise WrongSubmission(
        Message("The body begins with “old” and a size, and has an empty line before the checkpoint.")
    )


def _check_growth(stored: NoteWriter, new: Checkpoint, proof: ConsistencyProof) -> bool:
    """Returns whether *new* is longer than the last checkpoint, or than an empty log.

    Raises `OtherSize` and `Contradicted`.
    """
    note = stored.load(new.origin)
    last = notes.parse_checkpoint(notes.split_note(note)[0]) if note else None
    size = last.size if last else 0
    if proof.old != size or (last and new.size == size and new.root != last.root):
        raise OtherSize(size)
    root = last.root if last else merkle.EMPTY
    if not (
        (not proof.proof and (new.size > 0 or new.root == merkle.EMPTY))
        if size == 0
        else merkle.verify_consistency(size, new.size, root, new.root, proof.proof)
    ):
        sentence = Message(
            "The proof does not show that the log of {size} entries extends "
            "the one kept here, of {kept} entries.",
            size=new.size,
            kept=size,
        )
        raise Contradicted(sentence)
    return new.size > size
