"""Cuts between stages."""

from __future__ import annotations

from collections.abc import Iterator

from ..messages import Message
from ..model import Fact
from .facts import By, Player, StageCut
from .lots.seeds import draw_lot
from .play import rounds
from .ranking.shortfalls import overrule_unplayed
from .ranking.standings import compute_standings
from .refusals import Refused, Unsound, check_open, require_player, to_facts
from .state import Tournament


def cut_stage(
    t: Tournament, qualifiers: tuple[Player, ...], by: By, at: int, reason: str = "", overrule: str = ""
) -> list[Fact]:
    """Ends the current stage, from which *qualifiers* go on, the best first.

    *overrule* is the reason to end it while results or announced rounds are missing. Raises `Refused` for an
    impossible cut, and `Overrulable` for missing results and rounds.
    """
    check_open(t)
    stage = t.current_stage
    if stage == len(t.settings.stages):
        raise Refused(Message("No stage comes after this one."))
    if not t.rounds_of(stage):
        raise Refused(Message("No round of this stage was paired yet."))
    rounds.check_published(t)
    _check_through(t, stage, qualifiers)
    unplayed = overrule_unplayed(t, stage, by, at, overrule)
    overruled = rounds.overrule_missing_results(t, by, at, overrule)
    return to_facts(t, *overruled, *unplayed, StageCut(stage, qualifiers, by, at, reason))


def cut_stage_again(
    t: Tournament, qualifiers: tuple[Player, ...], by: By, at: int, reason: str
) -> list[Fact]:
    """Makes the last cut again with other *qualifiers*, and drops pairings after it.

    Raises `Refused` once a later round was played.
    """
    check_open(t)
    if t.current_stage == 1:
        raise Refused(Message("No cut was made yet."))
    if not may_cut_again(t):
        raise Refused(
            Message("Stage {stage} is being played: its cut stays as it is.", stage=t.current_stage)
        )
    if not reason:
        raise Refused(Message("Say why the cut is made anew."))
    last_cut = t.cuts[-1]
    _check_through(t, last_cut.event.stage, qualifiers)
    if qualifiers == last_cut.event.through:
        raise Refused(Message("So the cut is made already."))
    return to_facts(t, StageCut(last_cut.event.stage, qualifiers, by, at, reason), cause=last_cut.seq)


def may_cut_again(t: Tournament) -> bool:
    """Returns whether a cut exists without a later game or decision."""
    return t.current_stage > 1 and not any(
        round_.is_started or any(table.records for table in round_.tables.values())
        for round_ in t.rounds_of(t.current_stage)
    )


def _check_through(t: Tournament, stage: int, qualifiers: tuple[Player, ...]) -> None:
    count, playing = t.plan_of(stage + 1).players, t.active_players(stage)
    if len(playing) < count:
        raise Refused(
            Message("{wanted} should go on, and only {players} play.", wanted=count, players=len(playing))
        )
    if len(qualifiers) != count:
        raise Unsound(Message("{wanted} go on, not {given}.", wanted=count, given=len(qualifiers)))
    for player in qualifiers:
        require_player(t, player)
        if player not in playing:
            raise Unsound(Message("{player} does not play this stage.", player=player))
        if qualifiers.count(player) > 1:
            raise Unsound(Message("{player} is named twice.", player=player))


def expected_qualifiers(t: Tournament, stage: int | None = None) -> tuple[Player, ...]:
    """Returns the players who would go on from a *stage*, by current standings and lots.

    They are the announced number of players who still play or went on. Without a *stage* it is the current
    one.
    """
    stage = stage or t.current_stage
    if stage == len(t.settings.stages):
        return ()
    return qualifier_candidates(t, stage)[: t.plan_of(stage + 1).players]


def qualifier_candidates(t: Tournament, stage: int | None = None) -> tuple[Player, ...]:
    """Returns the players of a *stage* who still play or went on, in the order of a cut."""
    stage = stage or t.current_stage
    went = t.entrants(stage + 1) if stage < t.current_stage else ()
    playing = {*t.active_players(stage), *went}
    rows = [row for row in compute_standings(t, stage) if row.player in playing]
    rows.sort(key=lambda row: (row.rank, -draw_lot(t, row.player, f"tie:{stage}")))
    return tuple(row.player for row in rows)


def expected_qualifiers_again(t: Tournament) -> tuple[Player, ...]:
    """Returns the players who would go on if the last cut were made now."""
    stage = t.current_stage - 1
    playing = {*t.active_players(stage)}
    return tuple(player for player in qualifier_candidates(t, stage) if player in playing)[
        : t.plan_of(t.current_stage).players
    ]


def cut_deviations(
    t: Tournament, stage: int, would: tuple[Player, ...], qualifiers: tuple[Player, ...]
) -> Iterator[Message]:
    """Yields the deviations of a cut from the players who *would* go on, with their places."""
    ranks = {row.player: row.rank for row in compute_standings(t, stage)}
    for player in qualifiers:
        if player not in would:
            yield Message("{player} goes on, in place {rank}.", player=player, rank=ranks[player])
    for player in would:
        if player not in qualifiers:
            yield Message("{player} does not go on, in place {rank}.", player=player, rank=ranks[player])
