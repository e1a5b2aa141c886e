"""Exports as CSV, Tournament Report File, calendar and bundle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from flask import Response, request, stream_with_context

from domain.messages import Message
from domain.model import Fact
from domain.tournament import visibility
from domain.tournament.ranking.standings import stage_of
from replays.proof.bundle import Bundle
from replays.text.languages import ENGLISH

from ...http.addresses import API
from ...http.bodies.json_bodies import JSON
from ...http.heavy import costly, heavy
from ...http.middleware.work_charges import charge_chunks
from ...http.requests import optional_token
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag
from ...identity.players import PlayerDirectory
from ...jobs.failures import result_of
from ...jobs.queue import JobQueue, UnknownJob
from ...jobs.views import Job, accepted_job, make_submitter
from ...matches.viewing.replies import current_response
from ...shared.digests import is_digest_of
from ...shared.registry import ProcessState
from ..background.bundles import bundle_chunks
from ..background.export_jobs import ExportedFile, find_export, start_export
from ..exports import calendar, tables, trf
from ..repository import TournamentRepository
from ..schemas import ExportQuery, MomentLanguageQuery, MomentQuery, StageQuery, StandingsQuery
from .view_query import ViewedTournament, load_view, sentence_with_names, view_tag

files = Resource("tournament_files", Tag.RESULTS)


@files.get("/tournaments/<tournament>/standings.csv", "IF_NONE_MATCH")
@costly
@heavy
@files.arguments(StandingsQuery, location="query")
@files.returns(200, str, tables.CSV_TYPE)
@files.errors(401, 404)
def export_standings(args: dict[str, Any], tournament: str) -> Response:
    """Export standings as CSV.

    `round` selects the round, and `known` the moment whose knowledge counts.
    """
    at = load_view(tournament, args["known"])
    stage = stage_of(at.t, args["stage"] or 0)
    return _file_response(
        at,
        lambda: tables.standings_csv(at.t, _player_names(at), stage, args["round"]).encode(),
        tables.CSV_TYPE,
        f"{tournament}.standings.csv",
    )


@files.get("/tournaments/<tournament>/pairings.csv", "IF_NONE_MATCH")
@costly
@heavy
@files.arguments(MomentQuery, location="query")
@files.returns(200, str, tables.CSV_TYPE)
@files.errors(401, 404)
def export_pairings(args: dict[str, Any], tournament: str) -> Response:
    """Export pairings as CSV.

    Each line is a seat or a bye of a round, with its result.
    """
    at = load_view(tournament, args["known"])
    return _file_response(
        at,
        lambda: tables.pairings_csv(at.t, _player_names(at)).encode(),
        tables.CSV_TYPE,
        f"{tournament}.pairings.csv",
    )


@files.get("/tournaments/<tournament>/trf", "IF_NONE_MATCH")
@costly
@heavy
@files.arguments(StageQuery, location="query")
@files.returns(200, str, trf.TRF_TYPE)
@files.errors(401, 404)
def export_report(args: dict[str, Any], tournament: str) -> Response:
    """Export a FIDE report file.

    The file has the form TRF26 and covers one stage of two-player tables: Swiss or round robin.
    Corrections, changed points and penalties are in lines that begin with `###`.
    """
    at = load_view(tournament, args["known"])
    stage = stage_of(at.t, args["stage"] or 0)
    trf.check_stage(at.t, stage)

    def render(message: Message) -> str:
        return sentence_with_names(message, ENGLISH)

    return _file_response(
        at,
        lambda: trf.write_trf(at.t, _visible_facts(at), _player_names(at), render, stage).encode(),
        trf.TRF_TYPE,
        f"{tournament}.{stage}.trf",
    )


@files.get("/tournaments/<tournament>/calendar.ics", "IF_NONE_MATCH")
@costly
@heavy
@files.arguments(MomentLanguageQuery, location="query")
@files.returns(200, str, calendar.CALENDAR_TYPE)
@files.errors(401, 404)
def export_calendar(args: dict[str, Any], tournament: str) -> Response:
    """Export rounds as a calendar.

    The calendar is in the language `lang`, and a round keeps its UID. A round appears once it has a time.
    A round that will not be played is marked as cancelled.
    """
    at, code = load_view(tournament, args["known"]), args["lang"]
    url = f"{request.url_root}t/{tournament}"
    return _file_response(
        at,
        lambda: calendar.write_calendar(
            tournament,
            at.t,
            _visible_facts(at),
            services()[ProcessState].name,
            url,
            lambda message: sentence_with_names(message, code),
        ),
        calendar.CALENDAR_TYPE,
        f"{tournament}.ics",
        code,
    )


@files.get("/tournaments/<tournament>/export")
@costly
@files.arguments(ExportQuery, location="query")
@files.returns(200, Bundle)
@files.returns(202, Job)
@files.response_headers(202, "Location", "Retry-After")
@files.errors(401, 404, 409)
def export_tournament(args: dict[str, Any], tournament: str) -> Response:
    """Export a tournament as a bundle.

    The file holds all matches with their proofs; `recount verify FILE` checks it. A copy for organizers
    holds what only they may know. A job writes a large file: the status is 202. Repeat the request with
    the id as `job`, after `Retry-After`, until it returns 200. `Location` is the address of the job for
    the token that started it, and this address for others. The file stays available for 10 minutes.
    """
    at, token = load_view(tournament), optional_token() or ""
    if args["job"]:
        job = find_export(services(), tournament, at.actor, args["job"])
        if job is None:
            raise UnknownJob
    else:
        job = start_export(services(), tournament, at.t, at.actor, make_submitter(token))
    content = result_of(job) if job else None
    if job and content is None:
        address = f"{API}/tournaments/{tournament}/export?job={job.id}"
        return accepted_job(job, "" if token and is_digest_of(token, job.owner) else address)
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Disposition": f'attachment; filename="{tournament}.json"',
        "Vary": "Authorization",
    }
    if job and content:
        exported = msgspec.json.decode(content, type=ExportedFile)
        chunks = services()[JobQueue].iter_file(job.id)
        headers["Content-Length"] = str(exported.bytes)
    else:
        chunks = charge_chunks(bundle_chunks(services(), tournament, managed=at.actor.manages))
    return Response(stream_with_context(chunks), headers=headers, content_type=JSON)


def _visible_facts(at: ViewedTournament) -> list[Fact]:
    """Returns the facts, redacted for the viewer."""
    redact = visibility.redact_for_staff if at.actor.manages else partial(visibility.redact_fact_at, at.t)
    return [redact(fact) for fact in services()[TournamentRepository].facts(at.tournament, 0, at.t.seq)]


def _player_names(at: ViewedTournament) -> dict[str, str]:
    """Returns the names of the players of a tournament by id."""
    return services()[PlayerDirectory].names_of(at.t.players)


def _file_response(
    at: ViewedTournament, write: Callable[[], bytes], content_type: str, name: str, code: str = ENGLISH
) -> Response:
    """Returns a text file, or 304 while neither the tournament nor a name changes."""
    reply = current_response(write, at.t.seq, code, view_tag(at))
    reply.content_type = f"{content_type}; charset=utf-8"
    if reply.status_code == 200:
        reply.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return reply
