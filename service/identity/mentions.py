"""Search for a name in free text that other people wrote, for the operator after an erasure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from ..eventstore.store import Store, translate_errors

BATCH_SIZE = 1000
"""Facts in one read."""


class Mention(NamedTuple):
    """A text with the name, and its place, such as `7K3MQ9ZT2BXF, fact 12, text`."""

    place: str
    text: str


def find_mentions(store: Store, names: Iterable[str]) -> Iterator[Mention]:
    """Yields the texts in commentaries and facts with one of *names* as whole words, in any case.

    It reads the whole log. Raises `Unavailable`.
    """
    alternatives = "|".join(re.escape(name) for name in names)
    if not alternatives:
        return
    pattern = re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE)
    with translate_errors("the commentaries"):
        rows = store.commentaries.list_texts()
    yield from (Mention(place, text) for place, text in rows if pattern.search(text))
    position = 0
    while recorded := store.read(position, BATCH_SIZE):
        position = recorded[-1].position
        for _, record, fact in recorded:
            if fact is None:  # an unreadable fact
                continue
            for field, text in _list_texts("", msgspec.to_builtins(fact.event)):
                if pattern.search(text):
                    yield Mention(f"{record}, fact {fact.seq}, {field}", text)


def _list_texts(field: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yields the texts in the *value* of a field, however deep, with the names of their fields."""
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _list_texts(str(name), inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _list_texts(field, inner)
