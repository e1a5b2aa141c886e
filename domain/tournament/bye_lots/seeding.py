"""Byes of brackets and pods, for the best seeds or by lot among equal seeds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from ...messages import Message
from ..facts import Player
from ..lots.lot_decisions import groups_at_cut, level_standings
from ..pairing import elimination_pods
from ..pairing.pods import table_sizes
from ..pairing.round_input import RoundInput
from ..plan import KNOCK_OUT_FORMATS, LIVES, Stage
from ..ranking.standings import compute_standings
from ..stages import qualifier_candidates
from ..state import Tournament
from .border import ByeLot, cause_of_lots, lot_at_border


def decided_lots(round_input: RoundInput, with_bye: Collection[Player]) -> Iterator[Message]:
    """Yields the lot that decided the byes *with_bye*; a lack of opponents needs no lot."""
    seeds = [player for player in round_input.seeds if player in round_input.players]
    lot = _seed_lot(round_input, seeds, len(with_bye))
    if lot is not None and with_bye == {*seeds[: len(with_bye)]}:
        yield lot.outcome_sentence(with_bye)


def expected_lots(upcoming: RoundInput) -> Iterator[Message]:
    """Yields the lot that will decide byes of the next round.

    After a cut it is already drawn. Raises `Refused` where no round follows.
    """
    qualifiers = (
        elimination_pods.players_through(upcoming)
        if upcoming.plan.format == "pods"
        else [player for player in upcoming.seeds if player in upcoming.players]
    )
    byes = _bye_count(upcoming.plan, len(qualifiers))
    lot = _seed_lot(upcoming, qualifiers, byes)
    if lot is not None:
        yield lot.announcement if upcoming.stage == 1 else lot.outcome_sentence(qualifiers[:byes])


def expected_after_cut(t: Tournament) -> Iterator[Message]:
    """Yields the lot that will decide byes in the next stage."""
    plan = t.plan_of(t.current_stage + 1)
    if plan.format in KNOCK_OUT_FORMATS:
        groups = groups_at_cut(t, t.current_stage)
        players = min(plan.players, sum(map(len, groups)))
        lot = lot_at_border(t, 1, groups, _bye_count(plan, players), _lot_reason(t, t.current_stage + 1))
        if lot is not None:
            yield lot.announcement_before_cut


def level_seeds(t: Tournament, stage: int, seeds: Sequence[Player]) -> list[tuple[Player, ...]]:
    """Returns *seeds* of a stage in groups that only a lot orders.

    Players of a report file keep its order, and players in a manual order keep that one.
    """
    if stage > 1:
        return by_standings(t, stage - 1, seeds)
    filed_until = t.report.seq if t.report is not None else 0

    def level(player: Player) -> tuple[int | None, int]:
        entry = t.players[player]
        return entry.registration.rating, entry.seq if entry.seq < filed_until else 0

    return [tuple(group) for _, group in groupby(seeds, level)]


def by_standings(t: Tournament, stage: int, seeds: Sequence[Player]) -> list[tuple[Player, ...]]:
    """Returns *seeds* in groups that the standings of the *stage* before leave to the lot."""
    by_lot = {player: index for index, player in enumerate(qualifier_candidates(t, stage))}
    levels = enumerate(level_standings(t, stage, compute_standings(t, stage)))
    level = {row.player: number for number, rows in levels for row in rows}
    groups: list[tuple[Player, ...]] = []
    for _, players in groupby(seeds, level.__getitem__):
        group = tuple(players)
        is_by_lot = [*group] == sorted(group, key=by_lot.__getitem__)
        groups += [group] if is_by_lot else [(player,) for player in group]
    return groups


def _seed_lot(round_input: RoundInput, seeds: Sequence[Player], byes: int) -> ByeLot | None:
    """Returns the lot for byes of the best *seeds*, in pods or the first round of a bracket."""
    if round_input.plan.format in LIVES and round_input.earlier_rounds:
        return None
    groups = level_seeds(round_input.t, round_input.stage, seeds)
    return lot_at_border(
        round_input.t, round_input.number, groups, byes, _lot_reason(round_input.t, round_input.stage)
    )


def _lot_reason(t: Tournament, stage: int) -> Message:
    return Message("byes are for the best seeds, and {cause}", cause=cause_of_lots(t, stage))


def _bye_count(plan: Stage, players: int) -> int:
    """Returns the number of byes among *players*; in pods these are the players without a table."""
    if players < 2:
        return 0
    if plan.format in LIVES:
        return (1 << (players - 1).bit_length()) - players
    return (players - sum(table_sizes(players, plan.seats))) % players
