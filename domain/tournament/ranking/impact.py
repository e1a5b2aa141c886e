"""Impact of a correction on points, places, the cut, opponents and byes, before it is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...messages import Message
from ...model import Fact
from ..decision.misplacements import find_misplacements
from ..facts import Player, ResultCorrected
from ..fold import fold
from ..knockout.bracket_effects import vacated_places
from ..lots.lot_decisions import players_by_lot
from ..plan import Unplayed
from ..play.pairings import Pairing
from ..stages import expected_qualifiers
from ..state import TableRef, Tournament
from ..wording import UNPLAYED_NAMES, join_names
from .changes import Change, compare_standings
from .standings import compute_standings


class CorrectionImpact(NamedTuple):
    """Changes that a correction would cause in standings, cut, pairing and bracket seats."""

    standings: tuple[Change, ...]
    cut_changes: tuple[Message, ...]
    pairing: tuple[Message, ...]
    seats: tuple[Message, ...] = ()

    @property
    def sentences(self) -> list[Message]:
        """All changes in sentences."""
        return [
            *self.seats,
            *(change.sentence for change in self.standings),
            *self.cut_changes,
            *self.pairing,
        ]


def correction_impact(
    t: Tournament, corrected: Sequence[Fact], new_pairing: Pairing | None = None
) -> CorrectionImpact:
    """Returns the impact of a correction, the last of the facts *corrected*.

    *new_pairing* is the pairing of the last round after it, if the correction asks for one.
    """
    correction = corrected[-1].event
    assert isinstance(correction, ResultCorrected)
    stage, after = correction.stage, fold(corrected, t)
    rows_before, rows_after = compute_standings(t, stage), compute_standings(after, stage)
    return CorrectionImpact(
        tuple(compare_standings(rows_before, rows_after)),
        tuple(_cut_effects(t, stage, after)),
        tuple(_pairing_effects(t, new_pairing)) if new_pairing is not None else (),
        tuple(_seat_effects(t, correction, after)) if new_pairing is None else (),
    )


def _seat_effects(t: Tournament, correction: ResultCorrected, after: Tournament) -> Iterator[Message]:
    was = find_misplacements(t, correction.stage)
    yield from (
        misplacement.sentence
        for misplacement in find_misplacements(after, correction.stage)
        if misplacement not in was
    )
    yield from vacated_places(after, TableRef(correction.stage, correction.round, correction.table))


def _cut_effects(t: Tournament, stage: int, after: Tournament) -> Iterator[Message]:
    if stage == len(t.settings.stages):
        return
    count, would = t.plan_of(stage + 1).players, expected_qualifiers(after, stage)
    does = t.entrants(stage + 1) if t.current_stage > stage else expected_qualifiers(t, stage)
    is_cut = t.current_stage > stage
    lot_before: frozenset[Player] = frozenset() if is_cut else players_by_lot(t, stage)
    lot_after: frozenset[Player] = frozenset() if is_cut else players_by_lot(after, stage)
    for player in would:
        if player not in lot_after and (player not in does or player in lot_before):
            yield Message("{player} would be among the {wanted} who go on.", player=player, wanted=count)
    for player in t.players:
        if (player in does or player in lot_before) and player not in would and player not in lot_after:
            yield Message("{player} would not be among the {wanted} who go on.", player=player, wanted=count)
        if player in lot_after - lot_before:
            yield Message(
                "A lot would decide whether {player} is among the {wanted} who go on.",
                player=player,
                wanted=count,
            )


def _pairing_effects(t: Tournament, new_pairing: Pairing) -> Iterator[Message]:
    last = t.rounds[-1]
    old_meetings = _opponents_of({number: table.seats for number, table in last.tables.items()}, last.byes)
    new_meetings = _opponents_of(
        {seating.number: seating.seats for seating in new_pairing.tables},
        {bye.player: bye.kind for bye in new_pairing.byes},
    )
    no_table = Message("no table")
    for player in sorted({*old_meetings, *new_meetings}):
        old, new = old_meetings.get(player, no_table), new_meetings.get(player, no_table)
        if old != new:
            yield Message(
                "Round {round}, {player}: {now} instead of {was}.",
                round=last.number,
                player=player,
                now=new,
                was=old,
            )


def _opponents_of(
    tables: Mapping[int, tuple[Player, ...]], byes: Mapping[Player, Unplayed]
) -> dict[Player, Message]:
    opponents_by_player = {
        player: sorted(opponent for opponent in seats if opponent != player)
        for seats in tables.values()
        for player in seats
    }
    against = {
        player: Message("against {opponents}", opponents=join_names(opponents))
        for player, opponents in opponents_by_player.items()
    }
    return against | {player: UNPLAYED_NAMES[kind] for player, kind in byes.items()}
