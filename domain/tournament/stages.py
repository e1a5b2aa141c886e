"""The cut: a stage ends, and some of its players go on to the next one."""

from __future__ import annotations

from collections.abc import Iterator

from ..messages import Message
from ..words import Fact
from . import rounds
from .facts import By, Player, StageCut
from .lots import lot
from .refusals import Refused, Unsound, check_open, player, told
from .standings import standings
from .state import Tournament


def cut(
    t: Tournament, through: tuple[Player, ...], by: By, at: int, why: str = "", overrule: str = ""
) -> list[Fact]:
    """Ends the stage being played: *through* go on, the best first. *overrule* is as in `rounds.close`.

    Raises `Refused` for a cut that is impossible, and `Overrulable` for missing results.
    """
    check_open(t)
    stage = t.stage
    if stage == len(t.opened.stages):
        raise Refused(Message("No stage comes after this one."))
    if not t.rounds_of(stage):
        raise Refused(Message("No round of this stage was paired yet."))
    wanted, playing = t.plan(stage + 1).players, t.active(stage)
    if len(playing) < wanted:
        raise Refused(
            Message("{wanted} should go on, and only {players} play.", wanted=wanted, players=len(playing))
        )
    if len(through) != wanted:
        raise Unsound(Message("{wanted} go on, not {given}.", wanted=wanted, given=len(through)))
    for who in through:
        player(t, who)
        if who not in playing:
            raise Unsound(Message("{player} does not play this stage.", player=who))
        if through.count(who) > 1:
            raise Unsound(Message("{player} is named twice.", player=who))
    overruled = rounds.check_complete(t, by, at, overrule)
    return told(t, *overruled, StageCut(stage, through, by, at, why))


def leaders(t: Tournament, stage: int | None = None) -> tuple[Player, ...]:
    """Returns who goes on from a *stage*, the one being played if none is named, by its standings as known.

    They are the first of those who still play, or went on, as many as was announced. Whom no tie-breaker
    tells apart the lot does, whether it was announced or not.
    """
    stage = stage or t.stage
    if stage == len(t.opened.stages):
        return ()
    return candidates(t, stage)[: t.plan(stage + 1).players]


def candidates(t: Tournament, stage: int | None = None) -> tuple[Player, ...]:
    """Returns who still plays a *stage*, or went on from it, in the order in which they would go on."""
    stage = stage or t.stage
    went = t.entrants(stage + 1) if stage < t.stage else ()
    playing = {*t.active(stage), *went}
    rows = [row for row in standings(t, stage) if row.player in playing]
    rows.sort(key=lambda row: (row.rank, -lot(t, row.player, f"tie:{stage}")))
    return tuple(row.player for row in rows)


def departures(t: Tournament, through: tuple[Player, ...]) -> Iterator[Message]:
    """Yields in what a cut departs from the standings: who goes on, and who does not, in which place."""
    ranks = {row.player: row.rank for row in standings(t)}
    would = leaders(t)
    for who in through:
        if who not in would:
            yield Message("{player} goes on, in place {rank}.", player=who, rank=ranks[who])
    for who in would:
        if who not in through:
            yield Message("{player} does not go on, in place {rank}.", player=who, rank=ranks[who])
