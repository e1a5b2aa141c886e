"""Facts as they are told: a page of JSON, lines of it, or a stream that goes on as the match does."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any

import msgspec
from flask import Response
from msgspec import Struct

from domain import table
from domain.core import Rules
from domain.table import MatchEnded
from domain.words import Fact, Viewer

from ..house import House
from .contract import JSON, Resource
from .replies import house
from .requests import bearer, resumed, wanted
from .schemas import Facts

facts = Resource("facts", "The facts of a match, as a viewer may see them.")

_encoder = msgspec.json.Encoder()
_encode, _encode_lines = _encoder.encode, _encoder.encode_lines

NDJSON, EVENTS = "application/x-ndjson", "text/event-stream"

RETRY = 2000
"""Milliseconds after which a client that lost its stream may come back."""
KEEP_ALIVE = 15.0
"""Seconds of silence after which a stream says that it is still there."""
POLL = 0.5
"""Seconds after which a stream looks at the store although no news came: another process may have written."""


class FactPage(Struct, frozen=True):
    """Some facts of a match; `next` is the `after` of the next page, if there is one already."""

    match: str
    facts: list[Fact]
    next: int | None


@facts.get("/matches/<match>/facts", "LAST_EVENT_ID")
@facts.takes(Facts, location="query")
@facts.returns(200, "FactPage")
@facts.returns(200, "Fact", NDJSON, EVENTS)
@facts.returns_nothing(204, "The stream was heard to the end of the match: do not come back.")
@facts.refuses(401, 404, 406, 422, 503)
def show(asked: dict[str, Any], match: str) -> Response:
    """Tells the facts of a match, as a page, as lines, or as a live stream that `Last-Event-ID` resumes."""
    form = wanted((JSON, NDJSON, EVENTS))
    matches = house().matches
    viewer = matches.viewer(match, bearer())
    rules, played = matches.current(match)
    after = resumed() if asked["after"] is None else asked["after"]
    if form == EVENTS:
        if played.ended is not None and after >= played.seq:
            return _reply(b"", EVENTS, 204)
        return _reply(stream(house(), match, rules, viewer, after), EVENTS)
    upto = after + asked["limit"]
    page = [table.shown(rules, fact, viewer) for fact in matches.facts(match, after, upto)]
    following = upto if played.seq > upto else None
    body = _encode(FactPage(match, page, following)) if form == JSON else _encode_lines(page)
    reply = _reply(body, form)
    if following:
        reply.headers["Link"] = f'</matches/{match}/facts?after={upto}&limit={asked["limit"]}>; rel="next"'
    return reply


def _reply(body: bytes | Iterator[bytes], form: str, status: int = 200) -> Response:
    headers = {
        "Cache-Control": "private, no-cache",
        "Vary": "Accept, Authorization",
        "X-Accel-Buffering": "no",
    }
    return Response(body, status, headers, content_type=form)


def stream(house: House, match: str, rules: Rules[Any, Any], viewer: Viewer, after: int) -> Iterator[bytes]:
    """Yields server-sent events: every fact after *after*, as it happens, until the match is over."""
    yield b"retry: %d\n\n" % RETRY
    last_word = monotonic()
    with house.bus.subscribe(match) as news:
        while True:
            for fact in house.matches.facts(match, after):
                body = _encode(table.shown(rules, fact, viewer))
                yield b"id: %d\ndata: %b\n\n" % (fact.seq, body)
                after, last_word = fact.seq, monotonic()
                if isinstance(fact.event, MatchEnded):
                    return
            if not news.wait(POLL) and monotonic() - last_word > KEEP_ALIVE:
                yield b": still here\n\n"
                last_word = monotonic()
