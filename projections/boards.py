"""The boards: what each viewer of a match sees now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from domain import table
from domain.core import Rules
from domain.words import CHANCE, Fact

from .projection import Kind, Shown

RulesOf = Callable[[table.MatchOpened], Rules[Any, Any]]
"""The rules that a match is played by, told from what its first fact pins."""


class LoadedMatch(NamedTuple):
    """A match, and the rules it is played by."""

    rules: Rules[Any, Any]
    match: table.Match[Any]


class MatchViews:
    """Shows a `table.Scene` as JSON under `<match>/<viewer>`, for everyone who may look but the judge.

    The judge sees hidden orders, and those do not lie about in a read model.
    """

    name = "boards"
    version = 3
    of: Kind = "matches"

    def __init__(self, rules_of: RulesOf) -> None:
        self._rules_of = rules_of

    def start(self, match: str, opened: Fact) -> LoadedMatch:
        """Returns a match just opened."""
        event = opened.event
        assert isinstance(event, table.MatchOpened)
        rules = self._rules_of(event)
        return LoadedMatch(rules, table.start(rules, opened))

    def step(self, view: LoadedMatch, fact: Fact) -> LoadedMatch:
        """Returns the match after *fact*."""
        return LoadedMatch(view.rules, table.evolve(view.rules, view.match, fact))

    def show(self, match: str, view: LoadedMatch) -> Mapping[str, bytes]:
        """Returns the scene of each viewer as JSON."""
        rules, played = view
        return {
            f"{match}/{viewer.name}": msgspec.json.encode(table.scene(rules, played, viewer))
            for viewer in table.viewers(rules, played)
            if CHANCE not in viewer.shares
        }

    def recall(self, match: str, shown: Shown) -> LoadedMatch | None:
        """Returns `None`: no scene tells all that the match holds."""
        return None
