"""Connections: how gunicorn takes them, so that nobody holds all there are, or one for ever.

It is loaded before threads are made cooperative, and so loads nothing of the service.
"""

from __future__ import annotations

import io
import json
import os
import resource
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Protocol

import gevent
from gevent import monkey
from gevent.socket import SOCK_STREAM, socket
from gunicorn import util
from gunicorn.http import wsgi
from gunicorn.http.errors import ParseException
from gunicorn.workers.ggevent import GeventWorker
from werkzeug.exceptions import BadRequest, RequestTimeout

from .networks import network

BODY = 60.0
"""Seconds that a body may take: 64 MiB, the largest, come by 8 Mbit/s in that time."""

RESERVED = 128
"""How many files of those that a process may have open are not for clients, but for the store and pages."""

FULL = "There are as many connections as there may be: try again in a moment."
CROWDED = "There are as many connections from your network as there may be: use those again, or wait."


class Worker(GeventWorker):  # type: ignore[misc]
    """A worker of gunicorn that limits the connections of each address, and how long a request may take.

    Its headers may take as long as a connection may be idle.
    """

    body = BODY
    sockets: list[Any]

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._open = Counter[str]()
        self._most: int | None = None
        self._room = max(1, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED)

    def patch(self) -> None:
        """Makes all cooperative, threads only if they are not: a second hook of forks would fail in each."""
        monkey.patch_all(thread=not monkey.is_module_patched("threading"))
        self.sockets = [socket(each.FAMILY, SOCK_STREAM, fileno=each.sock.detach()) for each in self.sockets]

    def load_wsgi(self) -> None:
        """Loads the application, and learns from its settings how many connections there may be.

        Behind a proxy all have one address: the proxy counts them.
        """
        super().load_wsgi()
        settings = self.wsgi.extensions["settings"]
        if settings.limits is not None and not settings.proxies:
            self._most = settings.limits.connections
        self.wsgi.wsgi_app = timed(self.wsgi.wsgi_app, self.body)
        util.write_error = tell  # the one place in which gunicorn writes a page of its own
        util.http_date, wsgi.Response = date, WholeResponse

    def notify(self) -> None:
        """Shows that it lives; ends as if told to, with its requests answered, once its master is gone."""
        if self.ppid == os.getppid():
            super().notify()
        elif self.alive:
            os.kill(os.getpid(), signal.SIGTERM)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serves a connection, or refuses it."""
        who = network(addr[0])
        if self._most is not None and self._open[who] >= self._most:
            tell(client, HTTPStatus.TOO_MANY_REQUESTS, "", CROWDED)
            util.close(client)
            return
        if self._open.total() >= self._room:
            tell(client, HTTPStatus.SERVICE_UNAVAILABLE, "", FULL)
            util.close(client)
            return
        self._open[who] += 1
        try:
            super().handle(listener, client, addr)
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]


AGAIN: Mapping[int, int] = {HTTPStatus.TOO_MANY_REQUESTS: 30, HTTPStatus.SERVICE_UNAVAILABLE: 1}
"""Seconds after which it makes sense to try again."""


class WholeResponse(wsgi.Response):  # type: ignore[misc]
    """A response of gunicorn that is sent at once, head and body, where its body is one piece."""

    headers_sent: bool

    def write(self, piece: bytes) -> None:
        """Sends a piece of the body, after the head if that was not sent yet."""
        if self.headers_sent or self._omits_body or len(piece) != self.response_length:
            super().write(piece)
            return
        head = [*self.default_headers(), *(f"{name}: {value}\r\n" for name, value in self.headers), "\r\n"]
        util.write(self.sock, "".join(head).encode("latin-1") + piece)
        self.headers_sent, self.sent = True, len(piece)


def date() -> str:
    """Returns the time as a header tells it: the same for a whole second."""
    return _date(int(time.time()))


@lru_cache(1)
def _date(seconds: int) -> str:
    return formatdate(seconds, usegmt=True)


def tell(client: Any, status: int, reason: str, detail: str) -> None:
    """Tells of what came to no request: as a problem (RFC 9457), which has no kind of its own."""
    title = HTTPStatus(status).phrase
    body = json.dumps({"type": "about:blank", "title": title, "status": int(status), "detail": detail})
    lines = [
        f"HTTP/1.1 {int(status)} {title}",
        "Connection: close",
        "Content-Type: application/problem+json",
        f"Content-Length: {len(body)}",
        *([f"Retry-After: {AGAIN[status]}"] if status in AGAIN else []),
    ]
    util.write_nonblock(client, "\r\n".join([*lines, "", body]).encode())


class Application(Protocol):
    """A WSGI application."""

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any], /) -> Iterable[bytes]:
        """Answers a request."""


def timed(application: Application, seconds: float) -> Application:
    """Returns *application*, which reads a body for so many *seconds* at most."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        environ["wsgi.input"] = io.BufferedReader(Timed(environ["wsgi.input"], seconds))
        return application(environ, start_response)

    return answer


class Timed(io.RawIOBase):
    """A body that raises `RequestTimeout` when it takes too long, and `BadRequest` when it is cut wrong."""

    def __init__(self, body: Any, seconds: float) -> None:
        super().__init__()
        self._body, self._ends = body, time.monotonic() + seconds

    def readable(self) -> bool:
        """Returns that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Reads what has come, up to the length of *buffer*."""
        with gevent.Timeout(max(0.0, self._ends - time.monotonic()), RequestTimeout()):
            try:
                told = self._body.read(len(buffer))
            except ParseException as error:
                raise BadRequest(f"The body is cut into chunks wrongly: {error}.") from error
        buffer[: len(told)] = told
        return len(told)
