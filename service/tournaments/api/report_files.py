"""Previews and imports of report files from other programs."""

from __future__ import annotations

from flask import Response, request
from msgspec import Struct

from domain.tournament.facts import PlayerRegistered
from domain.tournament.plan import Points, Stage, Tiebreaker, usual_tiebreakers
from replays.proof.receipts import Receipt

from ...http.addresses import API
from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import require_token
from ...http.resource import Resource
from ...http.responses import created_response, json_response
from ...http.services import services
from ...http.tags import Tag
from ...shared.catalogues import language
from ...shared.languages import accepted
from ..access import TournamentAccess
from ..errors import InputError
from ..report_files.model import MAX_CHARACTERS
from ..report_files.opening import PreparedReport, ReportOpener
from ..report_files.options import ReportFile
from .commands import PlayerToken

report_files = Resource("report_files", Tag.TOURNAMENTS)

EXAMPLE = {"report": "012 Spring Open\n142 3\n001    1      Lin\n001    2      Ada\n", "game": "arena"}
MAX_BYTES = 4 * MAX_CHARACTERS + 64 * 1024
"""The longest text in UTF-8, and space for the other fields."""


def _allow_large_body() -> None:
    request.max_content_length = MAX_BYTES


report_files.blueprint.before_request(_allow_large_body)


class ReportWarning(Struct, frozen=True):
    """A doubt about a report file, with its line and column from 1."""

    line: int | None
    column: int | None
    detail: str


class ReportPlayer(Struct, frozen=True):
    """A player of a report file: its line, starting rank, name and rating."""

    line: int
    rank: int
    name: str
    rating: int | None


class ReportPreview(Struct, frozen=True):
    """A report file before its import: `played` counts the rounds in it, `results` their results.

    `gone` are the starting ranks of players who left.
    """

    title: str
    stages: tuple[Stage, ...]
    points: Points
    tiebreakers: tuple[Tiebreaker, ...]
    players: tuple[ReportPlayer, ...]
    played: int
    results: int
    gone: tuple[int, ...]
    warnings: tuple[ReportWarning, ...]


class ContinuedTournament(Struct, frozen=True):
    """A tournament opened from a report file; `tokens` are shown this once."""

    id: str
    seq: int
    position: int
    receipt: Receipt | None
    commitment: str
    tokens: list[PlayerToken]


@report_files.post("/tournaments/report/preview")
@report_files.security("organize")
@report_files.json_body(ReportFile, example=EXAMPLE)
@report_files.returns(200, ReportPreview)
@report_files.errors(401, 403, 404, 413, 415)
def preview_report(file: ReportFile) -> Response:
    """Preview a report file.

    The reply has players, rounds, results, and doubts by line and column. The service stores nothing.
    Errors are a problem of type `invalid-report`, and its `errors` have lines and columns.
    """
    founder = services()[TournamentAccess].require_founder(require_token())
    return json_response(
        _report_preview(services()[ReportOpener].prepare_report(file, founder)), Cache_Control="no-store"
    )


@report_files.post("/tournaments/report")
@report_files.security("organize")
@report_files.json_body(ReportFile, example=EXAMPLE)
@report_files.returns(201, ContinuedTournament)
@report_files.response_headers(201, "ETag", "Location")
@report_files.errors(401, 403, 404, 413, 415)
def import_report(file: ReportFile) -> Response:
    """Import a report file.

    The service creates a tournament from it completely or not at all. The next round is the next to be
    paired. Each player becomes a guest. Facts name the file by its digest.
    """
    founder = services()[TournamentAccess].require_founder(require_token())
    command_result = services()[ReportOpener].open_report(file, founder, request=idempotent_request())
    registered = [
        fact.event.player for fact in command_result.facts if isinstance(fact.event, PlayerRegistered)
    ]
    tokens = [
        PlayerToken(player, token) for player, token in zip(registered, command_result.tokens, strict=True)
    ]
    commitment, seq = command_result.tournament_state.settings.commitment, command_result.tournament_state.seq
    body = ContinuedTournament(
        command_result.tournament, seq, command_result.position, command_result.receipt, commitment, tokens
    )
    reply = created_response(body, seq)
    reply.headers["Location"] = f"{API}/tournaments/{command_result.tournament}"
    return reply


def _report_preview(prepared: PreparedReport) -> ReportPreview:
    report, plan = prepared.report, prepared.plan
    results = sum(game.result is not None for round_ in report.rounds for game in round_.games)
    return ReportPreview(
        plan.title,
        plan.stages,
        plan.points,
        usual_tiebreakers(plan.stages, plan.tiebreakers),
        tuple(
            ReportPlayer(player.line, player.rank, player.name, player.rating) for player in report.players
        ),
        len(report.rounds),
        results,
        report.gone,
        tuple(map(_report_warning, report.warnings)),
    )


def _report_warning(warning: InputError) -> ReportWarning:
    return ReportWarning(warning.line, warning.column, language(accepted()).render(warning.message))
