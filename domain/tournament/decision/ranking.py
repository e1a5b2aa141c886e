"""Final ranking of a tournament, from its last stage back to the first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from ...messages import Message
from ..facts import Player
from ..ranking.standings import compute_standings
from ..state import Tournament
from .misplacements import find_misplacements
from .places import named_winner
from .winners import is_vacant, stage_winners


class FinalPlace(NamedTuple):
    """Place of a player in the whole tournament, and the last stage of the player."""

    rank: int
    player: Player
    stage: int


def final_ranking(t: Tournament) -> tuple[FinalPlace, ...]:
    """Returns the places of all players after the end, none before it.

    Players share a place where the standings of their last stage share it. A stage counts once it has a
    result or a winner.
    """
    return tuple(_rank_stages(t)) if t.end is not None else ()


def _rank_stages(t: Tournament) -> Iterator[FinalPlace]:
    placed_players: set[Player] = set()
    next_rank = 1
    for stage in range(t.current_stage, 0, -1):
        if not _has_results(t, stage) and not stage_winners(t, stage):
            continue
        rows = [row for row in compute_standings(t, stage) if row.player not in placed_players]
        if rows and not placed_players:
            next_rank = rows[0].rank
        for _, level in groupby(rows, lambda row: row.rank):
            players = [row.player for row in level]
            yield from (FinalPlace(next_rank, player, stage) for player in players)
            placed_players.update(players)
            next_rank += len(players)


def _has_results(t: Tournament, stage: int) -> bool:
    tables = (table for round_ in t.rounds_of(stage) for table in round_.tables.values())
    return any(table.result is not None for table in tables)


def vacancy_reason(t: Tournament) -> Message | None:
    """Returns the reason why an ended tournament has no winner, `None` if it has one."""
    if t.end is None or stage_winners(t):
        return None
    last = len(t.settings.stages)
    naming = t.winner_decisions.get(last)
    if naming is not None and not naming.player:
        return Message("The organizers decided so: {why}", why=naming.why)
    if t.current_stage < last or not _has_results(t, last):
        return Message("The last stage was not played.")
    if waiting := find_misplacements(t, last):
        return Message(
            "The organizers have not decided the first place. {reason}", reason=waiting[0].sentence
        )
    if is_vacant(t, last):
        return Message("No player has won the last stage.")
    return Message("The tournament ended before its last stage was decided.")


def naming_reason(t: Tournament) -> str:
    """Returns the organizers' reason for the winner, empty where the results decide."""
    last = len(t.settings.stages)
    appointed = named_winner(t, last, len(t.rounds_of(last))) if t.end is not None else None
    return t.winner_decisions[last].why if appointed else ""
