"""Ids of matches, tournaments and players.

A match id has twelve characters, and sorts by the second of its start.
"""

from __future__ import annotations

import hashlib
import re
import secrets

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, without ambiguous letters."""
MATCH_ID_PATTERN = f"[{_DIGITS}]{{12}}"
ENDING_LENGTH = 5
"""Characters of an id that follow from chance, or from a purpose."""
_MATCH_ID = re.compile(MATCH_ID_PATTERN)


def new_match_id(ms: int) -> str:
    """Returns a new id of a match at *ms* since 1970, with 7 characters of seconds and 5 random ones."""
    return _to_base32(ms // 1000, 7) + _to_base32(secrets.randbits(25), ENDING_LENGTH)


def derive_match_id(ms: int, purpose: str) -> str:
    """Returns the id of a match opened at *ms* since 1970 that is the same for the same *purpose*."""
    return _to_base32(ms // 1000, 7) + derive_ending(purpose)


def derive_ending(purpose: str) -> str:
    """Returns the last five characters of each id derived from a *purpose*."""
    return _to_base32(
        int.from_bytes(hashlib.sha256(purpose.encode()).digest()) & (1 << 25) - 1, ENDING_LENGTH
    )


def is_match_id(text: str) -> bool:
    """Returns whether *text* has the form of a match id."""
    return _MATCH_ID.fullmatch(text) is not None


def is_match_id_at(text: str, ms: int) -> bool:
    """Returns whether *text* has the form of the id of a match from *ms* since 1970."""
    return is_match_id(text) and text.startswith(_to_base32(ms // 1000, 7))


def _to_base32(number: int, width: int) -> str:
    return "".join(_DIGITS[number >> 5 * digit & 31] for digit in reversed(range(width)))
