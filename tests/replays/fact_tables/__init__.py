"""Tables of the changes that each fact makes to the published board, written from the contract alone.

They fold JSON and import nothing of a game: a reader of the stream needs no more than these tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Json, Json], None]
"""Changes a board in place, by the fields of a fact."""


def apply_fact(table: Mapping[str, Change], board: Json, fact: Json) -> None:
    """Applies one fact to *board*; a fact outside the table of its game changes nothing."""
    change = table.get(fact["type"])
    if change is not None:
        change(board, fact)


def unchanged(board: Json, fact: Json) -> None:
    """Changes nothing."""


def retire(board: Json, fact: Json) -> None:
    """Adds a seat to those that left."""
    board["retired"].append(fact["seat"])


def hand_over(board: Json, fact: Json) -> None:
    """Takes a seat from those that left."""
    board["retired"].remove(fact["seat"])
