"""The ASGI application: usual answers and looks on the event loop, everything else by Flask in threads."""

from __future__ import annotations

import gc
import io
import sys
from importlib import import_module

from click import ClickException

from domain.errors import RecountError

from ..bootstrap import Services
from ..database.cooperation import run
from ..http.fast_path import DEFERRED, FAST_PATH, ON_LOOP, FastPath
from ..observability import logging, metrics
from ..observability.line_buffer import LineBuffer
from .admission import admission, raise_file_limit
from .bodies import Receive, read_small
from .bridge import Bridge, Send, StartResponse
from .environ import Scope, make_environ
from .protocol import State


class RecountApplication:
    """The application of one process, which the function *factory* makes, as `module:function`.

    Its services open when the server starts, and close when it ends.
    """

    def __init__(self, factory: str) -> None:
        self._factory = factory
        self._bridge: Bridge
        self._fast: FastPath | None = None
        self._services: Services | None = None
        self._lines: LineBuffer | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or lives as long as the server."""
        if scope["type"] == "lifespan":
            await self._live(scope["state"], receive, send)
        else:
            await self._answer(scope, receive, send)

    async def _live(self, state: State, receive: Receive, send: Send) -> None:
        await receive()
        try:
            self._open(state)
        except (ClickException, RecountError) as refused:
            print(f"Error: {refused}", file=sys.stderr)
            await send({"type": "lifespan.startup.failed", "message": ""})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._close()
        await send({"type": "lifespan.shutdown.complete"})

    def _open(self, state: State) -> None:
        """Opens the services; the garbage collector never looks at what is loaded by now."""
        gc.disable()
        raise_file_limit()
        metrics.begin_process()
        module, _, name = self._factory.partition(":")
        app = getattr(import_module(module), name)()
        settings = app.extensions["settings"]
        logging.adopt("uvicorn.error")
        self._served, self._bridge = app.wsgi_app, Bridge(app.wsgi_app)
        self._services = app.extensions.get("services")
        self._fast = app.extensions.get(FAST_PATH) if not settings.traces else None
        state |= {"admission": admission(settings), "leave": self._leave}
        journal = logging.journal()
        self._lines = journal.start_buffer() if journal is not None else None
        gc.collect()
        gc.freeze()
        gc.enable()

    def _close(self) -> None:
        """Closes the services, and writes their last lines."""
        try:
            self._bridge.close()
            if self._services is not None:
                self._services.close()
            metrics.end_process()
        finally:
            if self._lines is not None:
                self._lines.close()

    def _leave(self) -> None:
        """Lets streams end: their clients go on with another process."""
        if self._services is not None and not self._services.leaving:
            self._services.leaving = True
            self._services.bus.rouse()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        environ = make_environ(scope)
        body = await read_small(receive)
        if body is None:
            return
        if self._fast is not None and body.complete and self._fast.takes(environ):
            environ["wsgi.input"], environ[ON_LOOP] = io.BytesIO(body.start), True
            start = StartResponse()
            parts = await run(self._served, environ, start)
            if parts is not DEFERRED:
                await send(start.message())
                await send({"type": "http.response.body", "body": b"".join(parts)})
                return
        await self._bridge.answer(environ, body, receive, send)
