"""Parses names and ratings of cells, and finds similar names.

Similar names differ only in case, spaces, accents or apostrophes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

MAX_RATING_DIGITS = 6

_UNRATED = frozenset({"", "-", "–", "—", "?", "unr", "unrated", "nr", "nc", "n/a", "na", "none"})
_UNRATED |= {"non classé", "non classée", "non classe", "sans", "nessuno", "senza"}
_GROUPED = re.compile(r"-?[0-9]{1,3}(?:[ ’'\u00a0\u202f.,][0-9]{3})+(?:[.,]0+)?")
_PLAIN = re.compile(r"-?[0-9]+(?:[.,]0{1,2})?")
_NUMBERED = re.compile(r"(?:#?[0-9]{1,4}[.):]|[•*–—-](?=\s))\s*(?=[^\W\d_])")
_COUNTED = re.compile(r"#?(?P<number>[0-9]{1,4})\s+(?=[^\W\d_])")
_TRAILING_NUMBER = re.compile(r"\S[ (\[][0-9]{3,4}[)\]]?$")
_SUFFIXES = frozenset({"jr", "jr.", "sr", "sr.", "ii", "iii", "iv", "phd", "md"})


def rating_of(cell: str) -> int | None:
    """Returns the rating in a *cell*, `None` for an unrated player; raises `ValueError`.

    0 means an unrated player, as in other programs.
    """
    if cell.casefold() in _UNRATED:
        return None
    if cell.isascii() and _PLAIN.fullmatch(cell):
        digits = re.split("[.,]", cell)[0]
    elif _GROUPED.fullmatch(cell):
        digits = re.sub(r"(?<=[0-9]{3})[.,]0{1,2}$", "", cell)
        digits = re.sub(r"[^0-9-]", "", digits)
    else:
        raise ValueError(cell)
    if digits.startswith("-") or len(digits) > MAX_RATING_DIGITS:
        raise ValueError(cell)
    return int(digits) or None


def without_number(name: str) -> str:
    """Returns a *name* without a number or a bullet before it, as in `1. Ana`."""
    return name[match_.end() :] if (match_ := _NUMBERED.match(name)) else name


def without_counts(names: Sequence[str]) -> list[str]:
    """Returns *names* without the numbers before them, if these count all lines, as in `1 Ana`."""
    matches = [_COUNTED.match(name) for name in names]
    numbers = [int(match_["number"]) for match_ in matches if match_]
    if len(numbers) < 2 or numbers != [*range(numbers[0], numbers[0] + len(names))]:
        return [*names]
    return [name[match_.end() :] if match_ else name for name, match_ in zip(names, matches, strict=True)]


def first_name_first(name: str) -> str:
    """Returns a *name* such as `Curie, Marie` as `Marie Curie`; others stay unchanged."""
    parts = [part.strip() for part in name.split(",")]
    if len(parts) != 2 or not all(map(_is_word, parts)):
        return name
    last, first = parts
    return f"{last} {first}" if first.casefold() in _SUFFIXES else f"{first} {last}"


def ends_with_number(name: str) -> bool:
    """Returns whether a *name* ends with a likely rating, as in `Ada 1650`."""
    return _TRAILING_NUMBER.search(name) is not None


def has_control_character(text: str) -> bool:
    """Returns whether a *text* has control characters."""
    return any(unicodedata.category(letter) == "Cc" for letter in text)


def _is_word(text: str) -> bool:
    return any(letter.isalpha() for letter in text) and not any(letter.isdigit() for letter in text)


_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "\u0131": "i"})
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
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    return "".join(filter(str.isalnum, plain)) or name
