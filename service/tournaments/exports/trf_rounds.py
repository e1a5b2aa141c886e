"""Rounds in a Tournament Report File with cells, byes and tables without a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from domain.tournament.facts import Player
from domain.tournament.lots.seeds import first_turn
from domain.tournament.pairing import berger
from domain.tournament.plan import Unplayed
from domain.tournament.scoring.results import Result
from domain.tournament.state import Round, Tournament

Ranks: TypeAlias = Mapping[Player, int]
"""The starting rank of each player."""

UNPLAYED_CODES: Mapping[Unplayed, str] = {
    "bye": "U",
    "half_bye": "H",
    "full_bye": "F",
    "zero_bye": "Z",
    "forfeit_won": "+",
    "forfeit_lost": "-",
}


class Cell(NamedTuple):
    """A round on the line of a player, with opponent (0 without one), colour and result.

    It is blank without a result, because readers refuse an opponent without one.
    """

    opponent: int
    colour: str
    code: str

    def __str__(self) -> str:
        return f"{self.opponent:04d} {self.colour} {self.code}" if self.code else " " * 8


def split_rounds(rounds: Sequence[Round]) -> tuple[Sequence[Round], Sequence[Round]]:
    """Returns the *rounds* up to the last one with a result, and those after it."""
    count = len(rounds)
    while count and rounds[count - 1].tables and not _has_result(rounds[count - 1]):
        count -= 1
    return rounds[:count], rounds[count:]


def _has_result(round_: Round) -> bool:
    return any(table.result is not None for table in round_.tables.values())


def round_cells(round_: Round, ranks: Ranks) -> dict[Player, Cell]:
    """Returns the cell of each player in a round."""
    byes = {player: Cell(0, "-", UNPLAYED_CODES[round_.byes.get(player, "zero_bye")]) for player in ranks}
    return byes | {
        player: Cell(ranks[table.seats[1 - seat]], "wb"[seat], _result_code(table.result, seat))
        for table in round_.tables.values()
        for seat, player in enumerate(table.seats)
    }


def _result_code(result: Result | None, seat: int) -> str:
    """Returns the code of a result for a seat, empty without a result."""
    if result is None:
        return ""
    if kind := result.unplayed_kind(seat):
        return UNPLAYED_CODES[kind]
    if result.places[seat] != 1:
        return "0"
    return "1" if result.places.count(1) == 1 else "="


def round_count(t: Tournament, stage: int) -> int:
    """Returns the number of rounds of a *stage*, announced or needed for all pairs."""
    plan = t.plan_of(stage)
    needed = berger.round_count(len(t.entrants(stage)), plan.legs) if plan.format == "round_robin" else 0
    return max(plan.rounds or needed, len(t.rounds_of(stage)))


def initial_colour(t: Tournament, stage: int, ranks: Ranks) -> str:
    """Returns record 152, the first colour of odd ranks, empty before a pairing."""
    for round_ in t.rounds_of(stage):
        seats = {player: seat for table in round_.tables.values() for seat, player in enumerate(table.seats)}
        if t.plan_of(stage).engine == "dutch":
            return "WB"[first_turn(t, stage)]
        if seats:
            return "WB"[seats[min(seats, key=ranks.__getitem__)]]
    return ""


def bye_records(
    t: Tournament, stage: int, ranks: Ranks, counted: int, ahead: Sequence[Round]
) -> Iterator[str]:
    """Yields records 240 for byes and departures in rounds after those *counted*."""
    if stage < t.current_stage or t.end is not None:
        return
    gone = [player for player in t.entrants(stage) if t.players[player].attendance != "playing"]
    for number in range(counted + 1, round_count(t, stage) + 1):
        round_ = next((round_ahead for round_ahead in ahead if round_ahead.number == number), None)
        kinds: dict[Player, Unplayed] = dict.fromkeys(gone, "zero_bye")
        kinds |= round_.byes if round_ else t.requested_byes(stage, number)
        for code in "FHZ":
            if players := [
                rank for player, rank in ranks.items() if UNPLAYED_CODES.get(kinds.get(player, "bye")) == code
            ]:
                yield f"240 {code} {number:03d} {' '.join(f'{rank:>4}' for rank in players)}"


def missing_result_comments(rounds: Iterable[Round], ranks: Ranks) -> Iterator[str]:
    """Yields a comment for each round with missing results, by table and rank."""
    for round_ in rounds:
        tables = [
            f"table {table.number}: {ranks[table.seats[0]]} – {ranks[table.seats[1]]}"
            for _, table in sorted(round_.tables.items())
            if table.result is None
        ]
        if tables:
            yield f"### No result yet in round {round_.number}: {', '.join(tables)}."
