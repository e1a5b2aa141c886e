"""Tournaments as files: CSV, the Tournament Report File, a calendar."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Response, request, stream_with_context

from domain.messages import Message
from domain.tournament import sight
from domain.tournament.standings import stage_of
from domain.words import Fact
from replays.languages import ENGLISH
from replays.proof.bundle import Bundle

from ...http.json_bodies import JSON
from ...http.rate_limit_headers import spend
from ...http.resource import Resource
from ...http.responses import seen, services
from ...http.schemas import Looking
from ..bundles import bundled, size
from ..exports import calendar, tables, trf
from ..schemas import AsKnown, KnownInLanguage, OfRound, Standings
from .looking import Look, look, names_of, tag_of, told

files = Resource("tournament_files", "Tournaments as files that other programs read.")


@files.get("/tournaments/<tournament>/standings.csv", "IF_NONE_MATCH")
@files.takes(Standings, location="query")
@files.returns(200, str, tables.TYPE)
@files.returns_nothing(304, "The tournament stands where `If-None-Match` says.")
@files.refuses(401, 404)
def standings_csv(asked: dict[str, Any], tournament: str) -> Response:
    """Writes who stands where in a stage as CSV, after a `round`, as it was `known` at a moment."""
    at = look(tournament, asked["known"])
    stage = stage_of(at.t, asked["stage"] or 0)
    return _file(
        at,
        lambda: tables.standings_csv(at.t, names_of(at.t.players)[0], stage, asked["round"]).encode(),
        tables.TYPE,
        f"{tournament}.standings.csv",
    )


@files.get("/tournaments/<tournament>/pairings.csv", "IF_NONE_MATCH")
@files.takes(AsKnown, location="query")
@files.returns(200, str, tables.TYPE)
@files.returns_nothing(304, "The tournament stands where `If-None-Match` says.")
@files.refuses(401, 404)
def pairings_csv(asked: dict[str, Any], tournament: str) -> Response:
    """Writes who sat where in every round as CSV, a seat or a bye a line, with what became of it."""
    at = look(tournament, asked["known"])
    return _file(
        at,
        lambda: tables.pairings_csv(at.t, names_of(at.t.players)[0]).encode(),
        tables.TYPE,
        f"{tournament}.pairings.csv",
    )


@files.get("/tournaments/<tournament>/trf", "IF_NONE_MATCH")
@files.takes(OfRound, location="query")
@files.returns(200, str, trf.TYPE)
@files.returns_nothing(304, "The tournament stands where `If-None-Match` says.")
@files.refuses(401, 404)
def report(asked: dict[str, Any], tournament: str) -> Response:
    """Writes a stage as FIDE's Tournament Report File of 2026: Swiss rounds, round robins, tables of two.

    What was corrected, changed or penalized by hand stands in lines that begin with `###`.
    """
    at = look(tournament, asked["known"])
    stage = stage_of(at.t, asked["stage"] or 0)
    trf.check(at.t, stage)

    def tell(message: Message) -> str:
        return told(message, ENGLISH)

    return _file(
        at,
        lambda: trf.trf(at.t, _facts(at), names_of(at.t.players)[0], tell, stage).encode(),
        trf.TYPE,
        f"{tournament}.{stage}.trf",
    )


@files.get("/tournaments/<tournament>/calendar.ics", "IF_NONE_MATCH")
@files.takes(KnownInLanguage, location="query")
@files.returns(200, str, calendar.TYPE)
@files.returns_nothing(304, "The tournament stands where `If-None-Match` says.")
@files.refuses(401, 404)
def rounds(asked: dict[str, Any], tournament: str) -> Response:
    """Writes the rounds that have a time as a calendar, in `lang`; the UID of a round is the same for ever.

    Rounds to come are there once they are scheduled, and are cancelled if they will not be played.
    """
    at, code = look(tournament, asked["known"]), asked["lang"]
    url = f"{request.url_root}tournaments/{tournament}"
    return _file(
        at,
        lambda: calendar.calendar(
            tournament, at.t, _facts(at), services().name, url, lambda message: told(message, code)
        ),
        calendar.TYPE,
        f"{tournament}.ics",
        code,
    )


@files.get("/tournaments/<tournament>/export")
@files.takes(Looking, location="query")
@files.returns(200, Bundle)
@files.refuses(401, 404)
def whole(_: dict[str, Any], tournament: str) -> Response:
    """Writes the whole tournament with all its matches as one file that proves itself: `recount verify FILE`.

    Its organizers read in it what they alone may know.
    """
    at = look(tournament)
    spend(size(services(), at.t))
    body = stream_with_context(bundled(services(), tournament, managed=at.actor.manages))
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Disposition": f'attachment; filename="{tournament}.json"',
        "Vary": "Authorization",
    }
    return Response(body, headers=headers, content_type=JSON)


def _facts(at: Look) -> list[Fact]:
    """Returns the facts as who looks may see them."""
    show = sight.managed if at.actor.manages else partial(sight.shown_at, at.t)
    return [show(fact) for fact in services().tournaments.facts(at.tournament, 0, at.t.seq)]


def _file(at: Look, make: Callable[[], bytes], form: str, name: str, code: str = ENGLISH) -> Response:
    """Returns a file of text, to be asked for again: 304 while neither the tournament nor a name changes."""
    reply = seen(make, at.t.seq, code, tag_of(at))
    reply.content_type = f"{form}; charset=utf-8"
    if reply.status_code == 200:
        reply.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return reply
