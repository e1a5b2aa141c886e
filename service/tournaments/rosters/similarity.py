"""Similarity of names that differ in case, spaces, accents or apostrophes alone."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "\u0131": "i"})
"""Letters that Unicode does not decompose."""


def similar_names(names: Iterable[str], registered: Iterable[str]) -> Iterator[tuple[int, str, str]]:
    """Yields the index of each of *names* that is like an earlier or a *registered* one, and both."""
    first_of: dict[str, str] = {}
    for name in registered:
        first_of.setdefault(_key(name), name)
    for index, name in enumerate(names):
        other = first_of.setdefault(_key(name), name)
        if other != name:
            yield index, name, other


def _key(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN))
    return "".join(filter(str.isalnum, plain)) or name
