"""Finds names that differ only in case, spaces, accents or apostrophes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "\u0131": "i"})
"""Letters that Unicode does not decompose."""


def similar_names(names: Iterable[str], registered: Iterable[str]) -> Iterator[tuple[int, str, str]]:
    """Yields each of *names* like an earlier or *registered* one, with its index and that one."""
    first_of: dict[str, str] = {}
    for name in registered:
        first_of.setdefault(_comparison_key(name), name)
    for index, name in enumerate(names):
        other = first_of.setdefault(_comparison_key(name), name)
        if other != name:
            yield index, name, other


def _comparison_key(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN))
    return "".join(filter(str.isalnum, plain)) or name
