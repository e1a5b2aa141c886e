"""The bridge to Flask. A thread creates a reply, and the loop sends it at the speed of the client."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import IO

from ..http.sse import EventStream
from .bodies import Body, BodyInput, Receive, read_heavy
from .environ import NETWORK, Environ, Scope
from .owned_work import OwnedWork
from .reader import Reader
from .streams import Send, send_stream
from .turns import FairThreads
from .wsgi import Application, WsgiReply, call_application

REPLYING_THREADS, REPLYING_SHARE = 12, 6
"""Threads for requests, and those that one network may use at once."""
UPLOADING_THREADS, UPLOADING_SHARE = 32, 2
"""Threads for requests with a large body. They mostly wait for it."""
PART_BYTES = 2**16
"""How much of a reply the loop hands to the connection at once."""


class Bridge:
    """Calls the WSGI *application* in threads.

    A reader handles heavy requests of *owned_work*, if the application has services.
    """

    def __init__(self, application: Application, owned_work: OwnedWork | None, reader: Reader | None) -> None:
        self._application, self._owned_work, self._reader = application, owned_work, reader
        self._replying = FairThreads(REPLYING_THREADS, REPLYING_SHARE, "replying")
        self._uploading = FairThreads(UPLOADING_THREADS, UPLOADING_SHARE, "uploading")

    async def answer_request(
        self,
        environ: Environ,
        body: Body,
        scope: Scope,
        receive: Receive,
        send: Send,
        store: Callable[[WsgiReply], object] = bool,
    ) -> None:
        """Handles the request of *scope* and *environ*. *body* holds the bytes so far.

        The scope has the connection, for streams. *store* gets the reply before the client.
        """
        loop = asyncio.get_running_loop()
        reply = None
        if self._reader is not None and self._reader.is_heavy(environ):
            if not (body.complete or body.late):
                body = await self._uploading.call(scope.get(NETWORK, ""), read_heavy, body, receive, loop)
            if body.complete:
                reply = await self._reader.reply(environ, body.start)
        if reply is None:
            if body.complete:
                environ["wsgi.input"], threads = io.BytesIO(body.start), self._replying
            else:
                environ["wsgi.input"] = io.BufferedReader(BodyInput(body, receive, loop))
                threads = self._replying if body.late else self._uploading
            async with self._take_turn(environ):
                network = scope.get(NETWORK, "")
                reply = await threads.call(network, call_application, self._application, environ)
        store(reply)
        try:
            await send(reply.start)
            if isinstance(reply.body, EventStream):
                await send_stream(reply.body, scope, receive, send)
            else:
                await _send_body(reply.body, send)
        finally:
            if reply.close is not None:
                await self._replying.call(scope.get(NETWORK, ""), reply.close)

    def _take_turn(self, environ: Environ) -> AbstractAsyncContextManager[None]:
        return nullcontext() if self._owned_work is None else self._owned_work.take_turn(environ)

    def close(self) -> None:
        """Waits for the requests under way."""
        self._replying.close()
        self._uploading.close()
        if self._reader is not None:
            self._reader.close()


async def _send_body(body: bytes | IO[bytes], send: Send) -> None:
    if isinstance(body, bytes):
        await send({"type": "http.response.body", "body": body})
        return
    with body as file:
        while part := file.read(PART_BYTES):
            await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
