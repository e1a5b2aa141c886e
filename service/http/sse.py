"""Event streams, as replies that continue after their headers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing, contextmanager

from flask import Response, request

from domain.errors import RecountError

from ..observability import logging
from .broadcast import Follow, Listener, QueueListener

log = logging.logger(__name__)

EVENTS = "text/event-stream"

STREAM = "recount.stream"
"""The key of a request's environment for the stream of its reply. The server reads it."""


def is_event_stream(reply: Response) -> bool:
    """Returns whether *reply* is an event stream."""
    return reply.is_streamed and reply.mimetype == EVENTS


class EventStream:
    """The body of an open reply, with server-sent *events* that a coroutine creates for one client.

    After them the client joins the broadcast *follow*, if given. Many clients share its events.
    """

    def __init__(self, events: AsyncGenerator[bytes, None], follow: Follow | None = None) -> None:
        self.events = _until_refused(events)
        self._follow = follow

    async def follow(self, listener: Listener) -> None:
        """Lets *listener* join the broadcast, if there is one, and waits for its end."""
        if self._follow is not None:
            with _ending_refused():
                await self._follow(listener)

    async def _all_events(self) -> AsyncGenerator[bytes, None]:
        async for event in self.events:
            yield event
        async with aclosing(QueueListener().iter_events(self.follow)) as async_generator:
            async for event in async_generator:
                yield event

    def __iter__(self) -> Iterator[bytes]:
        with asyncio.Runner() as runner:
            events = self._all_events()

            async def pull() -> bytes | None:
                return await anext(events, None)

            try:
                while (event := runner.run(pull())) is not None:
                    yield event
            finally:
                runner.run(events.aclose())
                runner.run(self.end())

    async def end(self) -> None:
        """Ends the coroutine that makes the events."""
        await self.events.aclose()


@contextmanager
def _ending_refused() -> Iterator[None]:
    """Ends a stream silently where its client has no right to continue.

    The status is already on its way. The client reconnects as after every end, and then receives the refusal.
    """
    try:
        yield
    except RecountError as refusal:
        if not refusal.slug:
            raise
        log.warning("stream cut off", problem=refusal.slug)


async def _until_refused(events: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Yields *events* to their end, or as far as the client may read them."""
    with _ending_refused():
        async with aclosing(events):
            async for event in events:
                yield event


def stream_reply(
    events: AsyncGenerator[bytes, None], headers: Mapping[str, str], follow: Follow | None = None
) -> Response:
    """Returns the reply that streams *events* and goes on with *follow*.

    The server finds the stream in the environment of the request.
    """
    body = request.environ[STREAM] = EventStream(events, follow)
    return Response(body, 200, headers, content_type=EVENTS)
