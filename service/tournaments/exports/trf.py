"""Exports a stage with tables of two as FIDE's Tournament Report File, version 2026.

Field positions count from 1, as in its specification. Record 162 gives the points of results, and record 299
each deviation from them. The first seat has White. Comments hold manual interventions and tables without a
result, because the format has no record for them.
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
from .interventions import describe_interventions
from .trf_points import POINT_CODES, RESULT_CODES, point_system, points_field, result_points

TRF_TYPE = "text/plain"
LINE_END = "\r\n"

FORMATS: Mapping[Format, str] = {"swiss": "Individual: Swiss", "round_robin": "Individual: Round Robin"}
DUTCH_CODE = "FIDE_DUTCH_2025"
"""The code of the Dutch system in record 192."""
TIEBREAKER_CODES: Mapping[Tiebreaker, str] = {
    "buchholz": "BH",
    "buchholz_cut_1": "BH/C1",
    "buchholz_cut_2": "BH/C2",
    "buchholz_median_1": "BH/M1",
    "sonneborn_berger": "SB",
    "head_to_head": "DE",
    "wins": "WIN",
}
"""The codes of FIDE's C.07. A comment names other tie-breakers."""


def write_trf(
    t: Tournament,
    facts: Iterable[Fact],
    names: Mapping[Player, str],
    render: Callable[[Message], str],
    stage: int = 0,
) -> str:
    """Returns the report of a *stage*, 0 for the current one; raises `Refused` and `Unsound`.

    *facts* are redacted for the reader. *render* replaces ids with names.
    """
    stage = stage_of(t, stage)
    check_stage(t, stage)
    return LINE_END.join([*_Report(t, stage, names).report_lines(facts, render), ""])


def check_stage(t: Tournament, stage: int) -> None:
    """Raises `Unsound` for a *stage* without a report."""
    stages = [number for number, plan in enumerate(t.settings.stages, 1) if _has_report(plan)]
    if not stages:
        raise Unsound(
            Message("The Tournament Report File tells of Swiss rounds and round robins at tables of two.")
        )
    if stage not in stages:
        raise Unsound(
            Message(
                "Stage {stage} is neither Swiss nor a round robin at tables of two."
                " Ask for stage {other}: ?stage={other}, on the command line --stage {other}.",
                stage=stage,
                other=stages[-1],
            )
        )
    if any(entry.registration.members for entry in t.players.values()):
        raise Unsound(Message("The Tournament Report File cannot tell of teams that share a seat."))


def report_stages(t: Tournament) -> list[int]:
    """Returns the started stages with a report."""
    teams = any(entry.registration.members for entry in t.players.values())
    return (
        [] if teams else [stage for stage in range(1, t.current_stage + 1) if _has_report(t.plan_of(stage))]
    )


def _has_report(plan: Stage) -> bool:
    return plan.format in FORMATS and plan.seats == (2,)


