"""Witnesses: where the last checkpoint is kept outside of the database, for the log to be held against."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import httpx

from domain.errors import RecountError
from projections.files import lock_directory

TIMEOUT = 10.0
"""Seconds that a witness elsewhere may take to answer."""
LARGEST = 64 * 1024
"""How many characters of what a witness tells are read."""


class Unwitnessed(RecountError):
    """A witness cannot be asked, or does not keep what it is told."""


class Witness(Protocol):
    """Somebody who keeps one checkpoint, the last; `place` tells people where."""

    place: str

    def last(self) -> str:
        """Returns the note that is kept; empty when there is none. Raises `Unwitnessed`."""

    def keep(self, note: str) -> None:
        """Keeps *note* in the place of the one before; raises `Unwitnessed`."""


class FileWitness:
    """A file, best on a disk that whoever writes to the database cannot write to."""

    def __init__(self, path: Path) -> None:
        self._path, self.place = path, str(path)

    def last(self) -> str:
        """Returns the note in the file; empty when there is no such file. Raises `Unwitnessed`."""
        try:
            return self._path.read_text(encoding="utf-8")[:LARGEST]
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            raise Unwitnessed(f"The checkpoint in {self.place} cannot be read: {error}.") from error

    def keep(self, note: str) -> None:
        """Replaces the file, so that a crash leaves the old note or the new one; raises `Unwitnessed`."""
        fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            with fresh.open("w", encoding="utf-8") as file:
                file.write(note)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._path)
        except OSError as error:
            raise Unwitnessed(f"No checkpoint can be written to {self.place}: {error}.") from error

    def alone(self) -> AbstractContextManager[None]:
        """Lets one process at a time look and write."""
        return lock_directory(self._path.parent)


class WebWitness:
    """An address that tells by GET what was sent there last by PUT, and 404 when nothing was."""

    def __init__(self, url: str) -> None:
        self.place = url

    def last(self) -> str:
        """Returns the note that is kept there; raises `Unwitnessed`."""
        reply = self._asked("GET")
        return "" if reply.status_code == httpx.codes.NOT_FOUND else self._good(reply).text[:LARGEST]

    def keep(self, note: str) -> None:
        """Sends *note*; raises `Unwitnessed`."""
        self._good(self._asked("PUT", note))

    def _asked(self, method: str, note: str = "") -> httpx.Response:
        headers = {"Content-Type": "text/plain; charset=utf-8"} if note else {}
        try:
            return httpx.request(
                method, self.place, content=note.encode() or None, headers=headers, timeout=TIMEOUT
            )
        except httpx.HTTPError as error:
            raise Unwitnessed(f"The witness at {self.place} cannot be reached: {error}.") from error

    def _good(self, reply: httpx.Response) -> httpx.Response:
        if not reply.is_success:
            raise Unwitnessed(f"The witness at {self.place} answers {reply.status_code}.")
        return reply


def witness_at(place: str) -> Witness:
    """Returns the witness at *place*: a file, or an address that begins with `http`."""
    return WebWitness(place) if place.startswith(("http://", "https://")) else FileWitness(Path(place))
