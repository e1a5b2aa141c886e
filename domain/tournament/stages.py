"""The cut: a stage ends, and some of its players go on to the next one."""

from __future__ import annotations

from collections.abc import Iterator

from ..messages import Message
from ..model import Fact
from . import rounds
from .facts import By, Player, StageCut
from .lots import draw_lot
from .refusals import Refused, Unsound, check_open, require_player, to_facts
from .shortfalls import overrule_unplayed
from .standings import compute_standings
from .state import Tournament


def cut_stage(
    t: Tournament, through: tuple[Player, ...], by: By, at: int, why: str = "", overrule: str = ""
) -> list[Fact]:
    """Ends the stage being played: *through* go on, the best first. *overrule* is as in `rounds.close_round`.

    Raises `Refused` for a cut that is impossible, and `Overrulable` for missing results and rounds.
    """
    check_open(t)
    stage = t.stage
    if stage == len(t.opened.stages):
        raise Refused(Message("No stage comes after this one."))
    if not t.rounds_of(stage):
        raise Refused(Message("No round of this stage was paired yet."))
    rounds.check_published(t)
    _check_through(t, stage, through)
    unplayed = overrule_unplayed(t, stage, by, at, overrule)
    overruled = rounds.overrule_missing_results(t, by, at, overrule)
    return to_facts(t, *overruled, *unplayed, StageCut(stage, through, by, at, why))


def cut_stage_again(t: Tournament, through: tuple[Player, ...], by: By, at: int, why: str) -> list[Fact]:
    """Makes the last cut anew: *through* go on instead, and what was paired from it is dropped.

    Raises `Refused` once anything was played after it.
    """
    check_open(t)
    if t.stage == 1:
        raise Refused(Message("No cut was made yet."))
    if not may_cut_again(t):
        raise Refused(Message("Stage {stage} is being played: its cut stays as it is.", stage=t.stage))
    if not why:
        raise Refused(Message("Say why the cut is made anew."))
    made = t.cuts[-1]
    _check_through(t, made.cut.stage, through)
    if through == made.cut.through:
        raise Refused(Message("So the cut is made already."))
    return to_facts(t, StageCut(made.cut.stage, through, by, at, why), cause=made.seq)


def may_cut_again(t: Tournament) -> bool:
    """Tells whether a cut was made, and nothing was played or decided after it."""
    return t.stage > 1 and not any(
        known.started or any(table.records for table in known.tables.values())
        for known in t.rounds_of(t.stage)
    )


def _check_through(t: Tournament, stage: int, through: tuple[Player, ...]) -> None:
    wanted, playing = t.plan(stage + 1).players, t.active(stage)
    if len(playing) < wanted:
        raise Refused(
            Message("{wanted} should go on, and only {players} play.", wanted=wanted, players=len(playing))
        )
    if len(through) != wanted:
        raise Unsound(Message("{wanted} go on, not {given}.", wanted=wanted, given=len(through)))
    for who in through:
        require_player(t, who)
        if who not in playing:
            raise Unsound(Message("{player} does not play this stage.", player=who))
        if through.count(who) > 1:
            raise Unsound(Message("{player} is named twice.", player=who))


def expected_qualifiers(t: Tournament, stage: int | None = None) -> tuple[Player, ...]:
    """Returns who goes on from a *stage*, the one being played if none is named, by its standings as known.

    They are the first of those who still play, or went on, as many as was announced. Whom no tie-breaker
    tells apart the lot does, whether it was announced or not.
    """
    stage = stage or t.stage
    if stage == len(t.opened.stages):
        return ()
    return qualifier_candidates(t, stage)[: t.plan(stage + 1).players]


def qualifier_candidates(t: Tournament, stage: int | None = None) -> tuple[Player, ...]:
    """Returns who still plays a *stage*, or went on from it, in the order in which they would go on."""
    stage = stage or t.stage
    went = t.entrants(stage + 1) if stage < t.stage else ()
    playing = {*t.active(stage), *went}
    rows = [row for row in compute_standings(t, stage) if row.player in playing]
    rows.sort(key=lambda row: (row.rank, -draw_lot(t, row.player, f"tie:{stage}")))
    return tuple(row.player for row in rows)


def expected_qualifiers_again(t: Tournament) -> tuple[Player, ...]:
    """Returns who would go on if the last cut were made now: the first of those who have not dropped out."""
    stage = t.stage - 1
    playing = {*t.active(stage)}
    return tuple(who for who in qualifier_candidates(t, stage) if who in playing)[: t.plan(t.stage).players]


def cut_deviations(
    t: Tournament, stage: int, would: tuple[Player, ...], through: tuple[Player, ...]
) -> Iterator[Message]:
    """Yields in what a cut of a *stage* departs from who *would* go on: who does, and who not, and places."""
    ranks = {row.player: row.rank for row in compute_standings(t, stage)}
    for who in through:
        if who not in would:
            yield Message("{player} goes on, in place {rank}.", player=who, rank=ranks[who])
    for who in would:
        if who not in through:
            yield Message("{player} does not go on, in place {rank}.", player=who, rank=ranks[who])
