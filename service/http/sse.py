"""Streams: what everything has in common that goes on after its headers are sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import aclosing

from flask import Response, request

from domain.errors import RecountError

from ..observability import logging

log = logging.logger(__name__)

EVENTS = "text/event-stream"

STREAM = "recount.stream"
"""The key of a request's environment under which a server finds the stream of its reply."""

RETRY = 2000
"""Milliseconds after which a client that lost its stream may come back."""
KEEP_ALIVE = 15.0
"""Seconds of silence after which a stream says that it is still there."""


def preamble(log_id: str) -> bytes:
    """Returns the first lines of a stream: when to return, and the id of the log as a comment."""
    return b"retry: %d\n: log %b\n\n" % (RETRY, log_id.encode())


class EventStream:
    """The body of a reply that goes on: server-sent *events*, which a coroutine makes.

    The event loop iterates it with `events`; a server of another kind, by a loop of its own.
    """

    def __init__(self, events: AsyncGenerator[bytes, None]) -> None:
        self.events = _until_refused(events)

    def convert(self, convert: Callable[[bytes], bytes]) -> None:
        """Passes each event through *convert*."""
        self.events = _converted(self.events, convert)

    def __iter__(self) -> Iterator[bytes]:
        with asyncio.Runner() as runner:

            async def pull() -> bytes | None:
                return await anext(self.events, None)

            try:
                while (event := runner.run(pull())) is not None:
                    yield event
            finally:
                runner.run(self.end())

    async def end(self) -> None:
        """Ends the coroutine that makes the events."""
        await self.events.aclose()


async def _until_refused(events: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Yields *events* to their end, or as far as the client may read them.

    A status cannot be taken back: the client comes back as after every end, and then gets the refusal.
    """
    try:
        async with aclosing(events):
            async for event in events:
                yield event
    except RecountError as refusal:
        if not refusal.slug:
            raise
        log.warning("stream cut off", problem=refusal.slug)


async def _converted(
    events: AsyncGenerator[bytes, None], convert: Callable[[bytes], bytes]
) -> AsyncGenerator[bytes, None]:
    async with aclosing(events):
        async for event in events:
            yield convert(event)


def stream_reply(events: AsyncGenerator[bytes, None], headers: Mapping[str, str]) -> Response:
    """Returns the reply that streams *events*; the server finds them in the environment of the request."""
    body = request.environ[STREAM] = EventStream(events)
    return Response(body, 200, headers, content_type=EVENTS)
