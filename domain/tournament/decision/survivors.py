"""Remaining players of a knock-out stage.

Losses, a missed round or a departure put a player out. The winner of the last game stays in after going home.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from ..facts import Player
from ..pairing import elimination_pods, knock_out
from ..pairing.round_input import RoundInput
from ..plan import KNOCK_OUT_FORMATS, LIVES
from ..registrations.entries import Entry
from ..state import Tournament
from .losses import count_losses, table_losses
from .misplacements import find_misplacements, is_disputed, seated_rounds, unseated_successors


class Elimination(NamedTuple):
    """Remaining players of an elimination, losses by player, and rounds of going out.

    `consoled` are players who won a later game for third place.
    """

    remaining: tuple[Player, ...]
    losses: Mapping[Player, int]
    out: Mapping[Player, int]
    consoled: frozenset[Player]


def remaining_players(t: Tournament, stage: int, after: int | None = None) -> tuple[Player, ...]:
    """Returns the remaining players of a *stage*, after a round or after all rounds."""
    rounds = len(t.rounds_of(stage))
    after = rounds if after is None else min(after, rounds)
    if t.plan_of(stage).format in LIVES:
        return elimination_after(t, stage, after).remaining
    return _in_pods(t, stage, after)


def sole_survivor(t: Tournament, stage: int, after: int | None = None) -> Player | None:
    """Returns the only remaining player of a *stage*, `None` while seats are misplaced."""
    remaining = remaining_players(t, stage, after)
    return remaining[0] if len(remaining) == 1 and not find_misplacements(t, stage) else None


def is_decided(t: Tournament, stage: int) -> bool:
    """Returns whether at most one player remains in a *stage*, or its last pod is over.

    A stage with misplaced seats is open until organizers decide its first place.
    """
    rounds = t.rounds_of(stage)
    if t.plan_of(stage).format not in KNOCK_OUT_FORMATS or not rounds or is_disputed(t, stage):
        return False
    if t.plan_of(stage).format == "pods" and elimination_pods.is_final(rounds[-1]):
        return not rounds[-1].missing_results
    return len(remaining_players(t, stage)) < 2


def elimination_after(t: Tournament, stage: int, after: int) -> Elimination:
    """Returns an elimination after a round, by the results that later rounds go by."""
    rounds, lives = seated_rounds(t, stage), LIVES[t.plan_of(stage).format]
    losses: defaultdict[Player, int] = defaultdict(int)
    out: dict[Player, int] = {}
    consoled: set[Player] = set()
    decided_by = rounds[-1].paired_seq if rounds else 0
    for round_ in rounds[:after]:
        for table in round_.tables.values():
            for player, count in table_losses(table, lives).items():
                losses[player] += count
                if player in out and not count:
                    consoled.add(player)
                elif losses[player] >= lives and player not in out:
                    out[player] = round_.number
                    decided_by = max(decided_by, table.records[0].seq)
    last = {player: round_.number for round_ in rounds for player in round_.players}
    bracket = {*knock_out.replay_bracket(RoundInput(t, stage, len(rounds) + 1, {})).players}
    remaining = [
        player
        for player in t.entrants(stage)
        if player not in out
        and (not rounds or player in last)
        and (player in bracket or last.get(player, 0) > after)
    ]
    sole = len(remaining) == 1
    remaining = [
        player
        for player in remaining
        if last.get(player, 0) > after or _is_present(t.players[player], decided_by if sole else t.seq)
    ]
    for player in unseated_successors(t, stage, after):
        if player not in remaining and t.players[player].attendance == "playing":
            remaining.append(player)
            out.pop(player, None)
    for player in t.entrants(stage):
        if player not in remaining and player not in out:
            out[player] = last[player] + 1 if player in last else 0
    actual = count_losses(t.rounds_of(stage)[:after], lives)
    return Elimination(tuple(remaining), actual, out, frozenset(consoled))


def _is_present(entry: Entry, seq: int) -> bool:
    """Returns whether a player still plays, or left after fact *seq* decided the stage."""
    went_home = entry.attendance == "dropped" and entry.attendance_seq > seq
    return entry.attendance == "playing" or went_home


def _in_pods(t: Tournament, stage: int, after: int) -> tuple[Player, ...]:
    rounds = t.rounds_of(stage)
    if not after:
        return t.active_players(stage)
    if after < len(rounds):
        return tuple(rounds[after].players)
    if any(table.pairing_result is None for table in rounds[-1].tables.values()):
        return tuple(rounds[-1].players)
    remaining = elimination_pods.qualified_players(RoundInput(t, stage, after + 1, {}))
    is_over = elimination_pods.is_final(rounds[-1]) or len(remaining) == 1
    decided_by = max((table.records[0].seq for table in rounds[-1].tables.values()), default=0)
    return tuple(
        player for player in remaining if _is_present(t.players[player], decided_by if is_over else t.seq)
    )
