"""Endpoint with the facts of a match as a page, JSON lines, CloudEvents or a live stream."""

from __future__ import annotations

from typing import Any

from flask import Response, request, url_for
from marshmallow import fields
from msgspec import Struct

from domain import table
from domain.model import SPECTATOR, Viewer
from domain.published import encode, encode_lines
from domain.table import Import
from domain.timestamps import recorded_at

from ...company.presence import PUBLIC, Places
from ...evidence.keys import ImportTrust
from ...http.bodies.json_bodies import JSON, NDJSON
from ...http.bodies.paging import Facts
from ...http.requests import last_event_seq, optional_token, preferred_type
from ...http.resource import Resource
from ...http.responses import next_link
from ...http.services import services
from ...http.sse import EVENTS, stream_reply
from ...http.tags import Tag
from ...identity import browser
from ...identity.players import NamedPlayer, PlayerDirectory
from ...matches.repository import MatchRepository, seat_of
from ...matches.viewing.access import Access
from ...matches.viewing.named_facts import FactNames, NamedFact
from ...matches.viewing.viewers import reveals, viewer_of
from ...shared.registry import ProcessState
from ..broadcasts import MatchStream
from ..cloudevents import BATCH, CloudEvent, cloud_events

facts = Resource("facts", Tag.FEED, CloudEvent)


HEADERS = {
    "Cache-Control": "private, no-cache",
    "Vary": "Accept, Authorization",
    "X-Accel-Buffering": "no",
}
"""Headers of each reply."""


class FollowedFacts(Facts):
    """A range of facts, and for a live stream whether it also announces the people at the match."""

    company = fields.Boolean(load_default=False)


class FactPage(Struct, frozen=True):
    """Some facts of a match; `next` is the cursor of the next page, if there is one already.

    Facts hold ids of players; `players` names those of the match. `imported` is the origin of an imported
    match.
    """

    match: str
    items: list[NamedFact]
    next: str | None
    players: tuple[NamedPlayer, ...]
    imported: Import | None = None


@facts.get("/matches/<match>/facts", "VIEWER", "LAST_EVENT_ID")
@facts.arguments(FollowedFacts, location="query")
@facts.returns(200, FactPage)
@facts.returns(200, NamedFact, NDJSON, EVENTS)
@facts.returns(200, "CloudEventBatch", BATCH)
@facts.returns_nothing(204, "The match is over and the client has all its facts: do not reconnect.")
@facts.errors(401, 404, 406, 422, 503)
@reveals
def list_match_facts(args: dict[str, Any], match: str) -> Response:
    """List the facts of a match.

    They come as a page, as JSON lines, as a CloudEvents batch, or as a live stream that `Last-Event-ID`
    resumes. With `company`, the stream also sends events `company` and `phrases` without ids, after each
    change of the people at the match and of their phrases, and goes on after its end.
    """
    form = preferred_type((JSON, NDJSON, BATCH, EVENTS))
    viewer = viewer_of(match)
    window = services()[Access].window(match, viewer)
    rules, match_state = window.load()
    after = max(args["after"], last_event_seq())  # a reconnecting client repeats its query
    if form == EVENTS:
        present, company = services()[MatchRepository].load_match(match).match, args["company"]
        if present.ended is not None and after >= match_state.seq and not company:
            return _make_reply(b"", EVENTS, 204)
        places = _client_places(present, match, viewer)
        stream = MatchStream(services(), match, optional_token(), after, places, company)
        return stream_reply(stream.catch_up(), HEADERS, stream.follow)
    until = after + args["limit"]
    redacted = (table.redact_fact(rules, fact, viewer) for fact in window.load_facts(after, until))
    page = services()[FactNames].name_facts(match, redacted)
    following = str(until) if match_state.seq > until else None
    reply = _make_reply(_encode_page(form, match, match_state, page, following), form)
    reply.headers.update(next_link(following))
    return reply


def _client_places(match_state: table.Match[Any], match: str, viewer: Viewer) -> Places:
    """Returns the seats that the client plays, or the place of a spectator."""
    tokens = [optional_token()]
    if "HTTP_AUTHORIZATION" not in request.environ:
        tokens = [browser.session_token(match, f"{browser.SEAT}{seat}") for seat in browser.seats_of(match)]
    seats = {seat_of(match_state, token) for token in tokens if token}
    played = sorted(seat for seat in seats if seat is not None and seat not in match_state.bots)
    return tuple(played) or ((PUBLIC,) if viewer == SPECTATOR else ())


def _encode_page(
    form: str, match: str, match_state: table.Match[Any], page: list[NamedFact], following: str | None
) -> bytes:
    """Returns *page* in the requested form."""
    if form == NDJSON:
        return encode_lines(page)
    if form == BATCH:
        schema = url_for("games.get_fact_schema", game=match_state.settings.game, _external=True)
        before = services()[MatchRepository].load_facts(match, 0, page[0].seq - 1) if page else []
        at = max((recorded_at(fact.event) for fact in before), default=0)
        return encode(
            [
                *cloud_events(
                    services()[ProcessState].name,
                    match,
                    page,
                    at,
                    schema,
                    services()[ImportTrust].match_origin(match),
                )
            ]
        )
    players = services()[PlayerDirectory].list_players(
        sorted({player.player for player in match_state.players if player})
    )
    return encode(FactPage(match, page, following, players, services()[ImportTrust].match_origin(match)))


def _make_reply(body: bytes, form: str, status: int = 200) -> Response:
    return Response(body, status, HEADERS, content_type=form)
