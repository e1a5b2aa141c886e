"""The Tournament Report File of FIDE, version 2026: a stage at tables of two that everybody plays.

Positions of fields are counted from 1, as its specification counts them. What results are worth here may be
anything: record 162 tells it, and 299 where somebody got anything else. The first seat has White. What
people did by hand stands in comments, and so do tables without a result: no record of the format has room
for them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime

from domain.messages import Message
from domain.model import Fact
from domain.tournament.facts import Player
from domain.tournament.pairing.starting_ranks import starting_ranks
from domain.tournament.plan import Format, Stage, Tiebreaker
from domain.tournament.ranking.standings import compute_standings, stage_of
from domain.tournament.refusals import Unsound
from domain.tournament.scoring.history import divide_exactly, penalties_in, stage_history
from domain.tournament.scoring.results import Exact
from domain.tournament.state import Tournament

from . import trf_rounds
from .interventions import interventions
from .trf_points import KINDS, WORTH, point_system, points_field, worths

TYPE = "text/plain"
LINE = "\r\n"

FORMATS: Mapping[Format, str] = {"swiss": "Individual: Swiss", "round_robin": "Individual: Round Robin"}
DUTCH = "FIDE_DUTCH_2025"
"""The code of the Dutch system in record 192."""
TIEBREAKS: Mapping[Tiebreaker, str] = {
    "buchholz": "BH",
    "buchholz_cut_1": "BH/C1",
    "buchholz_cut_2": "BH/C2",
    "buchholz_median_1": "BH/M1",
    "sonneborn_berger": "SB",
    "head_to_head": "DE",
    "wins": "WIN",
}
"""The codes of FIDE's C.07; what it has no code for is told in a comment."""


def trf(
    t: Tournament,
    facts: Iterable[Fact],
    names: Mapping[Player, str],
    tell: Callable[[Message], str],
    stage: int = 0,
) -> str:
    """Returns the report of a *stage* (0: the one being played); raises `Refused`, and `Unsound` without one.

    *facts* are what its reader may see; *tell* puts names in the place of ids.
    """
    stage = stage_of(t, stage)
    check(t, stage)
    return LINE.join([*_Report(t, stage, names).lines(facts, tell), ""])


def check(t: Tournament, stage: int) -> None:
    """Raises `Unsound` where a *stage* cannot be told of."""
    fit = [each for each, plan in enumerate(t.settings.stages, 1) if _fits(plan)]
    if not fit:
        raise Unsound(
            Message("The Tournament Report File tells of Swiss rounds and round robins at tables of two.")
        )
    if stage not in fit:
        raise Unsound(
            Message(
                "Stage {stage} is neither Swiss nor a round robin at tables of two."
                " Ask for stage {other}: ?stage={other}, on the command line --stage {other}.",
                stage=stage,
                other=fit[-1],
            )
        )
    if any(entry.registration.members for entry in t.players.values()):
        raise Unsound(Message("The Tournament Report File cannot tell of teams that share a seat."))


def report_stages(t: Tournament) -> list[int]:
    """Returns the stages, begun so far, that a report tells of."""
    teams = any(entry.registration.members for entry in t.players.values())
    return [] if teams else [stage for stage in range(1, t.current_stage + 1) if _fits(t.plan_of(stage))]


def _fits(plan: Stage) -> bool:
    return plan.format in FORMATS and plan.seats == (2,)


