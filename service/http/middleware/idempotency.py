"""Idempotency keys, with which a repeated request gets the first reply.

The store appends facts together with their request. So a repetition finds them even after a crash. The store
keeps only hashes of token and key, and both are necessary to decrypt a reply. So no play token is in the
clear.

The network identifies a client without a token, but others share it. The service carries out its request once
as well. It repeats the reply, with tokens in it, only to a client with the secret of the first request. That
secret replaces the token in the cipher, and nothing stores it.
"""

from __future__ import annotations

import hashlib
import secrets
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import NamedTuple, TypeVar

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from domain.errors import LocalizableError
from domain.messages import Message

from ...database.replies import ReplyRow
from ...eventstore.store import Store, Unavailable, translate_errors
from ...observability import logging
from .networks import network_of

log = logging.logger(__name__)

RETENTION_MS = 86_400_000
"""Retention of a reply in milliseconds, one day."""
SWEEP_INTERVAL_MS = 3_600_000
"""How often the old ones are swept out."""

_NONCE_BYTES = 12
"""Bytes of the random nonce before a ciphertext (AES-GCM)."""

TABLE = "the list of replies"

T = TypeVar("T")


class InProgress(LocalizableError):
    """The first request with this key is still under way."""

    slug = "under-way"


class InvalidKey(LocalizableError, ValueError):
    """This cannot be the key of a request, or its secret."""

    slug = "wrong-key"


class KeyReused(LocalizableError):
    """The key belongs to another request."""

    slug = "key-reused"


class ReplyWithheld(LocalizableError):
    """The service carried out the request, but this client has not proved to be its sender."""

    slug = "told-once"


class Reply(NamedTuple):
    """The stored reply to a request."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class PriorCommit(NamedTuple):
    """The facts of a match that a request appended earlier, and the tokens in its reply."""

    match: str
    first: int
    last: int
    position: int
    tokens: tuple[str, ...]


class IdempotentRequest:
    """A repeatable request under *key*. *row* holds its stored state.

    The *secret* of the client, its token or one of its own, encrypts the stored data. Without a secret the
    service stores nothing of the reply.
    """

    def __init__(self, secret: str | None, key: str, row: ReplyRow) -> None:
        self._cipher = secret and AESGCM(hashlib.sha256(f"reply\0{secret}\0{key}".encode()).digest())
        self._row = row

    def can_decrypt(self, row: ReplyRow) -> bool:
        """Returns whether the secret can decrypt *row*."""
        try:
            return self._decrypt(row.sealed or row.reply) is not None
        except InvalidTag:
            return False

    @property
    def stored_reply(self) -> Reply | None:
        """The stored reply, if there is one."""
        return self._decode(self._row.reply, Reply)

    @property
    def prior_commit(self) -> PriorCommit | None:
        """The earlier result of the request, if there is one."""
        row = self._row
        if not row.match:
            return None
        tokens = self._decode(row.sealed, tuple[str, ...])
        return PriorCommit(row.match, row.first, row.last, row.position, tokens or ())

    def commit_row(self, match: str, first: int, last: int, tokens: Sequence[str]) -> ReplyRow:
        """Returns the row to store with the facts of the request."""
        return self._row._replace(match=match, first=first, last=last, sealed=self._encrypt(tokens))

    def reply_row(self, reply: Reply) -> ReplyRow:
        """Returns the row to store with the *reply*."""
        return self._row._replace(reply=self._encrypt(reply))

    def _encrypt(self, content: object) -> bytes:
        if not self._cipher:
            return b""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, zlib.compress(msgspec.msgpack.encode(content), 1), None)

    def _decode(self, ciphertext: bytes, kind: type[T]) -> T | None:
        decrypted = self._decrypt(ciphertext)
        return None if decrypted is None else msgspec.msgpack.decode(zlib.decompress(decrypted), type=kind)

    def _decrypt(self, ciphertext: bytes) -> bytes | None:
        """Returns the plain bytes, or `None` without a cipher or *ciphertext*.

        Raises `InvalidTag` for another secret.
        """
        return (
            self._cipher.decrypt(ciphertext[:_NONCE_BYTES], ciphertext[_NONCE_BYTES:], None)
            if self._cipher and ciphertext
            else None
        )


class IdempotencyKeys:
    """The repeatable requests of a service. Threads and processes may share them."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock
        self._under_way: dict[str, str] = {}
        self._lock = Lock()
        self._swept_at = 0

    @contextmanager
    def track_request(
        self, token: str | None, address: str, key: str, digest: str, secret: str | None = None
    ) -> Iterator[IdempotentRequest]:
        """Tracks a request, and yields it with its earlier result, if there is one.

        *digest* covers the whole request. Without a *token*, the *secret* distinguishes the client from
        others at its *address*. Raises `InProgress`, `KeyReused`, `ReplyWithheld` and `Unavailable`.
        """
        id = _request_id(token or f"at {network_of(address)}", key)
        with self._lock:
            under_way = self._under_way.get(id)
            if under_way is None:
                self._under_way[id] = digest
        if under_way is not None:
            raise _under_way() if under_way == digest else _key_reused()
        try:
            row = self._load_row(id)
            if row is not None and row.digest != digest:
                raise _key_reused()
            repeat = IdempotentRequest(token or secret, key, row or ReplyRow(id, digest, self._clock()))
            if row is not None and not repeat.can_decrypt(row):
                raise _reply_withheld()
            try:
                yield repeat
            except Exception as refusal:
                if row is None and self._load_row(id) is not None:
                    raise _under_way() from refusal  # another process is ahead
                raise
        finally:
            with self._lock:
                del self._under_way[id]

    def store_reply(self, repeat: IdempotentRequest, reply: Reply) -> None:
        """Stores the *reply* to *repeat*. If the store fails, a repetition creates the reply again."""
        try:
            with translate_errors(TABLE):
                self._store.replies.store_reply(repeat.reply_row(reply))
            if self._clock() - self._swept_at > SWEEP_INTERVAL_MS:
                self._swept_at = self._clock()
                self.delete_expired()
        except Unavailable as trouble:
            log.warning("a reply was not kept", trouble=str(trouble))

    def check_unanswered(self, row: ReplyRow) -> None:
        """Raises `InProgress` when another process has carried out the request that *row* is about."""
        if self._load_row(row.id) is not None:
            raise _under_way()

    def delete_expired(self) -> None:
        """Deletes expired replies."""
        with translate_errors(TABLE):
            self._store.replies.sweep_replies(self._clock() - RETENTION_MS)

    def _load_row(self, id: str) -> ReplyRow | None:
        with translate_errors(TABLE):
            row = self._store.replies.find_reply(id)
        if row is not None and row.at < self._clock() - RETENTION_MS:
            self.delete_expired()
            return None
        return row


def _request_id(client: str, key: str) -> str:
    return hashlib.sha256(f"request\0{client}\0{key}".encode()).hexdigest()


def _under_way() -> InProgress:
    return InProgress(Message("This request is being carried out already."))


def _reply_withheld() -> ReplyWithheld:
    return ReplyWithheld(
        Message(
            "This request was carried out. Its reply holds tokens: it is repeated only with the token or the "
            "Idempotency-Secret of the first request."
        )
    )


def _key_reused() -> KeyReused:
    return KeyReused(
        Message("This Idempotency-Key came with another request before: take a new one for each.")
    )