class _Report:
    """A stage as its report shows it, with players by starting rank.

    A last round without any result belongs to `ahead` and not to `rounds`.
    """

    def __init__(self, t: Tournament, stage: int, names: Mapping[Player, str]) -> None:
        self.t, self.stage, self.names = t, stage, names
        self.rounds, self.ahead = trf_rounds.split_rounds(t.rounds_of(stage))
        self.ranks = {row.player: row for row in compute_standings(t, stage, len(self.rounds))}
        self.players = {player: number for number, player in enumerate(starting_ranks(t, stage), 1)}
        columns = [trf_rounds.round_cells(round_, self.players) for round_ in self.rounds]
        self.cells = {player: [column[player] for column in columns] for player in self.players}

    def report_lines(self, facts: Iterable[Fact], render: Callable[[Message], str]) -> Iterator[str]:
        """Yields the lines, without their ends."""
        yield from self._tournament_lines(facts := [*facts])
        yield from (self._player_line(player) for player in self.players)
        yield from trf_rounds.bye_records(self.t, self.stage, self.players, len(self.rounds), self.ahead)
        yield from self._abnormal_lines()
        yield from trf_rounds.missing_result_comments((*self.rounds, *self.ahead), self.players)
        yield from (f"### {text}" for text in describe_interventions(self.t, facts, render))

    def _tournament_lines(self, facts: list[Fact]) -> Iterator[str]:
        tournament_opened, plan = self.t.settings, self.t.plan_of(self.stage)
        rated = sum(self.t.players[player].registration.rating is not None for player in self.players)
        yield f"012 {tournament_opened.title}"
        yield f"042 {_utc_day(tournament_opened.at):%Y/%m/%d}"
        yield f"052 {_utc_day(max(getattr(fact.event, 'at', 0) for fact in facts)):%Y/%m/%d}"
        yield f"062 {len(self.players)}"
        yield f"072 {rated}"
        yield f"092 {FORMATS[plan.format]}"
        if tournament_opened.minutes:
            yield f"122 {tournament_opened.minutes} minutes a round"
        yield f"142 {trf_rounds.round_count(self.t, self.stage)}"
        if colour := trf_rounds.initial_colour(self.t, self.stage, self.players):
            yield f"152 {colour}"
        if record := point_system(tournament_opened.points):
            yield record
        engines = dict.fromkeys(round_.engine for round_ in self.rounds)
        yield f"182 Recount ({', '.join(engines)})" if engines else "182 Recount"
        if plan.engine == "dutch":
            yield f"192 {DUTCH_CODE}"
        codes = [
            TIEBREAKER_CODES[tiebreaker]
            for tiebreaker in tournament_opened.tiebreakers
            if tiebreaker in TIEBREAKER_CODES
        ]
        if codes:
            yield f"202 {','.join(codes)}"
            yield f"212 {','.join(('PTS', *codes))}"
        if others := [
            tiebreaker for tiebreaker in tournament_opened.tiebreakers if tiebreaker not in TIEBREAKER_CODES
        ]:
            tiebreakers = ", ".join(tournament_opened.tiebreakers)
            yield f"### All tie-breaks: {tiebreakers}. Without a code: {', '.join(others)}."

    def _player_line(self, player: Player) -> str:
        """Returns record 001 of a player; a disqualified player has the last rank."""
        row = self.ranks.get(player)
        points = points_field(row.points if row else 0)
        rank = row.rank if row else len(self.players)
        rating = self.t.players[player].registration.rating
        rated = f"{rating:>4}" if rating is not None and 0 <= rating <= 9999 else " " * 4
        name = " ".join(self.names[player].split())[:33]
        start = f"001 {self.players[player]:>4}      {name:<33} {rated}".ljust(80)
        cells = "  ".join(map(str, self.cells[player]))
        return f"{start}{points} {rank:>4}  {cells}".rstrip()

    def _abnormal_lines(self) -> Iterator[str]:
        """Yields records 299 for penalties and for points other than those of record 162."""
        counted = len(self.rounds)
        usual = result_points(self.t.settings.points)
        games = stage_history(self.t, self.stage, counted)
        players_by_award: defaultdict[tuple[str, Exact, int], list[Player]] = defaultdict(list)
        for player, cells in self.cells.items():
            points_by_round = {game.round: game.points for game in games[player]}
            for round_, cell in zip(self.rounds, cells, strict=True):
                expected, points = (
                    usual.get(POINT_CODES.get(cell.code, "")),
                    points_by_round.get(round_.number, 0),
                )
                if expected is not None and points != expected:
                    kind = RESULT_CODES.get(cell.code, cell.code)
                    players_by_award[
                        kind, points if kind.strip() else points - expected, round_.number
                    ].append(player)
        for penalty_fact in penalties_in(self.t, self.stage, counted):
            penalty = penalty_fact.event
            players_by_award[
                " ", divide_exactly(-penalty.points, self.t.settings.points.unit), penalty.round
            ].append(penalty.player)
        for (kind, points, round), players in players_by_award.items():
            ids = " ".join(f"{self.players[player]:>4}" for player in players)
            yield f"299 {kind}        {points_field(points)}  {round:03d} {ids}"


def _utc_day(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)
