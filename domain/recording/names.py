"""The names in facts and boards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ..model import SPECTATOR, Answered, Asked, DefaultAnswer, Event, Picks, Seat, Viewer
from ..rules import Rules

WORD = re.compile(r"[A-Za-z][\w'-]*")


def list_words(event: Event) -> Iterator[str]:
    """Yields the names in the values of *event*, in their order; a hidden name is empty."""
    if isinstance(event, Answered):
        for pick in event.picks:
            yield from WORD.findall(pick)
        return
    for value in msgspec.structs.astuple(event):
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, str))


def list_pick_words(picks: Picks) -> list[str]:
    """Returns the words of *picks*, the names of cards among them."""
    return [word for pick in picks for word in WORD.findall(pick)]


def rename(value: Any, names: Mapping[str, str]) -> Any:
    """Returns *value*, of a board or a fact, with other names; equal parts stay the same objects."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        items = tuple(rename(item, names) for item in value)
        if all(new is old for new, old in zip(items, value, strict=True)):
            return value
        return items
    if isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        changed = {name: new for name, old in fields.items() if (new := rename(old, names)) is not old}
        return replace(value, **changed) if changed else value
    return value


def list_hand(rules: Rules[Any, Any], board: Any, seat: Seat) -> list[str]:
    """Returns the names on *board* that *seat* sees and a spectator does not."""
    public = set(list_names(rules.redact_board(board, SPECTATOR)))
    own = Viewer("seat", frozenset((seat,)))
    return [name for name in list_names(rules.redact_board(board, own)) if name not in public]


def find_default(rules: Rules[Any, Any], board: Any, question: Asked) -> DefaultAnswer | None:
    """Returns the answer of the rules to *question* for a retired seat.

    Returns `None` for a seat that plays, and for a card of the hand, which the table itself chooses.
    """
    if question.seat not in rules.retired_seats(board):
        return None
    default = rules.answer_for_retired(question)
    hand = list_hand(rules, board, question.seat)
    return default if {*hand}.isdisjoint(list_pick_words(default.picks)) else None


def list_names(value: Any) -> Iterator[str]:
    """Yields every text in *value*, a board or a part of it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | dict):
        for item in value:
            yield from list_names(item)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from list_names(getattr(value, name))
