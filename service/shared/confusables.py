"""Names of players and their likeness, after Unicode's UTS 39.

This is the module of confusable names.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from unicodedata import normalize

import msgspec

_ONE_STROKE = str.maketrans("i|1", "lll")
"""After the fold of capitals, “I” is like both “l” and “i”, so these are all alike."""


class _ConfusablesFile(msgspec.Struct, frozen=True):
    """The data of Unicode, with its `source`, and the `like` of each character."""

    source: str
    like: dict[str, str]


def skeleton_of(name: str) -> str:
    """Returns the skeleton of *name*. Names that look alike have the same one, in any capitals.

    It serves comparison, never display.
    """
    return _map_confusables(_map_confusables(name)).translate(_ONE_STROKE)


def _map_confusables(name: str) -> str:
    like, folded = _load_confusables(), normalize("NFD", name.casefold())
    return normalize("NFD", "".join(like.get(letter, letter) for letter in folded)).casefold()


@cache
def _load_confusables() -> dict[str, str]:
    content = resources.files(__package__).joinpath("confusables.json").read_bytes()
    return msgspec.json.decode(content, type=_ConfusablesFile).like
