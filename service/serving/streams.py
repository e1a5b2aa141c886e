"""Event streams on connections. The loop sends the events, and closes lagging connections."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

from ..http.broadcast import EventEncoder, Listener, keep_unchanged, write_chunk
from ..http.sse import EventStream
from ..observability import logging
from .bodies import Receive
from .environ import FIRST_VERSION, LINE, Scope

log = logging.logger(__name__)

Send: TypeAlias = Callable[[Any], Awaitable[None]]

MAX_LAG_BYTES = 2**20
"""How much of a broadcast may wait for a client that does not read it."""


class TransportListener(Listener):
    """Writes events in *form* to the *transport* of a client, and aborts it if the client lags.

    The client reconnects with the id of its last event. *check_unread* counts what it leaves unread.
    """

    def __init__(
        self, form: EventEncoder, transport: asyncio.Transport, check_unread: Callable[[], object] = bool
    ) -> None:
        super().__init__(form)
        self._transport, self._check_unread = transport, check_unread

    def receive(self, content: bytes) -> None:
        """Writes an event."""
        if self._transport.is_closing():
            return
        lag = self._transport.get_write_buffer_size()
        if lag > MAX_LAG_BYTES:
            log.warning("stream cut off", problem="lag")
            self._transport.abort()
            return
        self._transport.write(content)
        if lag:
            self._check_unread()


async def send_stream(stream: EventStream, scope: Scope, receive: Receive, send: Send) -> None:
    """Sends *stream* in the reply to *scope* until its end, or until its client is gone."""
    tasks = [
        asyncio.create_task(_forward_events(stream, scope, send)),
        asyncio.create_task(_watch_client(receive)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done():
            tasks[0].result()
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
        await stream.end()


async def _forward_events(stream: EventStream, scope: Scope, send: Send) -> None:
    async for event in stream.events:
        await _send_part(event, send)
    await _send_part(b"", send)  # waits until the client has read most of it
    form = keep_unchanged if scope["http_version"] == FIRST_VERSION else write_chunk
    line = scope[LINE]
    await stream.follow(TransportListener(form, line.transport, line.check_unread))
    await send({"type": "http.response.body", "body": b""})


async def _send_part(event: bytes, send: Send) -> None:
    await send({"type": "http.response.body", "body": event, "more_body": True})


async def _watch_client(receive: Receive) -> None:
    """Waits until the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
