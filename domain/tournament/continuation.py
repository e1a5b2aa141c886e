"""Continuation of a tournament from a report file of another program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..model import Fact
from .facts import By, Bye, Player, ReportImported, Requested, Seating
from .fold import fold
from .plan import Unplayed
from .play import pairings, rounds
from .play.bye_requests import ask_bye
from .play.pairings import Pairing
from .refusals import to_facts
from .registrations.roster import drop_player
from .scoring import result_entry
from .scoring.results import Result
from .state import TableRef, Tournament

ENGINE = "file"
"""Engine name of rounds from a report file."""
UNFINISHED = "The report file has no result."
"""Reason for closing a round of a report file without all results."""


class FiledTable(NamedTuple):
    """Table in a report file, first turn first, and its result, if the file has it."""

    seats: tuple[Player, Player]
    result: Result | None


class FiledRound(NamedTuple):
    """Round in a report file."""

    tables: tuple[FiledTable, ...]
    byes: Mapping[Player, Unplayed]


class FiledHistory(NamedTuple):
    """Rounds in a report file, byes of future rounds and players who left."""

    rounds: Sequence[FiledRound]
    byes: Mapping[int, Mapping[Player, Requested]]
    gone: Sequence[Player]


def continue_from(t: Tournament, filed: FiledHistory, report: ReportImported) -> list[Fact]:
    """Returns the facts of the rounds, byes and withdrawals of a report file, and of *report*.

    A last round without all results stays open. Raises `Refused`.
    """
    continuation = _Continuation(t, report.by, report.at)
    for number, filed_round in enumerate(filed.rounds, 1):
        continuation.play(number, filed_round, is_last=number == len(filed.rounds))
    for number, byes in sorted(filed.byes.items()):
        for player, kind in byes.items():
            continuation.append(ask_bye(continuation.t, player, number, kind, report.by, report.at))
    for player in filed.gone:
        continuation.append(drop_player(continuation.t, player, report.by, report.at))
    continuation.append(to_facts(continuation.t, report))
    return continuation.facts


class _Continuation:
    """Tournament `t` while rounds of a report file are added, and the new `facts`."""

    def __init__(self, t: Tournament, by: By, at: int) -> None:
        self.t, self._by, self._at = t, by, at
        self.facts: list[Fact] = []

    def append(self, facts: list[Fact]) -> None:
        """Appends *facts*."""
        self.t = fold(facts, self.t)
        self.facts += facts

    def play(self, number: int, filed: FiledRound, *, is_last: bool) -> None:
        """Appends a whole round; the last one stays open while it lacks results."""
        tables = tuple(
            Seating(table_number, table.seats) for table_number, table in enumerate(filed.tables, 1)
        )
        byes = tuple(Bye(player, kind, asked=kind != "bye") for player, kind in filed.byes.items())
        by, at = self._by, self._at
        self.append(pairings.pair_round(self.t, number, Pairing(tables, byes, ENGINE), by, at))
        self.append(rounds.publish_round(self.t, 1, number, by, at))
        self.append(rounds.start_round(self.t, 1, number, by, at))
        for table_number, table in enumerate(filed.tables, 1):
            if table.result is not None:
                ref = TableRef(1, number, table_number)
                self.append(result_entry.record_result(self.t, ref, table.result, "file", by, at))
        is_complete = all(table.result is not None for table in filed.tables)
        if is_complete or not is_last:
            self.append(rounds.close_round(self.t, 1, number, by, at, "" if is_complete else UNFINISHED))
