"""Endpoint of the feed as a page, JSON lines, CloudEvents or a live stream."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import AsyncGenerator, Mapping
from time import monotonic
from typing import Any

from flask import Response, url_for
from marshmallow import fields, validate
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain.games import GAMES
from domain.published import encode, encode_lines
from domain.tournament.facts import TournamentFact

from ...eventstore.codec import VOCABULARY
from ...eventstore.store import Store
from ...http.bodies.json_bodies import JSON, NDJSON
from ...http.bodies.paging import NumberedPage
from ...http.bodies.patterns import StrictInteger
from ...http.bodies.schemas import MATCH_ID_METADATA, SHORT_TEXT, check_fact_name, check_match_id
from ...http.broadcast import KEEP_ALIVE, remaining_silence, stream_preamble
from ...http.requests import last_event_seq, preferred_type
from ...http.resource import Resource
from ...http.responses import next_link
from ...http.services import services
from ...http.sse import EVENTS, stream_reply
from ...http.tags import Tag
from ...identity.players import NamedPlayer, PlayerDirectory
from ...shared.record_ids import ids_in_facts
from ...shared.registry import ProcessState, Registry
from ..cloudevents import BATCH, CloudEvent, cloud_events
from ..service import Feed, FeedBatch, FeedFilter, Notice

feed = Resource("feed", Tag.FEED)


STREAM_BATCH_NOTICES = 500
"""Maximum notices of a stream in memory. The stream reads more after its listener has taken these."""


class FeedQuery(NumberedPage):
    """Page of the feed after a position, with filters."""

    limit = StrictInteger(validate=validate.Range(min=1, max=5000), load_default=1000)
    types = fields.List(
        fields.String(validate=check_fact_name),
        data_key="type",
        load_default=list,
        validate=validate.Length(max=100),
    )
    games = fields.List(
        fields.String(validate=validate.OneOf(list(GAMES))), data_key="game", load_default=list
    )
    matches = fields.List(
        fields.String(validate=check_match_id, metadata=MATCH_ID_METADATA),
        data_key="match",
        load_default=list,
        validate=validate.Length(max=100),
    )
    events = fields.List(
        fields.String(validate=SHORT_TEXT),
        data_key="event",
        load_default=list,
        validate=validate.Length(max=100),
    )
    players = fields.List(
        fields.String(validate=SHORT_TEXT),
        data_key="player",
        load_default=list,
        validate=validate.Length(max=100),
    )


class FeedPage(Struct, frozen=True):
    """Notices in their order; `next` is the cursor of the next page, null at the end of the log.

    A follower continues `after` the `position` later. `log` is the id of the log: positions of another log
    mean nothing here. A restore renews it. A page may be short, or empty, and yet have a next notice: filters
    may fit rare facts alone. Facts hold ids of players; `players` names those of this page.
    """

    items: list[Notice]
    next: str | None
    position: int
    log: str
    players: tuple[NamedPlayer, ...]


@feed.get("/facts", "LAST_EVENT_ID")
@feed.arguments(FeedQuery, location="query")
@feed.returns(200, FeedPage)
@feed.returns(200, Notice, NDJSON, EVENTS)
@feed.returns(200, "CloudEventBatch", BATCH)
@feed.response_headers(200, "Recount-Log")
@feed.errors(406, 409, 422, 503)
def list_facts(args: dict[str, Any]) -> Response:
    """List all facts.

    The feed has all public facts of matches and tournaments in notice order, each with its `position`. A
    client that resumes from the last `position` it stored receives every fact once. A position beyond the
    end is an error, which has the end and the id of the log.

    `type` is the name of a fact or its beginning. `game`, `event`, `match` and `player` select matches;
    facts of a player begin with the claim of the seat. Each parameter may be repeated. The id of a
    tournament is also an `event`. A player is an id, the name of an account, or a guest's name.

    The feed leaves out forks, matches with a delay until they are over, and real tables until a scribe
    records them. A pairing appears once it is published. `players.NameErased` reports that a name was
    erased; a client erases its own copies too. Only a `type` or a `player` filter leaves this fact out.
    """
    form = preferred_type((JSON, NDJSON, BATCH, EVENTS))
    after, filters = max(args["after"], last_event_seq() if form == EVENTS else 0), _feed_filter(args)
    if form == EVENTS:
        services()[Feed].check_position(after)
        return stream_reply(stream_notices(services(), after, filters), _response_headers())
    feed_batch = services()[Feed].read(after, args["limit"], filters)
    reply = _make_reply(_encode_page(form, feed_batch), form)
    reply.headers.update(next_link(_next_cursor(feed_batch)))
    return reply


def _next_cursor(feed_batch: FeedBatch) -> str | None:
    """Returns the cursor of the page after *feed_batch*."""
    return str(feed_batch.end) if feed_batch.has_more else None


def _feed_filter(args: Mapping[str, Any]) -> FeedFilter:
    people = services()[PlayerDirectory]
    return FeedFilter(
        frozenset(name for name in VOCABULARY if name.startswith(tuple(args["types"]))),
        frozenset(args["games"]),
        frozenset(args["matches"]),
        frozenset().union(*map(people.resolve_ids, args["players"])),
        frozenset(args["events"]),
    )


def _encode_page(form: str, feed_batch: FeedBatch) -> bytes:
    """Returns *feed_batch* in the requested form."""
    if form == NDJSON:
        return encode_lines(feed_batch.notices)
    if form == BATCH:
        return encode([_cloud_event(services()[ProcessState].name, notice) for notice in feed_batch.notices])
    players = services()[PlayerDirectory].list_players(
        sorted(ids_in_facts(notice.fact for notice in feed_batch.notices))
    )
    log = services()[Store].log_id
    return encode(FeedPage(feed_batch.notices, _next_cursor(feed_batch), feed_batch.end, log, players))


def _cloud_event(source: str, notice: Notice) -> CloudEvent:
    schema: str | UnsetType = UNSET
    if isinstance(notice.fact.event, TournamentFact):
        schema = url_for("record.get_tournament_fact_schema", _external=True)
    elif notice.game:
        schema = url_for("games.get_fact_schema", game=notice.game, _external=True)
    [event] = cloud_events(
        source, notice.subject.id, [notice.fact], dataschema=schema, imported=notice.imported
    )
    return replace(event, time=notice.time, position=str(notice.position))


def _make_reply(body: bytes, form: str) -> Response:
    return Response(body, 200, _response_headers(), content_type=form)


def _response_headers() -> dict[str, str]:
    headers = {"Cache-Control": "no-cache", "Vary": "Accept", "X-Accel-Buffering": "no"}
    return headers | {"Recount-Log": services()[Store].log_id}


async def stream_notices(
    services: Registry, after: int, feed_filter: FeedFilter
) -> AsyncGenerator[bytes, None]:
    """Yields all notices after position *after*, past and future, as server-sent events.

    It reads more only after the listener has taken the last batch, so a slow one costs one page of memory.
    """
    yield stream_preamble(services[Store].log_id)
    last_sent_at = monotonic()
    with services[ProcessState].bus.subscribe_async() as loop_subscription:
        while not services[ProcessState].is_shutting_down:
            feed_batch = await to_thread(services[Feed].read, after, STREAM_BATCH_NOTICES, feed_filter)
            after = feed_batch.end
            if feed_batch.notices:
                yield b"".join(
                    b"id: %d\ndata: %b\n\n" % (notice.position, encode(notice))
                    for notice in feed_batch.notices
                )
                last_sent_at = monotonic()
            if not feed_batch.has_more:
                await loop_subscription.wait_async(remaining_silence(last_sent_at, KEEP_ALIVE))
            if not remaining_silence(last_sent_at, KEEP_ALIVE):
                # With how far it has looked, for a listener of rare things to come back to.
                yield b": still here\nid: %d\n\n" % after
                last_sent_at = monotonic()
