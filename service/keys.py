"""The keys that the house signs with: Ed25519, a file each, the newest in use, older ones still believed."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from replays.proof.notes import Key


class BadKey(ValueError):
    """A file among the keys holds no Ed25519 key."""


class Signer(NamedTuple):
    """A key of the house, and what signs with it."""

    key: Key
    sign: Callable[[bytes], bytes]


class Keyring:
    """The keys in one directory, which processes of a house share; made with a first key if there is none.

    Files are called by number, `0001.pem`; the highest signs. To rotate is to add one: `rotate`.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not self._files():
            self._create(1)

    def signers(self) -> list[Signer]:
        """Returns every key, the newest first; raises `BadKey`."""
        return [self._load(file) for file in reversed(self._files())]

    def rotate(self) -> Signer:
        """Makes a new key, which signs from now on in every process that asks anew."""
        self._create(int(self._files()[-1].stem) + 1)
        return self.signers()[0]

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob("[0-9][0-9][0-9][0-9].pem"))

    def _create(self, number: int) -> None:
        pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        fresh = self._folder / f".{os.getpid()}.new"
        fresh.touch(mode=0o600)
        fresh.write_bytes(pem)
        with suppress(FileExistsError):  # another process, starting at the same moment, was faster
            os.link(fresh, self._folder / f"{number:04}.pem")
        fresh.unlink()

    def _load(self, file: Path) -> Signer:
        try:
            private = load_pem_private_key(file.read_bytes(), None)
        except ValueError as error:
            raise BadKey(f"{file} holds no key: {error}.") from error
        if not isinstance(private, Ed25519PrivateKey):
            raise BadKey(f"{file} holds a key, but no Ed25519 key.")
        return Signer(Key(self._name, private.public_key().public_bytes_raw()), private.sign)
