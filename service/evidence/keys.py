"""The signing keys of the service: Ed25519, a file each, the newest in use, older ones still trusted."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from nacl.bindings import crypto_sign, crypto_sign_BYTES

from domain.errors import RecountError
from replays.proof.notes import Key

_FILE = re.compile(r"\d{4}\.pem")
_NAME = re.compile(r"[^\s+]+")
"""What a key may be called: the form of signed notes gives spaces and plus signs a meaning."""

CHECK_SECONDS = 0.1
"""How long the names of the files are taken as they were: a key of another process signs that much later."""


class BadKey(RecountError, ValueError):
    """A file among the keys holds no Ed25519 key, or the service has a name that nobody can sign as."""


class Signer(NamedTuple):
    """A key of the service, and what signs with it."""

    key: Key
    sign: Callable[[bytes], bytes]


class Keyring:
    """The keys in one directory, which processes of a service share; made with a first key if there is none.

    Files are called by number, `0001.pem`; the highest signs. To rotate is to add one: `rotate`. Raises
    `BadKey`.
    """

    def __init__(self, folder: Path, name: str) -> None:
        if not _NAME.fullmatch(name):
            raise BadKey(f"Nobody can sign as “{name}”: a name has neither spaces nor “+”.")
        self.folder, self._name = folder, name
        self._loaded: dict[str, Signer] = {}
        self._names = list[str]()
        self._names_until = 0.0
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not self._list_files():
            self._create(1)
            self._list_files()

    def signers(self) -> list[Signer]:
        """Returns every key, the newest first, also one that another process has just made."""
        return [self._signer(file) for file in reversed(self._list_files())]

    def newest(self) -> Signer:
        """Returns the key in use, up to `CHECK_SECONDS` after another process has made a newer one."""
        if time.monotonic() >= self._names_until:
            self._list_files()
        return self._signer(self._names[-1])

    def rotate(self) -> Signer:
        """Makes a new key, which signs from now on in every process of the service."""
        self._create(int(self._list_files()[-1].removesuffix(".pem")) + 1)
        return self._signer(self._list_files()[-1])

    def _list_files(self) -> list[str]:
        """Returns the names of the key files in order, read from the folder."""
        self._names = sorted(filter(_FILE.fullmatch, os.listdir(self.folder)))
        self._names_until = time.monotonic() + CHECK_SECONDS
        return self._names

    def _create(self, number: int) -> None:
        pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        with NamedTemporaryFile(dir=self.folder) as fresh:  # which its owner alone may read
            fresh.write(pem)
            fresh.flush()
            os.fsync(fresh.fileno())
            with suppress(FileExistsError):  # another process, starting at the same moment, was faster
                os.link(fresh.name, self.folder / f"{number:04}.pem")

    def _signer(self, file: str) -> Signer:
        if file not in self._loaded:
            self._loaded[file] = self._load(self.folder / file)
        return self._loaded[file]

    def _load(self, file: Path) -> Signer:
        try:
            private = load_pem_private_key(file.read_bytes(), None)
        except (ValueError, TypeError) as error:  # a TypeError: it is encrypted
            raise BadKey(f"{file} holds no key: {error}.") from error
        if not isinstance(private, Ed25519PrivateKey):
            raise BadKey(f"{file} holds a key, but no Ed25519 key.")
        public = private.public_key().public_bytes_raw()
        secret = private.private_bytes_raw() + public

        def sign(text: bytes) -> bytes:
            return crypto_sign(text, secret)[:crypto_sign_BYTES]  # libsodium takes half of OpenSSL's time

        return Signer(Key(self._name, public), sign)
