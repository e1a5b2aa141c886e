"""Progress of players in knock-out stages, which standings rank before points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from ..decision import places
from ..facts import Player
from ..plan import LIVES
from ..state import Round, Table, Tournament


def stage_progress(t: Tournament, stage: int, after: int) -> Mapping[Player, int]:
    """Returns the progress of each player of a *stage* up to round *after*; more is better.

    In an elimination it is the round of the last loss, then a win for third place. Remaining players lead,
    and leavers went out in the round after their last. In pods it is the last round, then the place at its
    table. In other formats all players have the same progress.
    """
    entrants, plan = t.entrants(stage), t.plan_of(stage)
    if plan.format == "pods":
        progress = {
            **dict.fromkeys(entrants, 0),
            **_pod_progress(t.rounds_of(stage)[:after], max(plan.seats)),
        }
        return (
            places.with_winner(t, stage, after, progress)
            if places.has_knock_out_places(t, stage)
            else progress
        )
    if plan.format not in LIVES:
        return dict.fromkeys(entrants, 0)
    if places.has_knock_out_places(t, stage):
        return places.with_winner(t, stage, after, places.elimination_progress(t, stage, after))
    out, consoled = _knock_out_rounds(t, stage, after, LIVES[plan.format])
    return {player: 2 * out.get(player, after + 2) + (player in consoled) for player in entrants}


def possible_progress(t: Tournament, stage: int, number: int, came: int) -> tuple[int, int]:
    """Returns the least and the most progress after another result in round *number*."""
    plan = t.plan_of(stage)
    if plan.format == "pods":
        seats = max(plan.seats)
        last_round = (came - 1) // seats + 1
        return (came, came) if last_round != number else ((number - 1) * seats + 1, number * seats)
    if came // 2 < number:
        return came // 2 * 2, came // 2 * 2 + 1
    return 2 * number, 2 * (len(t.rounds_of(stage)) + 2) + places.has_knock_out_places(t, stage)


def _pod_progress(rounds: Iterable[Round], seats: int) -> dict[Player, int]:
    came: dict[Player, int] = {}
    for round_ in rounds:
        came |= dict.fromkeys(round_.byes, round_.number * seats)
        for table in round_.tables.values():
            places = table.result.places if table.result is not None else [1] * len(table.seats)
            for player, rank in zip(table.seats, places, strict=True):
                came[player] = round_.number * seats - rank + 1
    return came


def _knock_out_rounds(
    t: Tournament, stage: int, after: int, lives: int
) -> tuple[dict[Player, int], set[Player]]:
    """Returns the rounds in which players went out, and players who won a later game."""
    losses: defaultdict[Player, int] = defaultdict(int)
    out: dict[Player, int] = {}
    consoled: set[Player] = set()
    all_rounds = t.rounds_of(stage)
    for round_ in all_rounds[:after]:
        for table in round_.tables.values():
            for player, count in _lives_lost(table):
                losses[player] += count
                if player in out and not count:
                    consoled.add(player)
                elif losses[player] >= lives or count > 1:
                    out.setdefault(player, round_.number)
    last = {player: round_.number for round_ in all_rounds for player in round_.players}
    for player in t.entrants(stage):
        is_out = t.players[player].attendance != "playing" or (
            lives == 1 and last.get(player) != len(all_rounds)
        )
        if player not in last:
            out[player] = 0
        elif player not in out and is_out and last[player] <= after:
            out[player] = last[player] + 1
    return out, consoled


def _lives_lost(table: Table) -> Iterator[tuple[Player, int]]:
    """Yields the players of a table with their losses; a double loss counts two each."""
    result = table.result
    if result is not None:
        for player, rank in zip(table.seats, result.places, strict=True):
            yield player, (rank > 1) if 1 in result.places else 2
