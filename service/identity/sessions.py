"""Stored sessions of browsers, encrypted with a key that only the browser has.

So a reader of the database cannot take seats, a thief of a cookie cannot read the tokens, and a stolen cookie
is useless after the browser has dropped its session.
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
"""Lifetime of a session after the last visit of its browser, in milliseconds."""
API_TOKEN_LIFETIME_MS = DAY_MS // 2
"""Lifetime of a judge's API token in a session, half a day."""
MAX_MATCHES = 200
"""How many matches a browser remembers, the latest."""

_NONCE_BYTES = 12
_TABLE = "the list of sessions"


class KnownMatch(Struct, frozen=True):
    """A match in a session, with play tokens of its seats, claim tokens for other players, and a scribe's.

    `phones` are play tokens for phones of the players, at which this browser does not play.
    """

    match: str
    seats: dict[int, str] = {}
    claims: dict[int, str] = {}
    scribe: str = ""
    phones: dict[int, str] = {}


class Session(Struct, frozen=True, rename={"api_token": "badge"}):
    """The content of a session, with its matches, the latest last, and its tokens.

    `judging` is the time of the API token, in milliseconds since 1970. `account` is the key of a player.
    `tournaments` are tokens of a guest by tournament, and `kiosks` the keys of their check-in. `challenges`
    are the tokens of open challenges by id.
    """

    matches: tuple[KnownMatch, ...] = ()
    pen: str = ""
    api_token: str = ""
    judging: int = 0
    account: str = ""
    tournaments: dict[str, str] = {}
    kiosks: dict[str, str] = {}
    challenges: dict[str, str] = {}


EMPTY = Session()


class Sessions:
    """The sessions of a service. Threads and processes may share them."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock
        self._swept_at = 0

    def load_session(self, key: str) -> Session:
        """Returns the session of *key*, with its API token while that is valid."""
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

    def move_account_session(self, key: str, next_key: str = "") -> None:
        """Gives the session of an account to its *next_key*, or empties it without one."""
        content = self.load_session(account_session_key(key))
        if content != EMPTY:
            self.store_session(account_session_key(key), EMPTY)
            if next_key:
                self.store_session(account_session_key(next_key), content)

    def store_session(self, key: str, session: Session) -> None:
        """Stores the session of *key*."""
        now, nonce = self._clock(), secrets.token_bytes(_NONCE_BYTES)
        ciphertext = nonce + _cipher_of(key).encrypt(nonce, msgspec.msgpack.encode(session), None)
        with translate_errors(_TABLE):
            self._store.sessions.store_session(SessionRow(digests.digest_token(key), now, ciphertext))
            if now - self._swept_at > DAY_MS:
                self._swept_at = now
                self._store.sessions.sweep_sessions(now - LIFETIME_MS)


def account_session_key(key: str) -> str:
    """Returns the key of the session that all browsers of an account share, from the *key* of the account."""
    return hashlib.sha256(f"account\0{key}".encode()).hexdigest()


def _cipher_of(key: str) -> AESGCM:
    return AESGCM(hashlib.sha256(f"session\0{key}".encode()).digest())
