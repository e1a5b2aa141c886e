"""Dispatch table of the functions that apply facts to a board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

from .model import Event
from .script import B

E = TypeVar("E", bound=Event)

Change: TypeAlias = Callable[[B, E], B]


class Changes(Generic[B]):
    """The functions that apply facts to the board of one game, by the type of the fact."""

    def __init__(self) -> None:
        self._changes: dict[type[Event], Change[B, Any]] = {}

    def register(self, kind: type[E]) -> Callable[[Change[B, E]], Change[B, E]]:
        """Returns a decorator that registers the change of a *kind* of fact."""

        def add(change: Change[B, E]) -> Change[B, E]:
            self._changes[kind] = change
            return change

        return add

    def register_unchanged(self, *kinds: type[Event]) -> None:
        """Registers *kinds* of facts that leave the board as it is."""
        self._changes.update(dict.fromkeys(kinds, lambda board, event: board))

    def evolve(self, board: B, event: Event) -> B:
        """Returns the board after *event*."""
        return self._changes[type(event)](board, event)
