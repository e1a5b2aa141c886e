"""The queue of cases: what waits for a ruling in any match; a page, or a stream of how it stands."""

from __future__ import annotations

import time
from collections.abc import Iterator
from time import monotonic
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Response, request
from msgspec import Struct

from domain.messages import Message
from projections.case_queue import CaseQueue, QueuedCase

from ...bootstrap import Services
from ...http.json_bodies import JSON
from ...http.problems import NotYet
from ...http.requests import needed_bearer, wanted
from ...http.resource import Resource
from ...http.responses import house, plain
from ...http.schemas import Queueing
from ...http.sse import EVENTS, KEEP_ALIVE, RETRY, until_refused
from ...matches.views import reached
from ..queue import check_badge, waiting

queue = Resource("queue", "The cases of all matches that wait for a ruling.")

GATHER = 0.2
"""Seconds that news of any match may gather before a stream looks again."""

_encode = msgspec.json.Encoder().encode


class CasePage(Struct, frozen=True):
    """Cases that wait for a ruling, the newest claim first; `next` is the `after` of the next page."""

    cases: list[QueuedCase]
    next: str | None


@queue.get("/disputes")
@queue.needs("judge", "organize")
@queue.takes(Queueing, location="query")
@queue.returns(200, CasePage)
@queue.returns(200, CasePage, EVENTS)
@queue.refuses(401, 403, 406, 422, 503)
def index(asked: dict[str, Any]) -> Response:
    """Lists the cases of all matches, or of one `event`, that wait for a ruling: the newest claim first.

    A badge that is bound to an event sees the cases of that event alone. What was said in a case is in its
    file; that a judge reads it is put on record there, and that he looks here is not. As a stream of events
    it tells the first page now and whenever it has changed.
    """
    token = needed_bearer()
    badge = house().matches.badge(token)
    check_badge(badge)
    if asked["min_position"] and not reached(house(), CaseQueue.name, asked["min_position"]):
        raise NotYet(
            Message("The queue has not come to position {position} yet.", position=asked["min_position"])
        )
    form = wanted((JSON, EVENTS))
    first = _page(house(), token, asked)
    if form == EVENTS:
        headers = {"Cache-Control": "no-cache", "Vary": "Accept, Authorization", "X-Accel-Buffering": "no"}
        told = stream(house(), token, asked, first)
        return Response(until_refused(told), 200, headers, content_type=EVENTS)
    headers = {"Cache_Control": "private, no-cache", "Vary": "Accept, Authorization"}
    if first.next is not None:
        query = urlencode(request.args.to_dict() | {"after": first.next})
        headers["Link"] = f'</disputes?{query}>; rel="next"'
    return plain(first, **headers)


def stream(house: Services, token: str, asked: dict[str, Any], first: CasePage) -> Iterator[bytes]:
    """Yields server-sent events: *first*, and the same page again whenever it has changed."""
    told = _encode(first)
    yield b"retry: %d\n\ndata: %b\n\n" % (RETRY, told)
    last_word = monotonic()
    with house.bus.subscribe() as news:
        while not house.leaving:
            reached(house, CaseQueue.name, house.store.position())
            page = _encode(_page(house, token, asked))
            if page != told:
                yield b"data: %b\n\n" % page
                told, last_word = page, monotonic()
            if monotonic() - last_word > KEEP_ALIVE:
                yield b": still here\n\n"
                last_word = monotonic()
            news.wait(KEEP_ALIVE)
            time.sleep(GATHER)


def _page(house: Services, token: str, asked: dict[str, Any]) -> CasePage:
    badge = house.matches.badge(token)
    return CasePage(*waiting(house, badge, asked["event"], asked["after"], asked["limit"]))
