"""Clients of witnesses, external places for the last checkpoint that the log must extend."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import httpx

from domain.errors import RecountError
from projections.files import lock_directory

TIMEOUT_SECONDS = 10.0
"""Time for a remote witness to answer."""
MAX_NOTE_CHARACTERS = 64 * 1024
"""Characters to read of a witness's note."""


class Unwitnessed(RecountError):
    """A witness is unreachable or does not store the checkpoint."""


class Witness(Protocol):
    """Store of one checkpoint, the last. `location` describes it to people."""

    location: str

    def load_note(self) -> str:
        """Returns the stored note, empty if there is none. Raises `Unwitnessed`."""

    def store_note(self, note: str) -> None:
        """Replaces the stored note. Raises `Unwitnessed`."""

    def try_place(self) -> None:
        """Raises `Unwitnessed` if no note can be stored."""


class FileWitness:
    """Witness in a file, best on a disk without access for writers of the database."""

    def __init__(self, path: Path) -> None:
        self._path, self.location = path, str(path)

    def load_note(self) -> str:
        """Returns the note in the file, empty without a file. Raises `Unwitnessed`."""
        try:
            return self._path.read_text(encoding="utf-8")[:MAX_NOTE_CHARACTERS]
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            raise Unwitnessed(f"The checkpoint in {self.location} cannot be read: {error}.") from error

    def store_note(self, note: str) -> None:
        """Replaces the file atomically. Raises `Unwitnessed`."""
        fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            with fresh.open("w", encoding="utf-8") as file:
                file.write(note)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._path)
        except OSError as error:
            raise Unwitnessed(f"No checkpoint can be written to {self.location}: {error}.") from error

    def try_place(self) -> None:
        """Raises `Unwitnessed` unless the folder exists and this user can write it."""
        folder = self._path.parent
        if not (folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)):
            raise Unwitnessed(f"No checkpoint can be written to {self.location}: see “{folder}”.")
        self.load_note()

    def lock_folder(self) -> AbstractContextManager[None]:
        """Locks the folder for one process."""
        return lock_directory(self._path.parent)


class WebWitness:
    """Witness at an address that returns by GET the last note sent by PUT, at first 404."""

    def __init__(self, url: str) -> None:
        self.location = url

    def load_note(self) -> str:
        """Returns the stored note. Raises `Unwitnessed`."""
        reply = self._request("GET")
        return (
            ""
            if reply.status_code == httpx.codes.NOT_FOUND
            else self._require_success(reply).text[:MAX_NOTE_CHARACTERS]
        )

    def store_note(self, note: str) -> None:
        """Sends *note*. Raises `Unwitnessed`."""
        self._require_success(self._request("PUT", note))

    def try_place(self) -> None:
        """Raises `Unwitnessed` unless the address answers GET."""
        self.load_note()

    def _request(self, method: str, note: str = "") -> httpx.Response:
        headers = {"Content-Type": "text/plain; charset=utf-8"} if note else {}
        try:
            return httpx.request(
                method, self.location, content=note.encode() or None, headers=headers, timeout=TIMEOUT_SECONDS
            )
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unwitnessed(f"The witness at {self.location} cannot be reached: {error}.") from error

    def _require_success(self, reply: httpx.Response) -> httpx.Response:
        if not reply.is_success:
            raise Unwitnessed(f"The witness at {self.location} answers {reply.status_code}.")
        return reply


def witness_at(location: str) -> Witness:
    """Returns the witness at *location*, a file or an address that begins with `http`."""
    return (
        WebWitness(location) if location.startswith(("http://", "https://")) else FileWitness(Path(location))
    )
