"""Turns of players in matches, each the same until somebody else has answered."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain import table
from domain.model import CHANCE, Answered, Seat
from domain.rules import Rules
from domain.table import PositionCorrected, Rewound
from domain.table.reveals import DAY_REVEAL_MS

from ..matches.repository import MatchRepository

LOOKBACK_FACTS = 64
"""Facts in one read during the search for the beginning of a turn."""


class Turn(NamedTuple):
    """Turn of a player, at a seat, since a fact; that of a live match has a clock below a day."""

    player: str
    seat: Seat
    since: int
    is_live: bool


def find_turn(matches: MatchRepository, match: str) -> Turn | None:
    """Returns the turn of a person in *match*, or `None` where nobody else plays.

    Raises `UnknownMatch`.
    """
    rules, match_state = matches.load_match(match)
    question = table.open_question(rules, match_state)
    if (
        question is None
        or question.seat in (CHANCE, *match_state.bots)
        or match_state.is_on_table
        or match_state.is_study
    ):
        return None
    players = match_state.player_ids
    player = players[question.seat]
    if player is None or set(players) == {player}:
        return None
    clock = match_state.settings.clock
    is_live = clock is not None and clock.seconds * 1000 < DAY_REVEAL_MS
    return Turn(player, question.seat, _find_beginning(matches, match, match_state, player), is_live)


def _find_beginning(matches: MatchRepository, match: str, match_state: table.Match[Any], player: str) -> int:
    """Returns the last fact by which another player, or a change of the position, made it the turn.

    It is 0 for the first turn.
    """
    own_seats = {seat for seat, id in enumerate(match_state.player_ids) if id == player}
    until = match_state.seq
    while until > 0:
        for fact in reversed(matches.load_facts(match, max(0, until - LOOKBACK_FACTS), until)):
            event = fact.event
            if isinstance(event, Rewound | PositionCorrected):
                return fact.seq
            if isinstance(event, Answered) and event.seat not in (CHANCE, *own_seats):
                return fact.seq
        until -= LOOKBACK_FACTS
    return 0


def find_rivals(rules: Rules[Any, Any], match_state: table.Match[Any], player: str) -> tuple[str, ...]:
    """Returns the players on the other sides of a match, by seat."""
    players = match_state.player_ids
    own_seats = {seat for seat, id in enumerate(players) if id == player}
    sides = rules.list_sides(match_state.position.board)
    own_side = {seat for side in sides if own_seats & {*side} for seat in side}
    rivals = (id for seat, id in enumerate(players) if seat not in own_side and id is not None)
    return tuple(dict.fromkeys(rivals))
