"""Names of matches: twelve characters that sort by the second a match was opened."""

from __future__ import annotations

import hashlib
import re
import secrets

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: no letter that could be read as another."""
SHAPE = f"[{_DIGITS}]{{12}}"
ENDING_LENGTH = 5
"""Characters of an id that follow from chance, or from a purpose."""
_SHAPE = re.compile(SHAPE)


def new(ms: int) -> str:
    """Returns a fresh id for a match opened at *ms* since 1970: 7 characters of seconds, 5 of chance."""
    return _write(ms // 1000, 7) + _write(secrets.randbits(25), ENDING_LENGTH)


def derived(ms: int, purpose: str) -> str:
    """Returns the id of a match opened at *ms* since 1970 that is the same for the same *purpose*."""
    return _write(ms // 1000, 7) + derived_ending(purpose)


def derived_ending(purpose: str) -> str:
    """Returns the last five characters of each id that is derived from a *purpose*."""
    return _write(int.from_bytes(hashlib.sha256(purpose.encode()).digest()) & (1 << 25) - 1, ENDING_LENGTH)


def is_one(text: str) -> bool:
    """Tells whether *text* could be the id of a match."""
    return _SHAPE.fullmatch(text) is not None


def is_of(text: str, ms: int) -> bool:
    """Tells whether *text* could be the id of a match opened at *ms* since 1970."""
    return is_one(text) and text.startswith(_write(ms // 1000, 7))


def _write(number: int, width: int) -> str:
    return "".join(_DIGITS[number >> 5 * place & 31] for place in reversed(range(width)))
