"""How far players came in stages that knock out: what standings go by there before any points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from .decision import places
from .facts import Player
from .plan import LIVES
from .state import Round, Table, Tournament


def stage_progress(t: Tournament, stage: int, after: int) -> Mapping[Player, int]:
    """Returns how far each player of a *stage* came up to round *after*: more is better.

    In an elimination that is the round in which its last life was lost, and then whether it won a game for
    third place; who is still in stands ahead, and who left was put out in the round after. In pods it is the
    last round it played, and then the place at its table. In all other formats everybody came as far.
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
    """Returns the least and the most that *came* can be by another result at a table of round *number*."""
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
    """Returns in which round players were put out, and which of them won a game after that."""
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
    """Yields who played, and how many lives it cost: nobody wins a double loss, which puts both out."""
    result = table.result
    if result is not None:
        for player, rank in zip(table.seats, result.places, strict=True):
            yield player, (rank > 1) if 1 in result.places else 2
