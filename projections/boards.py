"""The boards: what each viewer of a match sees now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from domain import table
from domain.decider import Rules
from domain.model import CHANCE, Fact, Seat
from domain.published import encode
from domain.timestamps import recorded_at

from .played import entries
from .projection import Kind, Shown, Topics

RulesOf = Callable[[table.MatchOpened], Rules[Any, Any]]
"""The rules that a match is played by, told from what its first fact pins."""


class LoadedMatch(NamedTuple):
    """A match, and the rules it is played by."""

    rules: Rules[Any, Any]
    match: table.Match[Any]


class MatchView(NamedTuple):
    """A match with its last fact, when that or one before it was told, and how the match ended, if it has.

    It `began` when the last seat was taken; it has its result, or none, `since` a fact.
    """

    loaded: LoadedMatch
    last: Fact
    at: int
    began: int = 0
    result: table.MatchResult | None = None
    since: int = 0


class MatchSummary(Struct, frozen=True):
    """What lists tell of a match after fact `seq`: its turn or round, when it `began`, how it ended.

    `sides` are the seats that win or lose together. It began when the last seat was taken, in milliseconds
    since 1970; 0 before that. The result, or that there is none, is as it has been since fact `since`.
    """

    seq: int
    sides: tuple[tuple[Seat, ...], ...]
    turn: int
    began: int
    result: table.MatchResult | None
    since: int


def summary(view: MatchView) -> MatchSummary:
    """Returns what lists tell of a match."""
    rules, played = view.loaded
    board = played.position.board
    sides, turn = rules.list_sides(board), rules.turn_number(board)
    return MatchSummary(view.last.seq, sides, turn, view.began, view.result, view.since)


def final_result(loaded: LoadedMatch, facts: Sequence[Fact]) -> table.MatchResult | None:
    """Returns how *facts*, its last, ended a match; `None` where they tell neither the end nor a time."""
    *before, last = facts
    at = next((at for fact in reversed(facts) if (at := recorded_at(fact.event))), 0)
    if not before or not at or not isinstance(last.event, table.MatchEnded):
        return None
    return table.match_result(loaded.rules, loaded.match, last.event, before[-1].event, last.rule, at)


class MatchViews:
    """Shows a `table.Scene` as JSON under `<match>/<viewer>`, for everyone who may look but the judge.

    Under `<match>/summary` lies its `MatchSummary`, and once it has ended under `<player>/<match>` the result
    for each player.

    The judge sees hidden orders, and those do not lie about in a read model.
    """

    name = "boards"
    version = 10
    of: Kind = "matches"
    topics: Topics | None = None

    def __init__(self, rules_of: RulesOf) -> None:
        self._rules_of = rules_of

    def start(self, match: str, opened: Fact) -> MatchView:
        """Returns a match just opened."""
        event = opened.event
        assert isinstance(event, table.MatchOpened)
        rules = self._rules_of(event)
        return MatchView(LoadedMatch(rules, table.start_match(rules, opened)), opened, event.at)

    def step(self, view: MatchView, fact: Fact) -> MatchView:
        """Returns the match after *fact*."""
        (rules, before), event = view.loaded, fact.event
        match, at = table.evolve(rules, before, fact), recorded_at(event) or view.at
        began = at if isinstance(event, table.SeatClaimed) and match.is_full else view.began
        result, since = view.result, view.since
        if isinstance(event, table.MatchEnded):
            result, since = table.match_result(rules, match, event, view.last.event, fact.rule, at), fact.seq
        elif result is not None and match.ended is None:
            result, since = None, fact.seq
        return MatchView(LoadedMatch(rules, match), fact, at, began, result, since)

    def show(self, match: str, view: MatchView) -> Mapping[str, bytes]:
        """Returns the scene of each viewer as JSON."""
        rules, played = view.loaded
        scenes = {
            f"{match}/{viewer.name}": encode(table.make_scene(rules, played, viewer))
            for viewer in table.all_viewers(rules, played)
            if CHANCE not in viewer.shares
        }
        scenes[f"{match}/summary"] = msgspec.json.encode(summary(view))
        if view.result is None and not played.abandoned:
            return scenes
        return scenes | dict(entries(match, played, view.result))

    def recall(self, match: str, shown: Shown) -> MatchView | None:
        """Returns `None`: no scene tells all that the match holds."""
        return None
