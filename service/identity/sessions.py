"""Sessions: what a browser remembers lies here, sealed with a key that the browser alone has.

So nobody who reads the database takes a seat, nobody who sees a cookie reads the tokens that it stands for,
and what a browser forgets is of no use any more to who has copied its cookie.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable

import msgspec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct

from ..database.access import SessionRow
from ..eventstore.store import Store, translate_errors
from ..shared import digests

DAY_MS = 86_400_000
LIFETIME_MS = 90 * DAY_MS
"""How long a session is kept after the browser has come last, in milliseconds."""
API_TOKEN_LIFETIME_MS = DAY_MS // 2
"""How long a judge's API token is remembered after it was shown: half a day."""
MAX_MATCHES = 200
"""How many matches a browser remembers, the latest."""

_NONCE_BYTES = 12
_TABLE = "the list of sessions"


class KnownMatch(Struct, frozen=True):
    """What a browser has of a match: the play tokens of its seats, and the claim tokens of those to give."""

    match: str
    seats: dict[int, str] = {}
    claims: dict[int, str] = {}


class Session(Struct, frozen=True, rename={"api_token": "badge"}):
    """What a browser remembers: its matches, the latest last, and the tokens that it writes and judges with.

    `judging` is when the API token was shown, in milliseconds since 1970; `account` is the key of a player,
    `tournaments` are the tokens that a guest plays with, by tournament, `kiosks` the keys to their check-in.
    """

    matches: tuple[KnownMatch, ...] = ()
    pen: str = ""
    api_token: str = ""
    judging: int = 0
    account: str = ""
    tournaments: dict[str, str] = {}
    kiosks: dict[str, str] = {}


EMPTY = Session()


class Sessions:
    """The sessions of a service. Threads and processes may share them."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock
        self._swept_at = 0

    def load_session(self, key: str) -> Session:
        """Returns what the browser with *key* remembers, an API token as long as its judge is on duty."""
        now = self._clock()
        with translate_errors(_TABLE):
            row = self._store.sessions.find_session(digests.digest_token(key))
        if row is None or row.at < now - LIFETIME_MS:
            return EMPTY
        opened = _cipher_of(key).decrypt(row.sealed[:_NONCE_BYTES], row.sealed[_NONCE_BYTES:], None)
        session = msgspec.msgpack.decode(opened, type=Session)
        if row.at < now - DAY_MS:
            self.store_session(key, session)
        if session.judging < now - API_TOKEN_LIFETIME_MS:
            session = msgspec.structs.replace(session, api_token="")
        return session

    def store_session(self, key: str, session: Session) -> None:
        """Keeps what the browser with *key* remembers from now on."""
        now, nonce = self._clock(), secrets.token_bytes(_NONCE_BYTES)
        ciphertext = nonce + _cipher_of(key).encrypt(nonce, msgspec.msgpack.encode(session), None)
        with translate_errors(_TABLE):
            self._store.sessions.store_session(SessionRow(digests.digest_token(key), now, ciphertext))
            if now - self._swept_at > DAY_MS:
                self._swept_at = now
                self._store.sessions.sweep_sessions(now - LIFETIME_MS)


def _cipher_of(key: str) -> AESGCM:
    return AESGCM(hashlib.sha256(f"session\0{key}".encode()).digest())
