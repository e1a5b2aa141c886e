"""The interface of projections: pure functions from facts to views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, Protocol, TypeAlias, TypeVar

from domain.model import Event, Fact
from domain.people import JournalEntry, NameErased
from domain.tournament.facts import TournamentFact

V = TypeVar("V")
"""A view in memory for one match; immutable."""

ReadView = Callable[[str], bytes | None]
"""Returns a stored view by its key."""


Kind: TypeAlias = Literal["matches", "tournaments"]


Topics: TypeAlias = frozenset[type[Event]]
"""The events that a projection handles."""


def record_kind(fact: Fact) -> Kind | None:
    """Returns the kind of record that *fact* belongs to; `None` without any view."""
    if isinstance(fact.event, NameErased | JournalEntry):
        return None
    return "tournaments" if isinstance(fact.event, TournamentFact) else "matches"


class Projection(Protocol[V]):
    """A read model with one view for each match or tournament.

    Its methods are pure: the same facts give the same bytes.
    """

    @property
    def name(self) -> str:
        """The permanent name of its views."""

    @property
    def version(self) -> int:
        """Rises with every change of the output; the views are then rebuilt."""

    @property
    def of(self) -> Kind:
        """The kind of records; facts of others are not passed."""

    @property
    def topics(self) -> Topics | None:
        """The handled events; `None` for all."""

    def start_view(self, match: str, opened: Fact) -> V:
        """Returns the view of *match* after its first fact."""

    def apply_fact(self, view: V, fact: Fact) -> V:
        """Returns the view after *fact*; the same object if nothing changes."""

    def render_entries(self, match: str, view: V) -> Mapping[str, bytes]:
        """Returns the stored views by key; a key belongs to one match."""

    def restore_view(self, match: str, read_view: ReadView) -> V | None:
        """Returns the view of *match* from stored views, or `None` to fold its facts again."""
