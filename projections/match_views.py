"""The current scene of a match for each viewer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from domain import table
from domain.model import CHANCE, Fact, Seat
from domain.published import encode
from domain.rules import Rules
from domain.timestamps import recorded_at

from .player_matches import player_entries
from .projection import Kind, ReadView, Topics

RulesOf = Callable[[table.MatchOpened], Rules[Any, Any]]
"""Returns the rules of a match from its first fact."""


class LoadedMatch(NamedTuple):
    """A match with its rules."""

    rules: Rules[Any, Any]
    match: table.Match[Any]


class MatchView(NamedTuple):
    """A match with its last fact, times and result.

    `began` is the time at which the game started. The result, or its absence, is unchanged since fact
    `result_seq`.
    """

    loaded: LoadedMatch
    last: Fact
    at: int
    began: int = 0
    result: table.MatchResult | None = None
    result_seq: int = 0


class MatchSummary(Struct, frozen=True):
    """A match in lists after fact `seq`, with its turn, start and result.

    `sides` are the seats that win or lose together. `began` is the time at which the game started, in
    milliseconds since 1970, 0 before it. The result, or its absence, is unchanged since fact `since`.
    """

    seq: int
    sides: tuple[tuple[Seat, ...], ...]
    turn: int
    began: int
    result: table.MatchResult | None
    since: int


def summarize_match(view: MatchView) -> MatchSummary:
    """Returns the summary of a match."""
    rules, match = view.loaded
    board = match.position.board
    sides, turn = rules.list_sides(board), rules.turn_number(board)
    return MatchSummary(view.last.seq, sides, turn, view.began, view.result, view.result_seq)


def final_result(loaded: LoadedMatch, facts: Sequence[Fact]) -> table.MatchResult | None:
    """Returns the result that *facts* end with; `None` without an end or a time, and for one called off."""
    *before, last = facts
    at = next((at for fact in reversed(facts) if (at := recorded_at(fact.event))), 0)
    if not before or not at or not isinstance(last.event, table.MatchEnded):
        return None
    if isinstance(before[-1].event, table.SeatLeft):
        return None
    return table.match_result(loaded.rules, loaded.match, last.event, before[-1].event, last.rule, at)


class MatchViews:
    """Stores each viewer's `table.Scene` as JSON under `<match>/<viewer>`, except the judge's.

    The `MatchSummary` is under `<match>/summary`, and after the end each player's result under
    `<player>/<match>`. The judge's scene has hidden orders and is not stored.
    """

    name = "boards"
    version = 12
    of: Kind = "matches"
    topics: Topics | None = None

    def __init__(self, rules_of: RulesOf) -> None:
        self._rules_of = rules_of

    def start_view(self, match: str, opened: Fact) -> MatchView:
        """Returns a new match."""
        event = opened.event
        assert isinstance(event, table.MatchOpened)
        rules = self._rules_of(event)
        return MatchView(LoadedMatch(rules, table.start_match(rules, opened)), opened, event.at)

    def apply_fact(self, view: MatchView, fact: Fact) -> MatchView:
        """Returns the match after *fact*."""
        (rules, before), event = view.loaded, fact.event
        match, at = table.evolve(rules, before, fact), recorded_at(event) or view.at
        began = at if match.is_started and not before.is_started else view.began
        result, result_seq = view.result, view.result_seq
        if isinstance(event, table.MatchEnded) and not isinstance(view.last.event, table.SeatLeft):
            result, result_seq = (
                table.match_result(rules, match, event, view.last.event, fact.rule, at),
                fact.seq,
            )
        elif result is not None and match.ended is None:
            result, result_seq = None, fact.seq
        return MatchView(LoadedMatch(rules, match), fact, at, began, result, result_seq)

    def render_entries(self, match: str, view: MatchView) -> Mapping[str, bytes]:
        """Returns the scene of each viewer as JSON."""
        rules, state = view.loaded
        scenes = {
            f"{match}/{viewer.name}": encode(table.make_scene(rules, state, viewer))
            for viewer in table.all_viewers(rules, state)
            if CHANCE not in viewer.shares
        }
        scenes[f"{match}/summary"] = msgspec.json.encode(summarize_match(view))
        if view.result is None and not state.abandoned:
            return scenes
        return scenes | dict(player_entries(match, state, view.result))

    def restore_view(self, match: str, read_view: ReadView) -> MatchView | None:
        """Returns `None`, since scenes do not hold the whole match."""
        return None