class _Report:
    """A stage while it is written: players by their starting rank, and what each round was to them.

    A last round without any result is not among the `rounds`, but `ahead`, like those to come.
    """

    def __init__(self, t: Tournament, stage: int, names: Mapping[Player, str]) -> None:
        self.t, self.stage, self.names = t, stage, names
        self.rounds, self.ahead = trf_rounds.played(t.rounds_of(stage))
        self.ranks = {row.player: row for row in compute_standings(t, stage, len(self.rounds))}
        self.players = {player: number for number, player in enumerate(starting_ranks(t, stage), 1)}
        columns = [trf_rounds.cells(round_, self.players) for round_ in self.rounds]
        self.cells = {player: [column[player] for column in columns] for player in self.players}

    def lines(self, facts: Iterable[Fact], tell: Callable[[Message], str]) -> Iterator[str]:
        """Yields the lines, without their ends."""
        yield from self._tournament(facts := [*facts])
        yield from (self._player(player) for player in self.players)
        yield from trf_rounds.byes(self.t, self.stage, self.players, len(self.rounds), self.ahead)
        yield from self._abnormal()
        yield from trf_rounds.without_results((*self.rounds, *self.ahead), self.players)
        yield from (f"### {text}" for text in interventions(self.t, facts, tell))

    def _tournament(self, facts: list[Fact]) -> Iterator[str]:
        tournament_opened, plan = self.t.settings, self.t.plan_of(self.stage)
        rated = sum(self.t.players[player].registration.rating is not None for player in self.players)
        yield f"012 {tournament_opened.title}"
        yield f"042 {_day(tournament_opened.at):%Y/%m/%d}"
        yield f"052 {_day(max(getattr(fact.event, 'at', 0) for fact in facts)):%Y/%m/%d}"
        yield f"062 {len(self.players)}"
        yield f"072 {rated}"
        yield f"092 {FORMATS[plan.format]}"
        if tournament_opened.minutes:
            yield f"122 {tournament_opened.minutes} minutes a round"
        yield f"142 {trf_rounds.total(self.t, self.stage)}"
        if colour := trf_rounds.initial_colour(self.t, self.stage, self.players):
            yield f"152 {colour}"
        if record := point_system(tournament_opened.points):
            yield record
        engines = dict.fromkeys(round_.engine for round_ in self.rounds)
        yield f"182 Recount ({', '.join(engines)})" if engines else "182 Recount"
        if plan.engine == "dutch":
            yield f"192 {DUTCH}"
        codes = [
            TIEBREAKS[tiebreaker] for tiebreaker in tournament_opened.tiebreakers if tiebreaker in TIEBREAKS
        ]
        if codes:
            yield f"202 {','.join(codes)}"
            yield f"212 {','.join(('PTS', *codes))}"
        if others := [
            tiebreaker for tiebreaker in tournament_opened.tiebreakers if tiebreaker not in TIEBREAKS
        ]:
            tiebreakers = ", ".join(tournament_opened.tiebreakers)
            yield f"### All tie-breaks: {tiebreakers}. Without a code: {', '.join(others)}."

    def _player(self, player: Player) -> str:
        """Returns line 001 of a player; who was disqualified has the last place of all."""
        row = self.ranks.get(player)
        points = points_field(row.points if row else 0)
        place = row.rank if row else len(self.players)
        rating = self.t.players[player].registration.rating
        rated = f"{rating:>4}" if rating is not None and 0 <= rating <= 9999 else " " * 4
        name = " ".join(self.names[player].split())[:33]
        start = f"001 {self.players[player]:>4}      {name:<33} {rated}".ljust(80)
        cells = "  ".join(map(str, self.cells[player]))
        return f"{start}{points} {place:>4}  {cells}".rstrip()

    def _abnormal(self) -> Iterator[str]:
        """Yields records 299: who got other points than record 162 tells, and penalties."""
        counted = len(self.rounds)
        usual = worths(self.t.settings.points)
        games = stage_history(self.t, self.stage, counted)
        found: defaultdict[tuple[str, Exact, int], list[Player]] = defaultdict(list)
        for player, cells in self.cells.items():
            got = {game.round: game.points for game in games[player]}
            for round_, cell in zip(self.rounds, cells, strict=True):
                expected, points = usual.get(WORTH.get(cell.code, "")), got.get(round_.number, 0)
                if expected is not None and points != expected:
                    kind = KINDS.get(cell.code, cell.code)
                    found[kind, points if kind.strip() else points - expected, round_.number].append(player)
        for given in penalties_in(self.t, self.stage, counted):
            penalty = given.event
            found[" ", divide_exactly(-penalty.points, self.t.settings.points.unit), penalty.round].append(
                penalty.player
            )
        for (kind, points, round), players in found.items():
            ids = " ".join(f"{self.players[player]:>4}" for player in players)
            yield f"299 {kind}        {points_field(points)}  {round:03d} {ids}"


def _day(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)
