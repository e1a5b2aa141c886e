"""The ASGI application. The event loop handles direct endpoints, threads run Flask for the rest."""

from __future__ import annotations

import gc
import sys
from importlib import import_module

from click import ClickException
from flask import Flask

from domain.errors import RecountError

from ..bootstrap import Services
from ..database.cooperation import spawn_greenlet
from ..http.direct import DIRECT, DirectEndpoints, DirectReply
from ..observability import logging, metrics
from ..observability.line_buffer import LineBuffer
from ..shared.registry import ProcessState
from .admission import make_admission, raise_file_limit
from .bodies import Receive, read_small
from .bridge import Bridge
from .environ import Scope, make_environ
from .owned_work import OwnedWork
from .protocol import State
from .reader import Reader
from .streams import Send


class Front:
    """Dispatches the requests for *app*. A traced request starts in Flask."""

    def __init__(self, app: Flask) -> None:
        owned_work = OwnedWork(app) if "services" in app.extensions else None  # a plain application has none
        reader = None if owned_work is None else Reader(app, owned_work)
        self._bridge = Bridge(app.wsgi_app, owned_work, reader)
        direct: DirectEndpoints | None = app.extensions.get(DIRECT)  # a plain application has none
        self._direct = None if app.extensions["settings"].traces else direct

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        body = await read_small(scope, receive)
        if body is None:
            return
        raised = None
        if (
            self._direct is not None
            and body.complete
            and (direct := self._direct.parse_request(scope, body.start)) is not None
        ):
            reply = await spawn_greenlet(self._direct.answer_request, direct)
            if isinstance(reply, DirectReply):
                await send({"type": "http.response.start", "status": reply.status, "headers": reply.headers})
                await send({"type": "http.response.body", "body": reply.body})
                return
            raised = reply
        environ = make_environ(scope)
        if raised is not None:
            raised.store_in(environ)
        await self._bridge.answer_request(environ, body, scope, receive, send)

    def close(self) -> None:
        """Waits for the requests under way."""
        self._bridge.close()


class RecountApplication:
    """The application of one process, from the function *factory* in the form `module:function`.

    Its services open with the server, and close with it.
    """

    def __init__(self, factory: str) -> None:
        self._factory = factory
        self._front: Front
        self._services: Services | None = None
        self._lines: LineBuffer | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or lives as long as the server."""
        if scope["type"] == "lifespan":
            await self._run_lifespan(scope["state"], receive, send)
        else:
            await self._front(scope, receive, send)

    async def _run_lifespan(self, state: State, receive: Receive, send: Send) -> None:
        await receive()
        try:
            self._open_services(state)
        except (ClickException, RecountError) as refused:
            print(f"Error: {refused}", file=sys.stderr)
            await send({"type": "lifespan.startup.failed", "message": ""})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._close_services()
        await send({"type": "lifespan.shutdown.complete"})

    def _open_services(self, state: State) -> None:
        """Opens the services, and exempts all loaded objects from garbage collection."""
        gc.disable()
        raise_file_limit()
        metrics.start_process()
        module, _, name = self._factory.partition(":")
        app = getattr(import_module(module), name)()
        settings = app.extensions["settings"]
        logging.adopt_logger("uvicorn.error")
        self._front, self._services = Front(app), app.extensions.get("services")
        state |= {"admission": make_admission(settings), "leave": self._end_streams}
        journal = logging.current_journal()
        self._lines = journal.start_buffer() if journal is not None else None
        gc.collect()
        gc.freeze()
        gc.enable()

    def _close_services(self) -> None:
        """Closes the services, and writes their last lines."""
        try:
            self._front.close()
            if self._services is not None:
                self._services.close()
            metrics.end_process()
        finally:
            if self._lines is not None:
                self._lines.close()

    def _end_streams(self) -> None:
        """Ends the streams. Their clients reconnect to another process."""
        if self._services is not None and not self._services[ProcessState].is_shutting_down:
            self._services[ProcessState].is_shutting_down = True
            self._services[ProcessState].bus.wake_all()
