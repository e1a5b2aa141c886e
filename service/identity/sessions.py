"""Stored sessions of browsers and accounts, encrypted with a key that only the browser or player has.

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
"""How many matches a browser or an account remembers, the latest."""
MAX_CHALLENGES = 20
"""How many open challenges a browser or an account remembers, the latest."""
SESSIONS = "the list of sessions"

_NONCE_BYTES = 12


class KnownMatch(Struct, frozen=True):
    """A match in a session, with play tokens of its seats, claim tokens for other players, and a scribe's.

    `phones` are play tokens for phones of the players, at which this browser does not play. `name` is that of
    a study.
    """

    match: str
    seats: dict[int, str] = {}
    claims: dict[int, str] = {}
    scribe: str = ""
    phones: dict[int, str] = {}
    name: str = ""


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
    """The sessions of a service. Threads and processes may share them.

    A browser has a random key. The key of an account is that of its session as well. So the digest in the
    list of people is the id of the row, and an erasure finds it.
    """

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock
        self._swept_at = 0

    def load_session(self, key: str) -> Session:
        """Returns the session of *key*, with its API token while that is valid."""
        now = self._clock()
        with translate_errors(SESSIONS):
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
        """Stores the session of *key*."""
        now, nonce = self._clock(), secrets.token_bytes(_NONCE_BYTES)
        ciphertext = nonce + _cipher_of(key).encrypt(nonce, msgspec.msgpack.encode(session), None)
        with translate_errors(SESSIONS):
            self._store.sessions.store_session(SessionRow(digests.digest_token(key), now, ciphertext))
            if now - self._swept_at > DAY_MS:
                self._swept_at = now
                self._store.sessions.sweep_sessions(now - LIFETIME_MS)


def _cipher_of(key: str) -> AESGCM:
    return AESGCM(hashlib.sha256(f"session\0{key}".encode()).digest())
