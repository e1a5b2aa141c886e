"""Wishes with which visitors come to the sign-in, such as to follow a tournament."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from domain.errors import RecountError

Wish: TypeAlias = Callable[[str, str], str]
"""Carries out a wish for the id in its address and that of an account, and returns the page to go on to."""

_wishes: dict[re.Pattern[str], Wish] = {}


def register_wish(pattern: str, wish: Wish) -> None:
    """Registers a *wish* by the *pattern* of its address, with the id as its group."""
    _wishes[re.compile(pattern, re.ASCII)] = wish


def is_wish(path: str) -> bool:
    """Returns whether *path* is the address of a wish."""
    return any(pattern.fullmatch(path) for pattern in _wishes)


def fulfil_wish(path: str, account: str) -> str:
    """Carries out the wish at *path*, if it is one, and returns the page to go on to.

    It returns an empty text for a wish that fails. The sign-in goes on without it.
    """
    for pattern, wish in _wishes.items():
        if found := pattern.fullmatch(path):
            try:
                return wish(found[1], account)
            except RecountError:
                return ""
    return path
