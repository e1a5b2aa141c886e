"""Decoding: what msgspec has to know of a type is there before threads ask for it.

It is noted on the type while it is found out, so a process ends (a segmentation fault, msgspec 0.22) when two
threads decode into one type for the first time at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import msgspec


@cache
def prepare() -> None:
    """Lets threads decode into every type that is defined by now; does nothing the second time."""
    for kind in _kinds(msgspec.Struct):
        with suppress(TypeError, NameError):  # what is only written, or not whole here
            msgspec.json.Decoder(kind)


def _kinds(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)
