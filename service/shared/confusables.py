"""Likeness: what two names have in common that people take for the same, after Unicode's UTS 39."""

from __future__ import annotations

from functools import cache
from importlib import resources
from unicodedata import normalize

import msgspec

_ONE_STROKE = str.maketrans("i|1", "lll")
"""As capitals and small letters are the same here, “I” is like both “l” and “i”: so these are all alike."""


class _ConfusablesFile(msgspec.Struct, frozen=True):
    """The data of Unicode: where it is from, and to what each character is `like`."""

    source: str
    like: dict[str, str]


def skeleton_of(name: str) -> str:
    """Returns what is the same for all names that look like *name*: its skeleton, whatever its capitals.

    It is for comparing names, not for showing them.
    """
    return _map_confusables(_map_confusables(name)).translate(_ONE_STROKE)


def _map_confusables(name: str) -> str:
    like, folded = _load_confusables(), normalize("NFD", name.casefold())
    return normalize("NFD", "".join(like.get(letter, letter) for letter in folded)).casefold()


@cache
def _load_confusables() -> dict[str, str]:
    content = resources.files(__package__).joinpath("confusables.json").read_bytes()
    return msgspec.json.decode(content, type=_ConfusablesFile).like
