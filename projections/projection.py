"""What a projection is: a pure pair of start and step, and what it shows of the view they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, Protocol, TypeAlias, TypeVar

from domain.model import Event, Fact
from domain.people import NameErased
from domain.tournament.facts import TournamentFact

V = TypeVar("V")
"""A view in memory: what a projection keeps of one match. It is never changed, only replaced."""

Shown = Callable[[str], bytes | None]
"""What a projection has shown so far, by key."""


Kind: TypeAlias = Literal["matches", "tournaments"]


Topics: TypeAlias = frozenset[type[Event]]
"""The events of the facts that a projection sees."""


def kind_of(fact: Fact) -> Kind | None:
    """Returns which records a *fact* belongs to; `None` for those that no view is made of."""
    if isinstance(fact.event, NameErased):
        return None
    return "tournaments" if isinstance(fact.event, TournamentFact) else "matches"


class Projection(Protocol[V]):
    """A read model with one view a match, or a tournament. Its methods are pure: same facts, same bytes."""

    @property
    def name(self) -> str:
        """What its views are filed under; permanent."""

    @property
    def version(self) -> int:
        """Counts up whenever it shows something else for the same facts: then it is rebuilt."""

    @property
    def of(self) -> Kind:
        """Which records it makes views of: it sees no facts of others."""

    @property
    def topics(self) -> Topics | None:
        """The events that `start` or `step` does something on: it sees no others; `None` for all."""

    def start(self, match: str, opened: Fact) -> V:
        """Returns the view of *match* after its first fact."""

    def step(self, view: V, fact: Fact) -> V:
        """Returns the view after *fact*; the very same view when the fact means nothing to it."""

    def show(self, match: str, view: V) -> Mapping[str, bytes]:
        """Returns what readers get, by key. A key belongs to one match for ever."""

    def recall(self, match: str, shown: Shown) -> V | None:
        """Returns the view of *match* as read back from what was shown, or `None`: fold its facts again."""
