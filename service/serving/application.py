"""The ASGI application. The event loop handles direct endpoints, threads run Flask for the rest."""

from __future__ import annotations

import asyncio
import gc
import sys
from importlib import import_module
from typing import Any

from click import ClickException
from flask import Flask

from domain.errors import RecountError

from ..bootstrap import Services
from ..database.cooperation import spawn_greenlet
from ..http.constants import CONSTANTS, ConstantReplies, ConstantRequest, Key
from ..http.direct import DIRECT, DirectEndpoints, DirectReply
from ..http.early_refusals import EARLY_REFUSALS, EarlyRefusals
from ..observability import logging, metrics
from ..observability.line_buffer import LineBuffer
from ..shared.registry import ProcessState
from .admission import make_admission, raise_file_limit
from .bodies import Body, Receive, read_small
from .bridge import Bridge
from .environ import NETWORK, Scope, make_environ
from .owned_work import OwnedWork
from .reader import Reader
from .streams import Send
from .turns import LoopTurns, TurnEvent
from .wsgi import WsgiReply

SWITCH_SECONDS = 0.0005
"""Time after which a busy thread lets the event loop run. Each call of the system lets a busy thread run."""
GC_THRESHOLDS = (700, 10, 100)
"""As usual, but with fewer whole collections. One stops the process for a millisecond per 3,000 objects."""
REFUSAL_SECONDS = 1.0
"""Time until the refusal of a request above the limit."""


class Front:
    """Dispatches the requests for *app*. A traced request starts in Flask."""

    def __init__(self, app: Flask) -> None:
        owned_work = OwnedWork(app) if "services" in app.extensions else None  # a plain application has none
        reader = None if owned_work is None else Reader(app, owned_work)
        self._bridge = Bridge(app.wsgi_app, owned_work, reader)
        direct: DirectEndpoints | None = app.extensions.get(DIRECT)  # a plain application has none
        traced = app.extensions["settings"].traces
        self._direct = None if traced else direct
        constants: ConstantReplies | None = app.extensions.get(CONSTANTS)
        self._constants = None if traced else constants
        early_refusals: EarlyRefusals | None = app.extensions.get(EARLY_REFUSALS)
        self._early_refusals = None if traced else early_refusals
        self._making = dict[Key, TurnEvent]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        if await self._refuse_early(scope, send):
            return
        body = await read_small(scope, receive)
        if body is None:
            return
        constant = self._constants and body.complete and self._constants.parse_request(scope)
        if constant:
            await self._answer_constant(constant, body, scope, receive, send)
            return
        raised = None
        if (
            self._direct is not None
            and body.complete
            and (direct := self._direct.parse_request(scope, body.start)) is not None
        ):
            reply = await spawn_greenlet(self._direct.answer_request, direct)
            if isinstance(reply, DirectReply):
                await _send_reply(reply, send)
                return
            raised = reply
        environ = make_environ(scope)
        if raised is not None:
            raised.store_in(environ)
        await self._bridge.answer_request(environ, body, scope, receive, send)

    async def _refuse_early(self, scope: Scope, send: Send) -> bool:
        """Refuses a request of a network above its limit, after a pause. Returns whether it is refused.

        The pause bounds the refusals by the number of connections. Flask refuses pages.
        """
        network = scope.get(NETWORK, "")
        refusal = self._early_refusals and self._early_refusals.find_refusal(network, scope["path"])
        if not (self._early_refusals and refusal):
            return False
        await asyncio.sleep(REFUSAL_SECONDS)
        await scope["state"]["turns"].wait_turn(network)
        reply = self._early_refusals.make_reply(refusal, scope)
        if reply is None:
            return False
        await _send_reply(reply, send)
        return True

    def close(self) -> None:
        """Waits for the requests under way."""
        self._bridge.close()

    async def _answer_constant(
        self, constant: ConstantRequest, body: Body, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Sends a constant reply. One request makes it, and the others wait for that."""
        assert self._constants is not None
        replies, key, environ = self._constants, constant.key, make_environ(scope)
        if key in self._making:
            await self._making[key].wait(scope["state"]["turns"], scope[NETWORK])
        if replies.has_reply(key):
            reply = await spawn_greenlet(replies.answer_request, constant)
            if isinstance(reply, DirectReply):
                await _send_reply(reply, send)
                return
            reply.store_in(environ)
        made = self._making.setdefault(key, TurnEvent())

        def store(reply: WsgiReply) -> None:
            if scope["method"] == "GET" and isinstance(reply.body, bytes):
                replies.store_reply(key, reply.start["status"], reply.start["headers"], reply.body)
            self._making.pop(key, None)
            made.set()

        try:
            await self._bridge.answer_request(environ, body, scope, receive, send, store)
        finally:
            self._making.pop(key, None)
            made.set()


async def _send_reply(reply: DirectReply, send: Send) -> None:
    await send({"type": "http.response.start", "status": reply.status, "headers": reply.headers})
    await send({"type": "http.response.body", "body": reply.body})


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

    async def _run_lifespan(self, state: dict[str, Any], receive: Receive, send: Send) -> None:
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

    def _open_services(self, state: dict[str, Any]) -> None:
        """Opens the services, and exempts all loaded objects from garbage collection."""
        gc.disable()
        raise_file_limit()
        sys.setswitchinterval(SWITCH_SECONDS)
        metrics.start_process()
        module, _, name = self._factory.partition(":")
        app = getattr(import_module(module), name)()
        settings = app.extensions["settings"]
        logging.adopt_logger("uvicorn.error")
        turns = LoopTurns(asyncio.get_running_loop())
        self._front, self._services = Front(app), app.extensions.get("services")
        state |= {"admission": make_admission(settings), "turns": turns, "leave": self._end_streams}
        journal = logging.current_journal()
        self._lines = journal.start_buffer() if journal is not None else None
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
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
