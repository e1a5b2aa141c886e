"""The bridge to Flask: a thread makes a reply, and the loop sends it, however slowly its client reads."""

from __future__ import annotations

import asyncio
import io
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import IO, Any, NamedTuple, TypeAlias

from ..http.sse import STREAM, EventStream
from .bodies import Body, BodyInput, Receive
from .environ import TRANSPORT, Environ, Scope
from .streams import Send, send_stream

Application: TypeAlias = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

REPLYING_THREADS, UPLOADING_THREADS = 12, 4
"""Threads for requests, and for those whose large body their thread reads."""
IN_MEMORY_BYTES = 2**20
"""The largest reply that waits for its client in memory; the rest of a larger one waits in a file."""
PART_BYTES = 2**16
"""How much of a reply the loop hands to the connection at once."""


class StartResponse:
    """The callable by which a WSGI application begins its reply."""

    def __init__(self) -> None:
        self._status, self._headers = 500, list[tuple[bytes, bytes]]()

    def __call__(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None, /) -> Any:
        """Takes the status and the headers."""
        self._status = int(status[:3])
        self._headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]

    def message(self) -> dict[str, Any]:
        """Returns the message by which ASGI begins the reply."""
        return {"type": "http.response.start", "status": self._status, "headers": self._headers}


class WsgiReply(NamedTuple):
    """The reply of a WSGI application; *close* is its end, after the body or the stream is sent."""

    start: dict[str, Any]
    body: bytes | IO[bytes] | EventStream
    close: Callable[[], object]


class Bridge:
    """Answers requests by the WSGI *application* in threads."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._replying = ThreadPoolExecutor(REPLYING_THREADS, "replying")
        self._uploading = ThreadPoolExecutor(UPLOADING_THREADS, "uploading")

    async def answer(self, environ: Environ, body: Body, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers the request of *scope* and *environ*, whose *body* the loop has read as far as it is small.

        The scope names the transport, for streams.
        """
        loop = asyncio.get_running_loop()
        if body.complete:
            environ["wsgi.input"], threads = io.BytesIO(body.start), self._replying
        else:
            environ["wsgi.input"] = io.BufferedReader(BodyInput(body, receive, loop))
            threads = self._replying if body.late else self._uploading
        reply = await loop.run_in_executor(threads, copy_context().run, self._reply, environ)
        try:
            await send(reply.start)
            if isinstance(reply.body, EventStream):
                await send_stream(reply.body, scope[TRANSPORT], receive, send)
            else:
                await _send_body(reply.body, send)
        finally:
            await loop.run_in_executor(self._replying, copy_context().run, reply.close)

    def close(self) -> None:
        """Waits for the requests under way."""
        self._replying.shutdown()
        self._uploading.shutdown()

    def _reply(self, environ: Environ) -> WsgiReply:
        start = StartResponse()
        parts = self._application(environ, start)
        close: Callable[[], object] = getattr(parts, "close", lambda: None)
        try:
            stream = environ.get(STREAM)
            if isinstance(stream, EventStream) and environ["REQUEST_METHOD"] != "HEAD":
                body: bytes | IO[bytes] | EventStream = stream
            else:
                body = _gathered(parts)
        except BaseException:
            close()
            raise
        return WsgiReply(start.message(), body, close)


def _gathered(parts: Iterable[bytes]) -> bytes | IO[bytes]:
    """Returns all *parts*; a file with them where they are many."""
    whole = list[bytes]()
    size = 0
    parts = iter(parts)
    for part in parts:
        whole.append(part)
        size += len(part)
        if size > IN_MEMORY_BYTES:
            break
    else:
        return b"".join(whole)
    file = tempfile.TemporaryFile()  # noqa: SIM115 - the loop closes it once it is sent
    file.writelines(whole)
    file.writelines(parts)
    file.seek(0)
    return file


async def _send_body(body: bytes | IO[bytes], send: Send) -> None:
    if isinstance(body, bytes):
        await send({"type": "http.response.body", "body": body})
        return
    with body as file:
        while part := file.read(PART_BYTES):
            await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
