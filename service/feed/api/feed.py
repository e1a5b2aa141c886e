"""The feed of all matches: a page, lines, a batch of CloudEvents, or a live stream."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import AsyncGenerator, Mapping
from time import monotonic
from typing import Any

from flask import Response, url_for
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain.published import encode, encode_lines
from domain.tournament.facts import TournamentFact

from ...eventstore.codec import VOCABULARY
from ...eventstore.store import Store
from ...http.bodies.json_bodies import JSON, NDJSON
from ...http.bodies.paging import next_link
from ...http.broadcast import KEEP_ALIVE
from ...http.requests import last_event_seq, preferred_type
from ...http.resource import Resource
from ...http.services import services
from ...http.sse import EVENTS, stream_preamble, stream_reply
from ...http.tags import Tag
from ...identity.players import NamedPlayer, PlayerDirectory
from ...shared.record_ids import ids_in_facts
from ...shared.registry import ProcessState, Registry
from ..cloudevents import BATCH, CloudEvent, events
from ..positions import check_position
from ..schemas import Following
from ..service import Feed, FeedBatch, FeedFilter, Notice

feed = Resource("feed", Tag.FEED)


AT_ONCE = 500
"""How many notices a stream holds at once; it takes the next when its listener has taken these."""


class FeedPage(Struct, frozen=True):
    """Notices in their order; `next` is the cursor of the next page, null at the end of the log.

    A follower continues `after` the `position` later. `log` is the id of the log: positions of another log
    mean nothing here. A restore renews it. A page may be short, or empty, and yet have a next one: filters
    may fit rare facts alone. Facts hold ids of players; `players` names those of this page.
    """

    items: list[Notice]
    next: str | None
    position: int
    log: str
    players: tuple[NamedPlayer, ...]


@feed.get("/facts", "LAST_EVENT_ID")
@feed.arguments(Following, location="query")
@feed.returns(200, FeedPage)
@feed.returns(200, Notice, NDJSON, EVENTS)
@feed.returns(200, "CloudEventBatch", BATCH)
@feed.response_headers(200, "Recount-Log")
@feed.errors(406, 409, 422, 503)
def list_facts(args: dict[str, Any]) -> Response:
    """List all facts.

    The feed has all public facts of matches and tournaments in one order, each with its `position`. A
    client that resumes from the last `position` it stored receives every fact once. A position beyond the
    end is an error, which has the end and the id of the log.

    `type` is the name of a fact or its beginning. `game`, `event`, `match` and `player` select matches;
    facts of a player begin with the claim of the seat. Each parameter may be repeated. The id of a
    tournament is also an `event`. A player is an id, the name of an account, or a guest's name.

    The feed leaves out forks, and matches with a delay until they are over. A pairing appears once it is
    published. `players.NameErased` reports that a name was erased; a client erases its own copies too.
    Only a `type` or a `player` filter leaves this fact out.
    """
    form = preferred_type((JSON, NDJSON, BATCH, EVENTS))
    after, filters = max(args["after"], last_event_seq() if form == EVENTS else 0), _filters(args)
    if form == EVENTS:
        check_position(services()[Store], after)
        return stream_reply(stream(services(), after, filters), _headers())
    stretch = services()[Feed].read(after, args["limit"], filters)
    reply = _reply(_written(form, stretch), form)
    reply.headers.update(next_link(_next(stretch)))
    return reply


def _next(stretch: FeedBatch) -> str | None:
    """Returns the cursor of the page that follows *stretch*."""
    return str(stretch.reached) if stretch.more else None


def _filters(asked: Mapping[str, Any]) -> FeedFilter:
    people = services()[PlayerDirectory]
    return FeedFilter(
        frozenset(name for name in VOCABULARY if name.startswith(tuple(asked["types"]))),
        frozenset(asked["games"]),
        frozenset(asked["matches"]),
        frozenset().union(*map(people.resolve_ids, asked["players"])),
        frozenset(asked["events"]),
    )


def _written(form: str, stretch: FeedBatch) -> bytes:
    """Returns what was read in the form that was asked for."""
    if form == NDJSON:
        return encode_lines(stretch.notices)
    if form == BATCH:
        return encode([_event(services()[ProcessState].name, notice) for notice in stretch.notices])
    players = services()[PlayerDirectory].list_players(
        sorted(ids_in_facts(notice.fact for notice in stretch.notices))
    )
    log = services()[Store].log_id
    return encode(FeedPage(stretch.notices, _next(stretch), stretch.reached, log, players))


def _event(source: str, notice: Notice) -> CloudEvent:
    schema: str | UnsetType = UNSET
    if isinstance(notice.fact.event, TournamentFact):
        schema = url_for("record.get_tournament_fact_schema", _external=True)
    elif notice.game:
        schema = url_for("games.get_fact_schema", game=notice.game, _external=True)
    [event] = events(source, notice.subject.id, [notice.fact], dataschema=schema, imported=notice.imported)
    return replace(event, time=notice.time, position=str(notice.position))


def _reply(body: bytes, form: str) -> Response:
    return Response(body, 200, _headers(), content_type=form)


def _headers() -> dict[str, str]:
    headers = {"Cache-Control": "no-cache", "Vary": "Accept", "X-Accel-Buffering": "no"}
    return headers | {"Recount-Log": services()[Store].log_id}


async def stream(services: Registry, after: int, feed_filter: FeedFilter) -> AsyncGenerator[bytes, None]:
    """Yields server-sent events: every notice after position *after*, and on as things happen.

    It reads no further before its listener has taken what it had, so a slow one costs no more than a page.
    """
    yield stream_preamble(services[Store].log_id)
    last_word = monotonic()
    with services[ProcessState].bus.subscribe_async() as loop_subscription:
        while not services[ProcessState].is_shutting_down:
            stretch = await to_thread(services[Feed].read, after, AT_ONCE, feed_filter)
            after = stretch.reached
            if stretch.notices:
                yield b"".join(
                    b"id: %d\ndata: %b\n\n" % (one.position, encode(one)) for one in stretch.notices
                )
                last_word = monotonic()
            if not stretch.more:
                await loop_subscription.wait_async(KEEP_ALIVE)
            if monotonic() - last_word > KEEP_ALIVE:
                # With how far it has looked, for a listener of rare things to come back to.
                yield b": still here\nid: %d\n\n" % after
                last_word = monotonic()
