"""How a command on a match is refused before its game is asked."""

from __future__ import annotations

from domain.errors import LocalizableError


class UnknownGame(LocalizableError, LookupError):
    """The service has no such game."""

    slug = "unknown-game"


class UnknownMatch(LocalizableError, LookupError):
    """There is no such match."""

    slug = "unknown-match"


class UnknownSeat(LocalizableError, LookupError):
    """The match has no such seat."""

    slug = "unknown-seat"


class UnknownToken(LocalizableError):
    """The token opens nothing here."""

    slug = "unknown-token"


class Forbidden(LocalizableError):
    """The token is good, but this is for somebody else to do."""

    slug = "not-yours"


class LimitReached(LocalizableError):
    """There is no room for one more."""

    slug = "full"
