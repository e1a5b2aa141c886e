"""Rounds and standings after any round, as known at any moment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Response

from domain.tournament.decision.ranking import final_ranking
from domain.tournament.decision.winners import stage_winners
from domain.tournament.facts import Player
from domain.tournament.knockout.qualifying import qualification_certainty
from domain.tournament.ranking.changes import gains_between
from domain.tournament.ranking.differences import compare_facts, page_of
from domain.tournament.ranking.prospects import rank_prospects, unsettled_tables
from domain.tournament.ranking.standings import compute_standings, stage_of
from domain.tournament.ranking.why import Reason, explain_number
from domain.tournament.refusals import require_round
from domain.tournament.state import Tournament

from ...eventstore.store import Store
from ...http.addresses import API
from ...http.heavy import heavy
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag
from ..background.effort import comparable_facts
from ..queries.disputes import Disputes, find_disputes
from ..queries.moments import last_known_seq
from ..queries.standings_views import (
    DifferenceList,
    Explanation,
    FinalRow,
    GainList,
    OpenTable,
    ReasonLine,
    StageStandings,
    StandingsDifference,
    StandingsGain,
    StandingsOfStage,
    change_of,
    row_of,
)
from ..queries.views import RoundDetails, round_view
from ..repository import TournamentRepository
from ..schemas import DifferenceQuery, GainQuery, ScoreQuery, StageQuery, StandingsQuery
from .view_query import (
    ViewedTournament,
    load_view,
    player_names,
    position_of_fact,
    position_of_view,
    sentence_with_names,
    view_response,
)

ranking = Resource("ranking", Tag.RESULTS)


@ranking.get("/tournaments/<tournament>/rounds/<int:number>")
@ranking.arguments(StageQuery, location="query")
@ranking.returns(200, RoundDetails)
@ranking.errors(401, 404)
def get_round(args: dict[str, Any], tournament: str, number: int) -> Response:
    """Get a round.

    The reply has its tables with their results, and its byes.
    """
    at = load_view(tournament, args["known"])
    round_ = require_round(at.t, args["stage"] or at.t.current_stage, number)
    return view_response(at, lambda: round_view(tournament, at.t, round_, player_names(round_.players)))


@ranking.get("/tournaments/<tournament>/standings")
@heavy
@ranking.arguments(StandingsQuery, location="query")
@ranking.returns(200, StageStandings)
@ranking.errors(401, 404)
def get_standings(args: dict[str, Any], tournament: str) -> Response:
    """Get standings.

    Without `stage` it is the last stage that has begun. `round` returns the standings after that round.
    `known` is a position or a time; the reply gives the moment as a position and as the `seq` of the
    tournament.
    """
    at = load_view(tournament, args["known"])
    stage = stage_of(at.t, args["stage"] or 0)
    open_cases = find_disputes(services(), tournament, at.t, args["known"])
    return view_response(
        at, lambda: _stage_standings(at, open_cases, stage, args["round"]), disputed=open_cases
    )


def _stage_standings(
    at: ViewedTournament, open_cases: Disputes, stage: int, after: int | None
) -> StageStandings:
    t, disputed = at.t, open_cases.tables
    rows, paired = compute_standings(t, stage, after), len(t.rounds_of(stage))
    last = after is None or after >= paired
    possible = rank_prospects(t, stage, disputed, rows) if last else {}
    certain = qualification_certainty(t, stage, disputed) if last else {}
    return StageStandings(
        at.tournament,
        stage,
        tuple(_link_of_stage(at.tournament, t, number) for number in range(1, t.current_stage + 1)),
        paired if last else after or 0,
        position_of_view(at, open_cases),
        t.settings.tiebreakers,
        tuple(
            OpenTable(round_.number, table.number, table.match or None, table.result is not None)
            for round_, table in unsettled_tables(t, stage, disputed)
            if last or round_.number <= (after or 0)
        ),
        tuple(row_of(row, possible.get(row.player), certain.get(row.player)) for row in rows),
        stage_winners(t) if t.end is not None else None,
        tuple(FinalRow(*final_place) for final_place in final_ranking(t)) if t.end is not None else None,
        player_names(t.players),
    )


def _link_of_stage(tournament: str, t: Tournament, stage: int) -> StandingsOfStage:
    path = f"{API}/tournaments/{tournament}/standings?stage={stage}"
    return StandingsOfStage(stage, t.plan_of(stage).format, path)


@ranking.get("/tournaments/<tournament>/standings/difference")
@heavy
@ranking.arguments(DifferenceQuery, location="query")
@ranking.returns(200, DifferenceList)
@ranking.errors(401, 404)
def list_standings_differences(args: dict[str, Any], tournament: str) -> Response:
    """List changes of standings over time.

    Both moments are positions or times. Each entry names the ruling or result that changed the standings,
    and its effect on each player. With large standings a page may hold fewer than `limit` entries, or
    none. Continue until `next` is null.
    """
    at = load_view(tournament, args["last"])
    stage, after = stage_of(at.t, args["stage"] or 0), args["round"]
    repository, code = services()[TournamentRepository], args["lang"]
    first_known = last_known_seq(services()[Store], repository, tournament, args["first"])
    first = int(args["cursor"] or first_known)
    facts = repository.facts(tournament, 0, at.t.seq)

    def make_view() -> DifferenceList:
        compared = compare_facts(facts, first, at.t.seq, stage, after, public=not at.actor.manages)
        page = page_of(compared, args["limit"], comparable_facts(at.t, stage, after))
        standings_differences = tuple(
            StandingsDifference(
                difference.seq,
                sentence_with_names(difference.sentence, code),
                tuple(
                    change_of(change, sentence_with_names(change.sentence, code))
                    for change in difference.changes
                ),
            )
            for difference in page.differences
        )
        cursor = str(page.next_seq) if page.next_seq else None
        return DifferenceList(
            tournament,
            stage,
            after,
            position_of_fact(tournament, first),
            position_of_view(at),
            standings_differences,
            cursor,
        )

    return view_response(at, make_view, code)


@ranking.get("/tournaments/<tournament>/standings/gains")
@heavy
@ranking.arguments(GainQuery, location="query")
@ranking.returns(200, GainList)
@ranking.errors(401, 404)
def list_standings_gains(args: dict[str, Any], tournament: str) -> Response:
    """List changes of standings between rounds.

    Each change comes with the games, byes and penalties behind it.
    """
    at = load_view(tournament, args["known"])
    stage, code = stage_of(at.t, args["stage"] or 0), args["lang"]
    paired = len(at.t.rounds_of(stage))
    last = paired if args["round"] is None else min(args["round"], paired)
    first = max(0, last - 1) if args["since"] is None else args["since"]

    def make_view() -> GainList:
        standings_gains = tuple(
            StandingsGain(
                change_of(gain.change, sentence_with_names(gain.change.sentence, code)),
                _reason_lines(gain.lines, code),
            )
            for gain in gains_between(at.t, stage, first, last)
        )
        return GainList(tournament, stage, first, last, position_of_view(at), standings_gains)

    return view_response(at, make_view, code)


@ranking.get("/tournaments/<tournament>/players/<player>/why")
@heavy
@ranking.arguments(ScoreQuery, location="query")
@ranking.returns(200, Explanation)
@ranking.errors(401, 404)
def explain_standing(args: dict[str, Any], tournament: str, player: Player) -> Response:
    """Explain a player's score.

    `of` selects the points or a tie-breaker.
    """
    at = load_view(tournament, args["known"])
    stage = stage_of(at.t, args["stage"] or 0)
    lines = explain_number(at.t, player, args["of"], stage, args["round"])

    def make_view() -> Explanation:
        reasons = _reason_lines(lines, args["lang"])
        return Explanation(tournament, player, args["of"], stage, position_of_view(at), reasons)

    return view_response(at, make_view, args["lang"])


def _reason_lines(reasons: Iterable[Reason], code: str) -> tuple[ReasonLine, ...]:
    return tuple(
        ReasonLine(sentence_with_names(reason.sentence, code), reason.seq or None) for reason in reasons
    )
