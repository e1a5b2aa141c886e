"""A service as the witness of others: it keeps the last checkpoint of each whose key its operator trusts."""

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
    """No checkpoint of a service of that name is kept here."""

    slug = "unknown-house"


class Untrusted(LocalizableError):
    """A note is not a checkpoint that a trusted key of the service has signed."""

    slug = "untrusted"


class Contradicted(LocalizableError):
    """A checkpoint tells of a log that is shorter, or another one, than the checkpoint kept here."""

    slug = "contradicted"


class Witnessed:
    """The checkpoints of other services, a file each in *folder*; *trusted* are their public keys."""

    def __init__(self, folder: Path, trusted: Iterable[str]) -> None:
        self._folder = folder
        self._keys = [notes.read_key(key) for key in trusted]

    def last(self, name: str) -> str:
        """Returns the note that is kept of the service *name*; raises `UnknownService` and `Unavailable`."""
        with _on_disk():
            note = self._file(name).last()
        if note:
            return note
        raise UnknownService(Message("No checkpoint of “{house}” is kept here.", house=name))

    def keep(self, name: str, note: str) -> None:
        """Keeps *note* of the service *name* in the place of the one before.

        Raises `Untrusted`, `Contradicted` and `Unavailable`.
        """
        checkpoint, file = self._read(name, note), self._file(name)
        with _on_disk():
            self._folder.mkdir(mode=0o700, exist_ok=True)
        with _on_disk(), file.alone():
            if kept := file.last():
                before = self._read(name, kept)
                if checkpoint.size < before.size or (
                    checkpoint.size == before.size and checkpoint.root != before.root
                ):
                    raise Contradicted(_contradiction(checkpoint, before))
            file.keep(note)

    def _read(self, name: str, note: str) -> notes.Checkpoint:
        try:
            checkpoint = notes.read_checkpoint(note, [key for key in self._keys if key.name == name])
        except notes.Unsigned as error:
            raise Untrusted(error.message) from error
        if checkpoint.origin != name:
            raise Untrusted(_mistaken(checkpoint.origin, name))
        return checkpoint

    def _file(self, name: str) -> FileWitness:
        """Returns the file of the service *name*, which may hold what names of files may not."""
        return FileWitness(self._folder / f"{hashlib.sha256(name.encode()).hexdigest()}.note")


@contextmanager
def _on_disk() -> Iterator[None]:
    """Lets what the disk refuses leave as `Unavailable`."""
    try:
        yield
    except (Unwitnessed, OSError) as error:
        raise Unavailable("The checkpoints of other services cannot be read or kept just now.") from error


def _mistaken(origin: str, name: str) -> Message:
    return Message("This is a checkpoint of “{origin}”, not of “{house}”.", origin=origin, house=name)


def _contradiction(told: notes.Checkpoint, before: notes.Checkpoint) -> Message:
    return Message(
        "This checkpoint of {size} entries contradicts the one kept here, of {kept} entries.",
        size=told.size,
        kept=before.size,
    )
