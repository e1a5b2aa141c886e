"""The boards: what each viewer of a match sees now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from domain import table
from domain.core import Rules
from domain.times import told_at
from domain.words import CHANCE, Fact

from .played import entries
from .projection import Kind, Shown

RulesOf = Callable[[table.MatchOpened], Rules[Any, Any]]
"""The rules that a match is played by, told from what its first fact pins."""


class LoadedMatch(NamedTuple):
    """A match, and the rules it is played by."""

    rules: Rules[Any, Any]
    match: table.Match[Any]


class MatchView(NamedTuple):
    """A match with its last fact, when that or one before it was told, and how the match ended, if it has."""

    loaded: LoadedMatch
    last: Fact
    at: int
    result: table.MatchResult | None = None


class MatchViews:
    """Shows a `table.Scene` as JSON under `<match>/<viewer>`, for everyone who may look but the judge.

    Under `<match>/result` lies its `table.MatchResult` once it has ended, `null` when it goes on again, and
    under `<player>/<match>` the same for each player.

    The judge sees hidden orders, and those do not lie about in a read model.
    """

    name = "boards"
    version = 4
    of: Kind = "matches"

    def __init__(self, rules_of: RulesOf) -> None:
        self._rules_of = rules_of

    def start(self, match: str, opened: Fact) -> MatchView:
        """Returns a match just opened."""
        event = opened.event
        assert isinstance(event, table.MatchOpened)
        rules = self._rules_of(event)
        return MatchView(LoadedMatch(rules, table.start(rules, opened)), opened, event.at)

    def step(self, view: MatchView, fact: Fact) -> MatchView:
        """Returns the match after *fact*."""
        (rules, before), event = view.loaded, fact.event
        match, at = table.evolve(rules, before, fact), told_at(event) or view.at
        result = view.result if match.ended else None
        if isinstance(event, table.MatchEnded):
            result = table.result(rules, match, event, view.last.event, fact.rule, at)
        return MatchView(LoadedMatch(rules, match), fact, at, result)

    def show(self, match: str, view: MatchView) -> Mapping[str, bytes]:
        """Returns the scene of each viewer as JSON."""
        rules, played = view.loaded
        scenes = {
            f"{match}/{viewer.name}": msgspec.json.encode(table.scene(rules, played, viewer))
            for viewer in table.viewers(rules, played)
            if CHANCE not in viewer.shares
        }
        if view.result is None and not played.left:
            return scenes
        ended = {f"{match}/result": msgspec.json.encode(view.result)}
        return scenes | ended | dict(entries(match, played, view.result))

    def recall(self, match: str, shown: Shown) -> MatchView | None:
        """Returns `None`: no scene tells all that the match holds."""
        return None
