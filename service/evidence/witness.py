"""Witness for other services, with the last checkpoint of each service that the operator trusts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from domain.errors import LocalizableError
from domain.messages import Message
from replays.proof import notes

from ..eventstore.store import Unavailable
from .witness_client import FileWitness, Unwitnessed


class UnknownService(LocalizableError):
    """No checkpoint of that service exists here."""

    slug = "unknown-house"


class Untrusted(LocalizableError):
    """A note is not a checkpoint signed by a trusted key of the service."""

    slug = "untrusted"


class Contradicted(LocalizableError):
    """A checkpoint describes a shorter or different log than the stored checkpoint."""

    slug = "contradicted"


class WitnessStore:
    """Checkpoints of other services, a file each in *folder*.

    *trusted* are their public keys.
    """

    def __init__(self, folder: Path, trusted: Iterable[str]) -> None:
        self._folder = folder
        self._keys = [notes.read_key(key) for key in trusted]

    def load_note(self, name: str) -> str:
        """Returns the note of the service *name*. Raises `UnknownService` and `Unavailable`."""
        with _translate_disk_errors():
            note = self._witness_of(name).load_note()
        if note:
            return note
        raise UnknownService(Message("No checkpoint of “{house}” is kept here.", house=name))

    def store_note(self, name: str, note: str) -> None:
        """Replaces the note of the service *name*.

        Raises `Untrusted`, `Contradicted` and `Unavailable`.
        """
        checkpoint, file = self._read_checkpoint(name, note), self._witness_of(name)
        with _translate_disk_errors():
            self._folder.mkdir(mode=0o700, exist_ok=True)
        with _translate_disk_errors(), file.lock_folder():
            if stored_note := file.load_note():
                before = self._read_checkpoint(name, stored_note)
                if checkpoint.size < before.size or (
                    checkpoint.size == before.size and checkpoint.root != before.root
                ):
                    raise Contradicted(_describe_contradiction(checkpoint, before))
            file.store_note(note)

    def _read_checkpoint(self, name: str, note: str) -> notes.Checkpoint:
        try:
            checkpoint = notes.read_checkpoint(note, [key for key in self._keys if key.name == name])
        except notes.Unsigned as error:
            raise Untrusted(error.message) from error
        if checkpoint.origin != name:
            raise Untrusted(_wrong_origin(checkpoint.origin, name))
        return checkpoint

    def _witness_of(self, name: str) -> FileWitness:
        """Returns the file of the service *name*. A digest avoids invalid file names."""
        return FileWitness(self._folder / f"{hashlib.sha256(name.encode()).hexdigest()}.note")


@contextmanager
def _translate_disk_errors() -> Iterator[None]:
    """Raises `Unavailable` in place of errors of the disk."""
    try:
        yield
    except (Unwitnessed, OSError) as error:
        raise Unavailable("The checkpoints of other services cannot be read or kept just now.") from error


def _wrong_origin(origin: str, name: str) -> Message:
    return Message("This is a checkpoint of “{origin}”, not of “{house}”.", origin=origin, house=name)


def _describe_contradiction(checkpoint: notes.Checkpoint, before: notes.Checkpoint) -> Message:
    return Message(
        "This checkpoint of {size} entries contradicts the one kept here, of {kept} entries.",
        size=checkpoint.size,
        kept=before.size,
    )
