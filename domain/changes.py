"""What each fact does to the board of a game: a function for each, found by the type of the fact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

from .model import Event
from .script import B

E = TypeVar("E", bound=Event)

Change: TypeAlias = Callable[[B, E], B]


class Changes(Generic[B]):
    """The changes of one game. They are looked up: trying one fact after the other takes twice as long."""

    def __init__(self) -> None:
        self.known: dict[type[Event], Change[B, Any]] = {}

    def after(self, kind: type[E]) -> Callable[[Change[B, E]], Change[B, E]]:
        """Makes a function what a *kind* of fact does."""

        def known(change: Change[B, E]) -> Change[B, E]:
            self.known[kind] = change
            return change

        return known

    def none_after(self, *kinds: type[Event]) -> None:
        """Tells of *kinds* of facts that they leave the board as it is."""
        self.known.update(dict.fromkeys(kinds, lambda board, event: board))

    def evolve(self, board: B, event: Event) -> B:
        """Returns the board after *event*."""
        return self.known[type(event)](board, event)
