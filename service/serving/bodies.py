"""Bodies of requests. The loop reads small ones, and the thread of the request reads the others."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import TimeoutError as NotInTime
from typing import Any, NamedTuple, TypeAlias

from werkzeug.exceptions import ClientDisconnected, RequestTimeout

from ..http.heavy import MAX_HEAVY_BYTES
from .environ import LATE_BODY, Scope

Receive: TypeAlias = Callable[[], Awaitable[Any]]

SMALL_BYTES = 64 * 1024
"""The largest body that the loop reads whole before a thread takes the request."""
BODY_SECONDS = 60.0
"""Time limit of a body. The largest, 64 MiB, arrives by 8 Mbit/s in that time."""


class Body(NamedTuple):
    """The first bytes of a body, and its deadline.

    A `complete` body has no more bytes. A `late` one missed the deadline.
    """

    start: bytes
    complete: bool
    late: bool
    deadline: float


async def read_small(scope: Scope, receive: Receive) -> Body | None:
    """Reads a body up to its end or past `SMALL_BYTES`, or until the scope has `LATE_BODY`.

    Returns `None` if the client disconnects before the end. The service does not reply to a partial body.
    """
    deadline, parts, size = time.monotonic() + BODY_SECONDS, list[bytes](), 0
    while size <= SMALL_BYTES:
        message = await receive()  # its connection ends the wait at the deadline
        if message["type"] == "http.disconnect":
            return None
        parts.append(message["body"])
        size += len(message["body"])
        if not message["more_body"]:
            return Body(b"".join(parts), True, False, deadline)
        if LATE_BODY in scope:
            return Body(b"".join(parts), False, True, deadline)
    return Body(b"".join(parts), False, False, deadline)


class BodyInput(io.RawIOBase):
    """The input of a request beyond the bytes of *body*, for the thread of the request.

    It raises `RequestTimeout` after the deadline, and `ClientDisconnected` for a lost client.
    """

    def __init__(self, body: Body, receive: Receive, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._unread, self._body, self._receive, self._loop = body.start, body, receive, loop
        self._complete = body.complete

    def readable(self) -> bool:
        """Returns that the input is for reading."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fills *buffer* with the next bytes, and returns their number."""
        if not self._unread and not self._complete:
            self._unread = self._receive_part()
        part, self._unread = self._unread[: len(buffer)], self._unread[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)

    def _receive_part(self) -> bytes:
        remaining = self._body.deadline - time.monotonic()
        if self._body.late or remaining <= 0:
            raise RequestTimeout
        future = asyncio.run_coroutine_threadsafe(_receive_message(self._receive), self._loop)
        try:
            message = future.result(remaining)
        except NotInTime:
            future.cancel()
            raise RequestTimeout from None
        if message["type"] == "http.disconnect":
            raise ClientDisconnected
        self._complete = not message["more_body"]
        part: bytes = message["body"]
        return part if part or self._complete else self._receive_part()


def read_heavy(body: Body, receive: Receive, loop: asyncio.AbstractEventLoop) -> Body:
    """Returns *body* with its bytes up to the end, or past `MAX_HEAVY_BYTES`.

    It is late after its deadline, and without its client.
    """
    source, parts, size = BodyInput(body, receive, loop), list[bytes](), 0
    try:
        while size <= MAX_HEAVY_BYTES and (part := source.read(SMALL_BYTES)):
            parts.append(part)
            size += len(part)
    except (RequestTimeout, ClientDisconnected):
        return body._replace(late=True)
    return body._replace(start=b"".join(parts), complete=size <= MAX_HEAVY_BYTES)


async def _receive_message(receive: Receive) -> Any:
    return await receive()
