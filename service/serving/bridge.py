"""The bridge to Flask. A thread creates a reply, and the loop sends it at the speed of the client."""

from __future__ import annotations

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, nullcontext
from contextvars import copy_context
from typing import IO

from ..http.sse import EventStream
from .bodies import Body, BodyInput, Receive
from .environ import Environ, Scope
from .owned_work import OwnedWork
from .reader import Reader
from .streams import Send, send_stream
from .wsgi import Application, WsgiReply, call_application

REPLYING_THREADS, UPLOADING_THREADS = 12, 4
"""Threads for requests, and threads for requests with a large body."""
PART_BYTES = 2**16
"""How much of a reply the loop hands to the connection at once."""


class Bridge:
    """Calls the WSGI *application* in threads.

    A reader handles heavy requests of *owned_work*, if the application has services.
    """

    def __init__(self, application: Application, owned_work: OwnedWork | None, reader: Reader | None) -> None:
        self._application, self._owned_work, self._reader = application, owned_work, reader
        self._replying = ThreadPoolExecutor(REPLYING_THREADS, "replying")
        self._uploading = ThreadPoolExecutor(UPLOADING_THREADS, "uploading")

    async def answer_request(
        self, environ: Environ, body: Body, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Handles the request of *scope* and *environ*. *body* holds the bytes so far.

        The scope has the transport, for streams.
        """
        loop = asyncio.get_running_loop()
        reply = None
        if self._reader is not None and body.complete and self._reader.is_heavy(environ):
            reply = await self._reader.reply(environ)
        if reply is None:
            if body.complete:
                environ["wsgi.input"], threads = io.BytesIO(body.start), self._replying
            else:
                environ["wsgi.input"] = io.BufferedReader(BodyInput(body, receive, loop))
                threads = self._replying if body.late else self._uploading
            async with self._take_turn(environ):
                context = copy_context()
                reply = await loop.run_in_executor(threads, context.run, self._call_application, environ)
        try:
            await send(reply.start)
            if isinstance(reply.body, EventStream):
                await send_stream(reply.body, scope, receive, send)
            else:
                await _send_body(reply.body, send)
        finally:
            await loop.run_in_executor(self._replying, copy_context().run, reply.close)

    def _take_turn(self, environ: Environ) -> AbstractAsyncContextManager[None]:
        return nullcontext() if self._owned_work is None else self._owned_work.take_turn(environ)

    def close(self) -> None:
        """Waits for the requests under way."""
        self._replying.shutdown()
        self._uploading.shutdown()
        if self._reader is not None:
            self._reader.close()

    def _call_application(self, environ: Environ) -> WsgiReply:
        return call_application(self._application, environ)


async def _send_body(body: bytes | IO[bytes], send: Send) -> None:
    if isinstance(body, bytes):
        await send({"type": "http.response.body", "body": body})
        return
    with body as file:
        while part := file.read(PART_BYTES):
            await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
