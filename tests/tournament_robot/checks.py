"""The checks of a day that is over: a champion who has won, and numbers that are the sums of their lines.

They count for themselves, from the facts of the exported bundle, and not as the product does.
"""

from __future__ import annotations

from fractions import Fraction

from domain.tournament.facts import VOCABULARY, Player
from domain.tournament.fold import fold
from domain.tournament.results import units
from domain.tournament.standings import standings
from domain.tournament.state import Tournament
from domain.tournament.why import why
from replays.proof import bundle, bundle_check

from .people import Fault, Program

PLAIN_LINES = ("Round {round}, {what}: {value}.", "Together: {value}.", "A penalty: {value} ({why}).")
"""Patterns of the lines that a plain sum consists of; any other line gives a reason for another number."""
LIVES = {"single_elimination": 1, "double_elimination": 2}


def check_day(program: Program, tournament: str) -> None:
    """Raises `Fault` for a champion by accident, for points without a reason, and for a bundle with findings."""
    file = program.send("GET", f"/tournaments/{tournament}/export").content
    read = bundle.read(file)
    if findings := bundle_check.check(read).findings:
        raise Fault(f"the bundle has findings: {[one.sentence for one in findings]}")
    t = fold(entry.fact(VOCABULARY) for entry in read.record.facts)
    for stage in range(1, t.stage + 1):
        for row in standings(t, stage):
            _check_points(t, stage, row.player, Fraction(row.points))
    _check_champion(program, t)


def _check_points(t: Tournament, stage: int, player: Player, shown: Fraction) -> None:
    plain = sum_results(t, stage, player)
    reasons = [one.told.pattern for one in why(t, player, "points", stage)]
    if shown != plain and all(pattern in PLAIN_LINES for pattern in reasons):
        raise Fault(f"{player} has {shown} points in stage {stage}, the results sum to {plain}: {reasons}")


def sum_results(t: Tournament, stage: int, player: Player) -> Fraction:
    """Returns the plain sum of the results, byes and penalties of a player in a stage."""
    total = Fraction(0)
    for round_ in t.rounds_of(stage):
        for table in round_.tables.values():
            if player in table.seats and table.result is not None:
                total += Fraction(units(t.opened.points, table.result, table.seats.index(player)))
        if player in round_.byes:
            total += Fraction(t.opened.points.unplayed(round_.byes[player]))
    for given in t.penalties:
        if given.penalty.player == player and given.penalty.stage == stage:
            total -= given.penalty.points
    return total / t.opened.points.unit


def _check_champion(program: Program, t: Tournament) -> None:
    """Raises `Fault` where a winner of a bracket has lost too often, or another player has lost less often."""
    lives = LIVES.get(t.plan(t.stage).format)
    listed = program.look(f"/tournaments?text={t.opened.title.replace(' ', '+')}&limit=100")["tournaments"]
    winners = {
        player
        for one in listed
        if one["title"] == t.opened.title
        for player in (entry["id"] for entry in one["winners"])
    }
    if lives is None or not winners:
        return
    losses = dict.fromkeys(t.entrants(t.stage), 0)
    for round_ in t.rounds_of(t.stage):
        for table in round_.tables.values():
            if table.result is not None:
                for player, place in zip(table.seats, table.result.places, strict=True):
                    losses[player] += place > 1 if 1 in table.result.places else lives
    for winner in winners & losses.keys():
        rivals = [one for one in losses if one != winner and losses[one] < lives]
        rivals = [one for one in rivals if t.players[one].attendance == "playing"]
        if losses[winner] >= lives or rivals:
            raise Fault(f"{winner} won the bracket with {losses[winner]} losses; {rivals} are still in")
