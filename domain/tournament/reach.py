"""How far a correction reaches, shown before it is made: points, places, the cut, opponents and byes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..messages import Message
from ..model import Fact
from .changes import Change, compare_standings
from .decision.misplacements import find_misplacements
from .double_losses import vacated_places
from .facts import Player, ResultCorrected
from .fold import fold
from .lot_decisions import players_by_lot
from .pairings import Pairing
from .plan import Unplayed
from .stages import expected_qualifiers
from .standings import compute_standings
from .state import TableRef, Tournament
from .wording import UNPLAYED_NAMES, join_names


class CorrectionImpact(NamedTuple):
    """What a correction would change: in the standings, the cut, who meets whom, and seats of a bracket."""

    standings: tuple[Change, ...]
    cut: tuple[Message, ...]
    pairing: tuple[Message, ...]
    seats: tuple[Message, ...] = ()

    @property
    def sentences(self) -> list[Message]:
        """All of it in sentences."""
        return [*self.seats, *(change.sentence for change in self.standings), *self.cut, *self.pairing]


def correction_impact(
    t: Tournament, corrected: Sequence[Fact], anew: Pairing | None = None
) -> CorrectionImpact:
    """Returns how far a correction reaches that is not made yet; it is the last of its facts, *corrected*.

    *anew* is how the last round would be paired after it, where that is wanted.
    """
    correction = corrected[-1].event
    assert isinstance(correction, ResultCorrected)
    stage, after = correction.stage, fold(corrected, t)
    before, then = compute_standings(t, stage), compute_standings(after, stage)
    return CorrectionImpact(
        tuple(compare_standings(before, then)),
        tuple(_cut_effects(t, stage, after)),
        tuple(_pairing_effects(t, anew)) if anew is not None else (),
        tuple(_seat_effects(t, correction, after)) if anew is None else (),
    )


def _seat_effects(t: Tournament, correction: ResultCorrected, after: Tournament) -> Iterator[Message]:
    was = find_misplacements(t, correction.stage)
    yield from (found.sentence for found in find_misplacements(after, correction.stage) if found not in was)
    yield from vacated_places(after, TableRef(correction.stage, correction.round, correction.table))


def _cut_effects(t: Tournament, stage: int, after: Tournament) -> Iterator[Message]:
    if stage == len(t.opened.stages):
        return
    wanted, would = t.plan(stage + 1).players, expected_qualifiers(after, stage)
    does = t.entrants(stage + 1) if t.stage > stage else expected_qualifiers(t, stage)
    is_cut = t.stage > stage
    lot_before: frozenset[Player] = frozenset() if is_cut else players_by_lot(t, stage)
    lot_after: frozenset[Player] = frozenset() if is_cut else players_by_lot(after, stage)
    for who in would:
        if who not in lot_after and (who not in does or who in lot_before):
            yield Message("{player} would be among the {wanted} who go on.", player=who, wanted=wanted)
    for who in t.players:
        if (who in does or who in lot_before) and who not in would and who not in lot_after:
            yield Message("{player} would not be among the {wanted} who go on.", player=who, wanted=wanted)
        if who in lot_after - lot_before:
            yield Message(
                "A lot would decide whether {player} is among the {wanted} who go on.",
                player=who,
                wanted=wanted,
            )


def _pairing_effects(t: Tournament, anew: Pairing) -> Iterator[Message]:
    last = t.rounds[-1]
    was = _opponents_of({number: table.seats for number, table in last.tables.items()}, last.byes)
    now = _opponents_of(
        {seating.number: seating.seats for seating in anew.tables},
        {bye.player: bye.kind for bye in anew.byes},
    )
    none = Message("no table")
    for who in sorted({*was, *now}):
        before, then = was.get(who, none), now.get(who, none)
        if before != then:
            yield Message(
                "Round {round}, {player}: {now} instead of {was}.",
                round=last.number,
                player=who,
                now=then,
                was=before,
            )


def _opponents_of(
    tables: Mapping[int, tuple[Player, ...]], byes: Mapping[Player, Unplayed]
) -> dict[Player, Message]:
    met = {
        who: sorted(other for other in seats if other != who) for seats in tables.values() for who in seats
    }
    against = {
        who: Message("against {opponents}", opponents=join_names(others)) for who, others in met.items()
    }
    return against | {who: UNPLAYED_NAMES[kind] for who, kind in byes.items()}
