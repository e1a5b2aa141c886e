"""The checks of a day that is over: a champion who has won, and numbers that are the sums of their lines.

They count for themselves, from the facts of the exported bundle, and not as the product does.
"""

from __future__ import annotations

from fractions import Fraction
from threading import Event
from time import monotonic

from domain.tournament.facts import VOCABULARY, Player
from domain.tournament.fold import fold
from domain.tournament.ranking.standings import compute_standings
from domain.tournament.ranking.why import explain_number
from domain.tournament.scoring.results import result_units
from domain.tournament.state import Tournament
from replays.proof import bundle, bundle_check

from .champions import check_champion, check_end
from .people import Fault, Program

EXPORT_SECONDS = 60
PLAIN_LINES = ("Round {round}, {what}: {value}.", "Together: {value}.", "A penalty: {value} ({why}).")
"""Patterns of the lines that a plain sum consists of; any other line gives a reason for another number."""


def check_day(program: Program, tournament: str) -> None:
    """Raises `Fault` for a champion by accident, an end or points without a reason, and findings."""
    read = bundle.read_bundle(_export(program, tournament))
    if findings := bundle_check.check_bundle(read).findings:
        raise Fault(f"the bundle has findings: {[one.sentence for one in findings]}")
    facts = [entry.decode_fact(VOCABULARY) for entry in read.record.facts]
    t = fold(facts)
    for stage in range(1, t.current_stage + 1):
        for row in compute_standings(t, stage):
            _check_points(t, stage, row.player, Fraction(row.points))
    check_champion(facts, _winners(program, t))
    check_end(facts)


def _export(program: Program, tournament: str) -> bytes:
    """Returns the bundle of a tournament, once the job is done that exports a large one."""
    path, until = f"/api/v1/tournaments/{tournament}/export", monotonic() + EXPORT_SECONDS
    while (reply := program.send("GET", path)).status_code == 202:
        if monotonic() > until:
            raise Fault(f"{tournament} is not exported in {EXPORT_SECONDS} s")
        Event().wait(0.2)
        path = f"/api/v1/tournaments/{tournament}/export?job={reply.json()['id']}"
    return reply.content


def _check_points(t: Tournament, stage: int, player: Player, shown: Fraction) -> None:
    plain = sum_results(t, stage, player)
    reasons = [one.sentence.pattern for one in explain_number(t, player, "points", stage)]
    if shown != plain and all(pattern in PLAIN_LINES for pattern in reasons):
        raise Fault(f"{player} has {shown} points in stage {stage}, the results sum to {plain}: {reasons}")


def sum_results(t: Tournament, stage: int, player: Player) -> Fraction:
    """Returns the plain sum of the results, byes and penalties of a player in a stage."""
    total = Fraction(0)
    for round_ in t.rounds_of(stage):
        for table in round_.tables.values():
            if player in table.seats and table.result is not None:
                total += Fraction(result_units(t.settings.points, table.result, table.seats.index(player)))
        if player in round_.byes:
            total += Fraction(t.settings.points.units_unplayed(round_.byes[player]))
    for given in t.penalties:
        if given.event.player == player and given.event.stage == stage:
            total -= given.event.points
    return total / t.settings.points.unit


def _winners(program: Program, t: Tournament) -> set[Player]:
    title = t.settings.title
    listed = program.look(f"/api/v1/tournaments?text={title.replace(' ', '+')}&limit=100")["items"]
    return {winner["id"] for one in listed if one["title"] == title for winner in one["winners"]}
