"""How a command on a match is refused before its game is asked."""

from __future__ import annotations

from domain.messages import LocalizableError


class UnknownGame(LocalizableError, LookupError):
    """The service has no such game."""


class UnknownMatch(LocalizableError, LookupError):
    """There is no such match."""


class UnknownSeat(LocalizableError, LookupError):
    """The match has no such seat."""


class UnknownToken(LocalizableError):
    """The token opens nothing here."""


class Forbidden(LocalizableError):
    """The token is good, but this is for somebody else to do."""


class LimitReached(LocalizableError):
    """There is no room for one more."""
