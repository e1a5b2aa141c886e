"""API tokens for people without a seat. Each has scopes and an opaque name.

Facts keep that name for ever, as that of a judge. So it identifies a judge to insiders, and names no person,
such as `judge-7f3a`. The store has only the SHA-256 of a token.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

import msgspec
from msgspec import Struct

from domain.errors import RecountError
from domain.messages import Message

from ..database.access import ApiTokenRow
from ..eventstore.store import Store, translate_errors
from ..shared import digests

Scope: TypeAlias = Literal["judge", "organize", "read", "integrate", "score"]
"""The scopes.

A judge sees all and rules. An organizer runs matches and may open cases. A reader sees the public view. An
integrator is another service. A scorer enters the results of one tournament.
"""

SCOPES: tuple[Scope, ...] = get_args(Scope)

DAY_MS = 86_400_000
"""A day in milliseconds."""

_EVENT_PREFIX = "event:"
"""How an event begins that an API token is bound to, in the list of its scopes."""

_EVENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,62}")


class UnknownApiToken(RecountError, LookupError):
    """There is no such API token."""


class InvalidTokenName(RecountError, ValueError):
    """No API token may have this name."""


class ApiToken(Struct, frozen=True):
    """An API token without its secret: who holds it, for what, and for how long.

    With an `event` it is good for the matches of that event alone. Times are milliseconds since 1970; one
    that does not expire has `expires` 0, and so has `revoked` one
    that was not.
    """

    id: str
    scopes: tuple[Scope, ...]
    name: str
    created: int
    expires: int
    revoked: int
    event: str = ""

    def invalid_reason(self, now: int) -> str:
        """Returns the reason why the token is invalid at the time *now*, or “” while it is valid."""
        if self.revoked:
            return Message("was revoked")
        return Message("has expired") if 0 < self.expires <= now else ""


class IssuedToken(NamedTuple):
    """A new API token, and its secret `token`. The service never shows that again."""

    token: str
    api_token: ApiToken


class ApiTokens:
    """The API tokens of a service. Threads and processes may share them."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store, self._clock = store, clock

    def issue_token(self, name: str, scopes: Sequence[Scope], days: int = 0, event: str = "") -> IssuedToken:
        """Issues an API token to *name*, for *days* (0 means for ever) and perhaps one *event* alone.

        Raises `InvalidTokenName`.
        """
        if not _NAME.fullmatch(name):
            raise InvalidTokenName(
                f"“{name}” is no name for an API token: it has 1 to 63 letters, digits, dots and dashes."
            )
        token, now = digests.new_token(), self._clock()
        expires = now + days * DAY_MS if days else 0
        if event and not _EVENT.fullmatch(event):
            raise InvalidTokenName(
                f"“{event}” names no event: that takes 1 to 63 letters, digits, dots, dashes and underscores."
            )
        bound = [f"{_EVENT_PREFIX}{event}"] if event else []
        words = " ".join([*(scope for scope in SCOPES if scope in scopes), *bound])
        row = ApiTokenRow(secrets.token_hex(4), digests.digest_token(token), words, name, now, expires, 0)
        with translate_errors("the list of API tokens"):
            self._store.api_tokens.add_api_token(row)
        return IssuedToken(token, _api_token(row))

    def find_token(self, token: str) -> ApiToken | None:
        """Returns the API token with this secret, expired or not."""
        with translate_errors("the list of API tokens"):
            row = self._store.api_tokens.find_api_token(digests.digest_token(token))
        return None if row is None else _api_token(row)

    def find_valid_id(self, token: str) -> str:
        """Returns the id of the API token with this secret, or “” where it is unknown or invalid."""
        api_token = self.find_token(token)
        return "" if api_token is None or api_token.invalid_reason(self._clock()) else api_token.id

    def list_tokens(self) -> list[ApiToken]:
        """Returns every API token that was ever issued, the oldest first."""
        with translate_errors("the list of API tokens"):
            return [_api_token(row) for row in self._store.api_tokens.list_api_tokens()]

    def revoke_token(self, id: str) -> ApiToken:
        """Revokes an API token at once in every process. Raises `UnknownApiToken`."""
        with translate_errors("the list of API tokens"):
            row = self._store.api_tokens.revoke_api_token(id, self._clock())
        if row is None:
            raise UnknownApiToken(f"There is no API token {id}.")
        return _api_token(row)


def _api_token(row: ApiTokenRow) -> ApiToken:
    words = row.scopes.split()
    scopes = msgspec.convert([word for word in words if word in SCOPES], tuple[Scope, ...])
    event = next((word.removeprefix(_EVENT_PREFIX) for word in words if word.startswith(_EVENT_PREFIX)), "")
    return ApiToken(row.id, scopes, row.name, row.created, row.expires, row.revoked, event)


class EventNames:
    """Names of events. *read* returns the names of the judge and of the event of an API token."""

    def __init__(self, read: Callable[[ApiToken], tuple[str, str]]) -> None:
        self.read = read
