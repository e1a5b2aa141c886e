"""Seats of a bracket that a late correction gives to another player.

The pairing stands until organizers repair it. Until then the bracket goes by the earlier result, and the
first place stays open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from ...messages import Message
from ..facts import Player
from ..plan import LIVES
from ..scoring.results import Result
from ..state import Record, Round, Table, TableRef, Tournament


class Misplacement(NamedTuple):
    """Player seated in a later round, and the `successor` by the corrected result.

    Either is `None` without a winner of the old or new result. `table` is 0 without a table.
    """

    corrected: TableRef
    round: int
    table: int
    player: Player | None
    successor: Player | None

    @property
    def sentence(self) -> Message:
        """The seat in a sentence."""
        earlier = self.corrected.round
        if self.player is None:
            return Message(
                "Round {round}: {successor} has no place, but goes on "
                "by the corrected result of round {earlier}.",
                round=self.round,
                successor=self.successor or "",
                earlier=earlier,
            )
        if self.successor is None:
            return Message(
                "Round {round}: {player} plays on, but is out by the corrected result of round {earlier}.",
                round=self.round,
                player=self.player,
                earlier=earlier,
            )
        if not self.table:
            return Message(
                "Round {round}: {player} has a bye, where {successor} should be "
                "by the corrected result of round {earlier}.",
                round=self.round,
                player=self.player,
                successor=self.successor,
                earlier=earlier,
            )
        return Message(
            "Round {round}: {player} sits at table {table}, where {successor} should "
            "by the corrected result of round {earlier}.",
            round=self.round,
            player=self.player,
            table=self.table,
            successor=self.successor,
            earlier=earlier,
        )


def find_misplacements(t: Tournament, stage: int) -> tuple[Misplacement, ...]:
    """Returns the seats of a bracket that need a repair, none in other formats."""
    if t.plan_of(stage).format not in LIVES:
        return ()
    rounds = t.rounds_of(stage)
    return tuple(
        misplacement
        for index, round_ in enumerate(rounds)
        for _, table in sorted(round_.tables.items())
        if (misplacement := _find_misplacement(round_, table, rounds[index + 1 :]))
    )


def seated_rounds(t: Tournament, stage: int) -> tuple[Round, ...]:
    """Returns the rounds of a *stage* with the results that later rounds were paired by."""
    rounds = t.rounds_of(stage)
    paired_seqs = {round_.number: round_.paired_seq for round_ in rounds}
    for misplacement in find_misplacements(t, stage):
        rounds = tuple(
            _without_later_records(round_, misplacement.corrected.table, paired_seqs[misplacement.round])
            if round_.number == misplacement.corrected.round
            else round_
            for round_ in rounds
        )
    return rounds


def is_disputed(t: Tournament, stage: int) -> bool:
    """Returns whether misplaced seats leave the first place open."""
    naming = t.winner_decisions.get(stage)
    return not (naming and naming.player) and bool(find_misplacements(t, stage))


def _without_later_records(round_: Round, number: int, seq: int) -> Round:
    table = round_.tables[number]
    records = tuple(record for record in table.records if record.seq < seq)
    return replace(round_, tables={**round_.tables, number: replace(table, records=records)})


def _find_misplacement(round_: Round, table: Table, later: tuple[Round, ...]) -> Misplacement | None:
    counting = [record for record in table.records if record.effect != "points"]
    if len(counting) < 2:
        return None
    for following in later:
        at_pairing = [record for record in counting if record.seq < following.paired_seq]
        if not at_pairing or at_pairing[-1].result is None or counting[-1].result is None:
            return None
        player, successor = _winner_of(table, at_pairing[-1].result), _winner_of(table, counting[-1].result)
        if player == successor:
            return None
        present = {*following.players}
        if player is None or player in present:
            if _is_repaired(following, successor, present, counting[-1]):
                return None
            corrected = TableRef(round_.stage, round_.number, table.number)
            return Misplacement(corrected, following.number, _table_of(following, player), player, successor)
        if successor in present:
            return None
    return None


def _is_repaired(following: Round, successor: Player | None, present: set[Player], last: Record) -> bool:
    """Returns whether a change by hand after the correction seated the successor."""
    changed = any(not reason.anew and reason.seq > last.seq for reason in following.reasons)
    return changed and successor in present


def _table_of(following: Round, player: Player | None) -> int:
    return next((table.number for table in following.tables.values() if player in table.seats), 0)


def _winner_of(table: Table, result: Result) -> Player | None:
    first = [player for player, rank in zip(table.seats, result.places, strict=True) if rank == 1]
    return first[0] if len(first) == 1 else None


def unseated_successors(t: Tournament, stage: int, after: int) -> Iterator[Player]:
    """Yields the players who advance by a corrected result and have no seat for it."""
    for misplacement in find_misplacements(t, stage):
        if misplacement.successor is not None and misplacement.corrected.round <= after:
            yield misplacement.successor
