"""Signing keys of the service, and the operator's trust in keys of imported records.

A key is an Ed25519 key in a file. The newest signs, and older ones remain valid.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Callable, Set
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
from msgspec.structs import replace
from nacl.bindings import crypto_sign, crypto_sign_BYTES

from domain import table
from domain.errors import RecountError
from domain.table import Import
from domain.tournament.state import Tournament
from projections.files import lock_directory
from replays.proof.notes import COSIGNATURE, Key, read_key, revocation_text, sign_note
from replays.proof.standalone.revocations import read_revocation, split_notes

from ..eventstore.store import Store

_FILE = re.compile(r"\d{4}\.pem")
_NAME = re.compile(r"[^\s+]+")
"""Valid names of keys. Signed notes give spaces and plus signs a meaning."""

WITNESS_FILE = "witness.pem"
"""The key for cosignatures. C2SP's witnesses sign with a key of their own."""
REVOCATIONS_FILE = "revocations"
"""The statements on revoked keys, a list of signed notes."""
CHECK_SECONDS = 0.1
"""Lifetime of the cached file names, and the delay until a key of another process signs."""


class BadKey(RecountError, ValueError):
    """A key file holds no Ed25519 key, or the name of the service cannot sign."""


class Signer(NamedTuple):
    """Key of the service with its signing function."""

    key: Key
    sign: Callable[[bytes], bytes]


class Keyring:
    """Keys in a directory shared by the processes of a service.

    It creates a first key if the directory has none. File names are numbers, such as `0001.pem`, and the
    highest signs. `rotate_key` adds a key. The files of revoked keys stay, for what was encrypted under them.
    Raises `BadKey`.
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
            self._create_key("0001.pem")
            self._list_files()

    def signers(self) -> list[Signer]:
        """Returns all keys, newest first, including revoked keys and new keys of other processes."""
        return [self._load_signer(file) for file in reversed(self._list_files())]

    def valid_signers(self) -> list[Signer]:
        """Returns the keys that nobody has revoked, newest first."""
        revoked = {read_key(read_revocation(note).revoked).public for note in self.revocations()}
        return [signer for signer in self.signers() if signer.key.public not in revoked]

    def revocations(self) -> list[str]:
        """Returns the signed statements on revoked keys."""
        with suppress(FileNotFoundError):
            return split_notes((self.folder / REVOCATIONS_FILE).read_text(encoding="utf-8"))
        return []

    def revoke_key(self, text: str, since: int, origin: str) -> str:
        """Revokes a key from a time on, in seconds since 1970. Returns the statement.

        All keys sign it, also the revoked one: readers who know no other believe that one alone. A newest key
        gets a successor first. Raises `BadKey`.
        """
        if text not in [str(signer.key) for signer in self.signers()]:
            raise BadKey(f"“{text}” is no key of this service: “recount key show” lists them.")
        with lock_directory(self.folder):
            if text == str(self._load_signer(self._list_files()[-1]).key):
                self.rotate_key()
            signers = self.signers()
            [revoked] = [signer.key for signer in signers if str(signer.key) == text]
            note = sign_note(revocation_text(origin, revoked, signers[0].key, since), signers)
            self._write_file(REVOCATIONS_FILE, "\n".join([*self.revocations(), note]).encode())
        return note

    def newest_signer(self) -> Signer:
        """Returns the current key, at most `CHECK_SECONDS` after another process has added one."""
        if time.monotonic() >= self._names_until:
            self._list_files()
        return self._load_signer(self._names[-1])

    def rotate_key(self) -> Signer:
        """Adds a key that signs from now on in every process of the service."""
        self._create_key(f"{int(self._list_files()[-1].removesuffix('.pem')) + 1:04}.pem")
        return self._load_signer(self._list_files()[-1])

    def derive_secret(self, purpose: bytes) -> bytes:
        """Returns a secret of the service for *purpose*, the same after a rotation."""
        return hashlib.sha256(self.signers()[-1].sign(purpose)).digest()

    def witness_signer(self) -> Signer:
        """Returns the key that cosigns checkpoints of other services, which the first call creates."""
        if not (self.folder / WITNESS_FILE).exists():
            self._create_key(WITNESS_FILE)
        key, sign = self._load_signer(WITNESS_FILE)
        return Signer(key._replace(kind=COSIGNATURE), sign)

    def _list_files(self) -> list[str]:
        """Returns the names of the key files in order, read from the folder."""
        self._names = sorted(filter(_FILE.fullmatch, os.listdir(self.folder)))
        self._names_until = time.monotonic() + CHECK_SECONDS
        return self._names

    def _create_key(self, name: str) -> None:
        pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        with NamedTemporaryFile(dir=self.folder) as fresh:  # readable by its owner only
            fresh.write(pem)
            fresh.flush()
            os.fsync(fresh.fileno())
            with suppress(FileExistsError):  # another process created it first
                os.link(fresh.name, self.folder / name)

    def _write_file(self, name: str, content: bytes) -> None:
        with NamedTemporaryFile(dir=self.folder, delete=False) as fresh:
            fresh.write(content)
            fresh.flush()
            os.fsync(fresh.fileno())
        os.replace(fresh.name, self.folder / name)

    def _load_signer(self, file: str) -> Signer:
        if file not in self._loaded:
            self._loaded[file] = self._read_signer(self.folder / file)
        return self._loaded[file]

    def _read_signer(self, file: Path) -> Signer:
        try:
            private = load_pem_private_key(file.read_bytes(), None)
        except (ValueError, TypeError) as error:  # an encrypted file raises TypeError
            raise BadKey(f"{file} holds no key: {error}.") from error
        if not isinstance(private, Ed25519PrivateKey):
            raise BadKey(f"{file} holds a key, but no Ed25519 key.")
        public = private.public_key().public_bytes_raw()
        secret = private.private_bytes_raw() + public

        def sign(text: bytes) -> bytes:
            return crypto_sign(text, secret)[:crypto_sign_BYTES]  # libsodium takes half of OpenSSL's time

        return Signer(Key(self._name, public), sign)


class ImportTrust:
    """Origins of imports, each marked if the operator trusts its key now."""

    def __init__(self, store: Store, trusted: Set[str]) -> None:
        self._store, self._trusted = store, trusted

    def match_origin(self, match: str) -> Import | None:
        """Returns the origin of *match*, if it was imported."""
        marks = self._store.import_facts(match)
        return self.with_trust(table.imported_by(marks[-1])) if marks else None

    def tournament_origin(self, t: Tournament) -> Import | None:
        """Returns the origin of a tournament, if it was imported."""
        return t.origin and self.with_trust(t.origin)

    def with_trust(self, imported: Import) -> Import:
        """Returns *imported*, marked if the operator trusts its key."""
        return replace(imported, trusted=self.is_trusted(imported.key))

    def is_trusted(self, key: str) -> bool:
        """Returns whether the operator trusts the public *key*."""
        return key in self._trusted
