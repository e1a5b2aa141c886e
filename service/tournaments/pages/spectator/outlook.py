"""Sentences on the present round of a tournament and on the next one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.tournament.facts import Player
from domain.tournament.state import Tournament

from ....shared.i18n import says
from ..page_rows import StandingsRow

MAX_LEADERS = 4
"""Level players whom the sentence on the lead names."""


def describe_lead(rows: Sequence[StandingsRow]) -> str:
    """Returns a sentence on the first of standings, empty without points or with too many of them."""
    leaders = [row for row in rows if row.rank == 1]
    if not 0 < len(leaders) <= MAX_LEADERS or leaders[0].points == "0":
        return ""
    names = ", ".join(row.name for row in leaders)
    if leaders[0].points == "1":
        return says("In the lead with 1 point: {players}.", players=names)
    return says("In the lead with {points} points: {players}.", players=names, points=leaders[0].points)


def describe_place(rows: Sequence[StandingsRow], player: Player) -> str:
    """Returns a sentence on the place of *player* in standings, empty without one."""
    row = next((row for row in rows if row.player == player), None)
    if row is None:
        return ""
    if row.points == "1":
        return says("You have 1 point: place {rank}.", rank=row.rank)
    return says("You have {points} points: place {rank}.", points=row.points, rank=row.rank)


def describe_outlook(t: Tournament) -> Iterator[str]:
    """Yields sentences on the last round of the current stage and on the following one; none at the end."""
    rounds = t.rounds_of(t.current_stage)
    if t.end is not None or not rounds:
        return
    present, of = rounds[-1], t.plan_of(t.current_stage).rounds
    number, following = present.number, present.number + 1
    playing, count = sum(table.result is None for table in present.tables.values()), len(present.tables)
    is_done = present.is_closed or not playing
    if is_done:
        yield says("All tables of round {number} have finished.", number=number)
    elif present.is_started and count == 1:
        yield says("Round {number} is being played.", number=number)
    elif present.is_started and playing == 1:
        yield says("1 of {count} tables of round {number} still plays.", count=count, number=number)
    elif present.is_started:
        yield says(
            "{playing} of {count} tables of round {number} still play.",
            playing=playing,
            count=count,
            number=number,
        )
    if number < of and is_done:
        yield says("Round {next} of {count} comes next.", next=following, count=of)
    elif number < of:
        yield says("Then comes round {next} of {count}.", next=following, count=of)
    elif number == of and not is_done and t.current_stage == len(t.settings.stages):
        yield says("It is the last round.")
    if number < of and not t.start_times.get((t.current_stage, following)):
        yield says("No time is set for it yet.")
