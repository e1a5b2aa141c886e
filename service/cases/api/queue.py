"""Endpoint of the cases that wait for a ruling, as a page or as a stream."""

from __future__ import annotations

import asyncio
from asyncio import to_thread
from collections.abc import AsyncGenerator
from time import monotonic
from typing import Any

from flask import Response
from msgspec import Struct

from domain.messages import Message
from domain.published import encode
from projections.case_queue import CaseQueue, QueuedCase

from ...eventstore.store import Store
from ...http.bodies.json_bodies import JSON
from ...http.broadcast import KEEP_ALIVE, remaining_silence, stream_preamble
from ...http.middleware.consistency import NotYet
from ...http.requests import preferred_type, require_token
from ...http.resource import Resource
from ...http.responses import json_response, next_link
from ...http.services import services
from ...http.sse import EVENTS, stream_reply
from ...http.tags import Tag
from ...matches.viewing.access import Access
from ...matches.viewing.views import wait_for_position
from ...shared.registry import ProcessState, Registry
from ..queue import check_api_token, list_waiting_cases
from ..schemas import CaseQueueQuery

queue = Resource("queue", Tag.DISPUTES)

GATHER_SECONDS = 0.2
"""Time in which a stream gathers changes before it reads again."""


class OpenCaseList(Struct, frozen=True):
    """Cases that wait for a ruling, the newest claim first; `next` is the cursor of the next page."""

    items: list[QueuedCase]
    next: str | None


@queue.get("/disputes")
@queue.security("judge", "organize")
@queue.arguments(CaseQueueQuery, location="query")
@queue.returns(200, OpenCaseList)
@queue.returns(200, OpenCaseList, EVENTS)
@queue.errors(401, 403, 406, 422, 503)
def list_open_cases(args: dict[str, Any]) -> Response:
    """List open cases.

    They are the cases of all matches, or of one `event`, that await a ruling. The newest claim comes
    first. A token for one event lists only the cases of that event. Statements are in the file of the
    case, and only reading that file is recorded. As an event stream, the first page is sent at once and
    after every change.
    """
    token = require_token()
    api_token = services()[Access].api_token(token)
    check_api_token(api_token)
    if args["min_position"] and not wait_for_position(services(), CaseQueue.name, args["min_position"]):
        raise NotYet(
            Message("The queue has not come to position {position} yet.", position=args["min_position"])
        )
    form = preferred_type((JSON, EVENTS))
    first = _open_cases(services(), token, args)
    if form == EVENTS:
        headers = {"Cache-Control": "no-cache", "Vary": "Accept, Authorization", "X-Accel-Buffering": "no"}
        return stream_reply(stream_cases(services(), token, args, first), headers)
    headers = {"Cache_Control": "private, no-cache", "Vary": "Accept, Authorization"}
    return json_response(first, **headers, **next_link(first.next))


async def stream_cases(
    services: Registry, token: str, args: dict[str, Any], first: OpenCaseList
) -> AsyncGenerator[bytes, None]:
    """Yields server-sent events, *first* and then the same page after each change."""

    def read() -> bytes:
        wait_for_position(services, CaseQueue.name, services[Store].position())
        return encode(_open_cases(services, token, args))

    body = encode(first)
    yield stream_preamble(services[Store].log_id) + b"data: %b\n\n" % body
    last_word = monotonic()
    with services[ProcessState].bus.subscribe_async() as loop_subscription:
        while not services[ProcessState].is_shutting_down:
            page = await to_thread(read)
            if page != body:
                yield b"data: %b\n\n" % page
                body, last_word = page, monotonic()
            if not remaining_silence(last_word, KEEP_ALIVE):
                yield b": still here\n\n"
                last_word = monotonic()
            await loop_subscription.wait_async(remaining_silence(last_word, KEEP_ALIVE))
            await asyncio.sleep(GATHER_SECONDS)


def _open_cases(services: Registry, token: str, args: dict[str, Any]) -> OpenCaseList:
    api_token = services[Access].api_token(token)
    return OpenCaseList(
        *list_waiting_cases(services, api_token, args["event"], args["cursor"], args["limit"])
    )
