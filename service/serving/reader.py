"""Processes beside the server for requests that would block the event loop."""

from __future__ import annotations

import asyncio
import io
import os
import shutil
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

from flask import Flask
from msgspec.structs import replace

from ..http.direct import RAISED
from ..http.heavy import heavy_paths
from ..http.middleware.rate_limit import RateLimited
from ..http.middleware.work_charges import BUDGET, OWNER
from ..http.sse import EVENTS, EventStream
from ..observability import logging
from ..settings import Settings, decode_settings, encode_settings
from .environ import Environ
from .owned_work import OwnedWork
from .slots import FairSlots
from .wsgi import Application, WsgiReply, call_application

log = logging.logger(__name__)

NICENESS = 5
"""The event loop gets the processor first."""
READERS = 2
"""The most processes. Each starts when the others are busy."""
METHODS = ("GET", "HEAD", "POST")
"""The methods of heavy requests. None of them writes."""
BODY = "recount.body"
"""The key of the environment with the body of a request."""


class Reader:
    """Handles heavy requests to *app* in its own processes. The first request starts them.

    It charges the owner of each request with the processor time.
    """

    def __init__(self, app: Flask, owned_work: OwnedWork) -> None:
        self._owned_work = owned_work
        self._settings: Settings = app.extensions["settings"]
        self._paths = {method: heavy_paths(app, method) for method in METHODS}
        self._idle = list[ReaderProcess]()
        readers = 1 if self._settings.shared else READERS
        self._threads = ThreadPoolExecutor(readers, "reading")
        self._slots = FairSlots(readers, self._owned_work.accounts.spent_work)

    def is_heavy(self, environ: Environ) -> bool:
        """Returns whether the request of *environ* is for a reader.

        Event streams are not, nor are requests that the server has refused.
        """
        paths = self._paths.get(environ["REQUEST_METHOD"])
        return (
            paths is not None
            and RAISED not in environ
            and EVENTS not in environ.get("HTTP_ACCEPT", "")
            and paths.fullmatch(environ["PATH_INFO"]) is not None
        )

    async def reply(self, environ: Environ, body: bytes) -> WsgiReply | None:
        """Returns the reply to the request of *environ* and *body*.

        It returns `None` for work without a budget, and where the process of the reader ends.
        """
        try:
            owner, budget = await self._owned_work.find_owner(environ)
        except RateLimited:
            return None
        sent: Environ = {OWNER: owner, BUDGET: budget, BODY: body}
        sent |= {name: value for name, value in environ.items() if isinstance(value, (str, bool, tuple))}
        async with self._slots.slot_of(owner):
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._reply, sent)

    def close(self) -> None:
        """Waits for the requests under way, and ends the processes."""
        self._threads.shutdown()
        while self._idle:
            self._idle.pop().end()

    def _reply(self, sent: Environ) -> WsgiReply | None:
        try:
            process = self._idle.pop()
        except IndexError:
            process = ReaderProcess(self._settings)
        try:
            reply = process.reply(sent)
        except (EOFError, OSError):
            log.warning("a reader has ended", status=process.end())
            return None
        self._idle.append(process)
        self._owned_work.accounts.charge_work(sent[OWNER], reply.milliseconds)
        return reply.open_file()


class ReaderProcess:
    """A process that answers one request after the other."""

    def __init__(self, settings: Settings) -> None:
        context = get_context("spawn")
        self._connection, far_end = context.Pipe()
        self._process = context.Process(
            target=_serve_requests, args=(far_end, encode_settings(settings)), daemon=True
        )
        self._process.start()
        far_end.close()

    def reply(self, sent: Environ) -> SentReply:
        """Returns the reply to a request. Raises `EOFError` or `OSError` after the end of the process."""
        self._connection.send(sent)
        reply: SentReply = self._connection.recv()
        return reply

    def end(self) -> int | None:
        """Ends the process, and returns its exit code."""
        self._connection.close()
        self._process.join()
        return self._process.exitcode


class SentReply(NamedTuple):
    """A reply between processes, with its processor time. A large body is in a *file*."""

    start: dict[str, Any]
    body: bytes
    file: Path | None
    milliseconds: float

    def open_file(self) -> WsgiReply:
        """Returns the reply for the server. It opens the file once, and unlinks it."""
        if self.file is None:
            return WsgiReply(self.start, self.body)
        body = self.file.open("rb")
        self.file.unlink()
        return WsgiReply(self.start, body, body.close)


def _serve_requests(server: Connection, settings: bytes) -> None:
    """Answers the requests of the *server* until that closes the connection, or is gone."""
    from ..app import create_app, services_of

    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the server, and it ends its readers
    read = decode_settings(settings)
    logging.start_journal(read.log)
    app = create_app(replace(read, runner=False, separate_process=False))
    try:
        while True:
            server.send(answer_request(app.wsgi_app, server.recv()))
    except (EOFError, BrokenPipeError):
        services_of(app).close()


def answer_request(application: Application, sent: Environ) -> SentReply:
    """Returns the reply of *application* to a request that the server has sent."""
    start = time.process_time()
    environ = {**sent, "wsgi.input": io.BytesIO(sent[BODY]), "wsgi.errors": sys.stderr}
    reply = call_application(application, environ)
    try:
        if isinstance(reply.body, bytes):
            return SentReply(reply.start, reply.body, None, _milliseconds_since(start))
        assert not isinstance(reply.body, EventStream)
        with NamedTemporaryFile(prefix="recount-", delete=False) as file, reply.body as body:
            shutil.copyfileobj(body, file)
        return SentReply(reply.start, b"", Path(file.name), _milliseconds_since(start))
    finally:
        if reply.close is not None:
            reply.close()


def _milliseconds_since(start: float) -> float:
    return 1000 * (time.process_time() - start)
