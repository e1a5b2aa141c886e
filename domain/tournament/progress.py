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
    entrants, plan = t.entrants(stage), t.plan(stage)
    if plan.format == "pods":
        reached = {**dict.fromkeys(entrants, 0), **_pod_progress(t.rounds_of(stage)[:after], max(plan.seats))}
        return (
            places.with_winner(t, stage, after, reached) if places.has_knock_out_places(t, stage) else reached
        )
    if plan.format not in LIVES:
        return dict.fromkeys(entrants, 0)
    if places.has_knock_out_places(t, stage):
        return places.with_winner(t, stage, after, places.elimination_progress(t, stage, after))
    out, won = _knock_out_rounds(t, stage, after, LIVES[plan.format])
    return {who: 2 * out.get(who, after + 2) + (who in won) for who in entrants}


def possible_progress(t: Tournament, stage: int, number: int, came: int) -> tuple[int, int]:
    """Returns the least and the most that *came* can be by another result at a table of round *number*."""
    plan = t.plan(stage)
    if plan.format == "pods":
        seats = max(plan.seats)
        played = (came - 1) // seats + 1
        return (came, came) if played != number else ((number - 1) * seats + 1, number * seats)
    if came // 2 < number:
        return came // 2 * 2, came // 2 * 2 + 1
    return 2 * number, 2 * (len(t.rounds_of(stage)) + 2) + places.has_knock_out_places(t, stage)


def _pod_progress(rounds: Iterable[Round], seats: int) -> dict[Player, int]:
    came: dict[Player, int] = {}
    for known in rounds:
        came |= dict.fromkeys(known.byes, known.number * seats)
        for table in known.tables.values():
            places = table.result.places if table.result is not None else [1] * len(table.seats)
            for who, place in zip(table.seats, places, strict=True):
                came[who] = known.number * seats - place + 1
    return came


def _knock_out_rounds(
    t: Tournament, stage: int, after: int, lives: int
) -> tuple[dict[Player, int], set[Player]]:
    """Returns in which round players were put out, and which of them won a game after that."""
    losses: defaultdict[Player, int] = defaultdict(int)
    out: dict[Player, int] = {}
    won: set[Player] = set()
    every = t.rounds_of(stage)
    for known in every[:after]:
        for table in known.tables.values():
            for who, lost in _lives_lost(table):
                losses[who] += lost
                if who in out and not lost:
                    won.add(who)
                elif losses[who] >= lives or lost > 1:
                    out.setdefault(who, known.number)
    last = {who: known.number for known in every for who in known.players}
    for who in t.entrants(stage):
        left = t.players[who].attendance != "playing" or (lives == 1 and last.get(who) != len(every))
        if who not in last:
            out[who] = 0
        elif who not in out and left and last[who] <= after:
            out[who] = last[who] + 1
    return out, won


def _lives_lost(table: Table) -> Iterator[tuple[Player, int]]:
    """Yields who played, and how many lives it cost: nobody wins a double loss, which puts both out."""
    result = table.result
    if result is not None:
        for who, place in zip(table.seats, result.places, strict=True):
            yield who, (place > 1) if 1 in result.places else 2
