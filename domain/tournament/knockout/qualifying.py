"""Certainty of players about going on to the next stage."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias

from ..facts import Player
from ..lots.lot_decisions import players_by_lot
from ..pairing import berger
from ..plan import FULL_FIELD_FORMATS
from ..ranking.prospects import rank_prospects, unsettled_tables
from ..ranking.standings import compute_standings
from ..stages import expected_qualifiers
from ..state import TableRef, Tournament

Certainty: TypeAlias = Literal["through", "out", "open"]
"""Certainty about a player, who goes on, does not, or is open."""


def qualification_certainty(
    t: Tournament, stage: int, disputed: Collection[TableRef] = ()
) -> Mapping[Player, Certainty]:
    """Returns the certainty of the players of a *stage*, empty where no stage follows.

    It is also empty while the number of rounds is unknown. Open and *disputed* tables and future rounds may
    end in any way, without further departures or penalties. Players of a lot are open. After the cut it
    follows the cut.
    """
    if stage < t.current_stage:
        qualifiers = t.cuts[stage - 1].event.through
        return {player: "through" if player in qualifiers else "out" for player in t.entrants(stage)}
    further = _rounds_to_come(t, stage)
    if stage == len(t.settings.stages) or further is None:
        return {}
    playing = {*t.active_players(stage)}
    certainties: dict[Player, Certainty] = dict.fromkeys(t.entrants(stage), "out")
    if not further and not any(unsettled_tables(t, stage, disputed)):
        certain = certainties | dict.fromkeys(expected_qualifiers(t), "through")
        return certain | dict.fromkeys(players_by_lot(t, stage), "open")
    rows = [row for row in compute_standings(t, stage) if row.player in playing]
    count = t.plan_of(stage + 1).players
    possible = rank_prospects(t, stage, disputed, rows, further)
    return certainties | {player: possible[player].certainty_of(count) for player in possible}


def _rounds_to_come(t: Tournament, stage: int) -> int | None:
    """Returns the number of rounds still to pair, `None` where it is unknown."""
    plan, paired_count = t.plan_of(stage), len(t.rounds_of(stage))
    if plan.format == "round_robin":
        return max(0, (plan.rounds or berger.round_count(len(t.entrants(stage)), plan.legs)) - paired_count)
    if plan.format in FULL_FIELD_FORMATS or (plan.rounds and paired_count >= plan.rounds):
        return max(0, plan.rounds - paired_count)
    return None
