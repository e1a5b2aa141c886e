"""The fast path: what is asked by the thousand is answered without the framework.

That is answers, and looks at what is asked next: Flask, with its hooks, takes longer for one of them than the
command does. A request that brings nothing unusual is handed to its handler as it came. Every other one goes
on to Flask, and so does one whose handler raises: the error is raised there again, before anything else is
done, and told like all others. A reply is the same on either path.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from gzip import compress
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from flask import Flask, request

from ..observability import access_log, logging
from ..settings import Settings
from .cors import COMPRESSION, SMALLEST
from .json_bodies import JSON
from .rate_limit_headers import count
from .security_headers import always

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

    from ..bootstrap import Services

UNUSUAL = frozenset(
    ("HTTP_COOKIE", "HTTP_IDEMPOTENCY_KEY", "HTTP_IF_NONE_MATCH", "HTTP_TRANSFER_ENCODING", "HTTP_X_VIEWER")
)
"""Headers that change what is told or how it is read, and that most requests do without."""

FAST_PATH = "fast_path"

_PATH = re.compile(r"/matches/([\w-]{1,64})(/answers|)", re.ASCII)
_QUERY = re.compile(r"(?:min_position=(\d{1,15}))?", re.ASCII)
_ACCEPTED, _ENCODINGS = "HTTP_ACCEPT_ENCODING", re.compile(r"[a-z, ]*", re.ASCII)
_LENGTH = re.compile(r"\d{1,4}", re.ASCII)
ON_LOOP = "recount.on_loop"
"""The key that marks a request which the event loop answers here, or not at all."""
DEFERRED: Iterable[bytes] = []
"""In place of a body: a request that the loop leaves to Flask in a thread."""
_MET = "recount.met"
"""Where a request keeps the error that was met on the fast path."""


class FastRequest(NamedTuple):
    """A request on the fast path: for a *match*, with the fact at position *least* taken in."""

    match: str
    least: int
    environ: WSGIEnvironment

    def json(self) -> bytes:
        """Returns the body."""
        told: bytes = self.environ["wsgi.input"].read(int(self.environ["CONTENT_LENGTH"]))
        return told


class FastReply(NamedTuple):
    """A reply on the fast path, in JSON: the fact that it shows the match at, and the headers of its own."""

    status: str
    body: bytes
    seq: int
    etag: str
    headers: Sequence[tuple[str, str]]


Handler: TypeAlias = "Callable[[Services, FastRequest], FastReply]"


class Route(NamedTuple):
    """What is answered on the fast path, and as what it is counted."""

    handler: Handler
    endpoint: str


class FastPath:
    """Answers what its routes can, known by method and the end of the path; the rest is for *app*."""

    def __init__(self, app: Flask, settings: Settings) -> None:
        self._app, self._served = app, app.wsgi_app
        self._routes: dict[tuple[str, str], Route] = {}
        self._always = always(settings)

    def add(self, method: str, end: str, route: Route) -> None:
        """Takes *route* for *method* on the path of a match with this *end*."""
        self._routes[method, end] = route

    def takes(self, environ: WSGIEnvironment) -> bool:
        """Tells whether a request may be one for the fast path."""
        path = _PATH.fullmatch(environ["PATH_INFO"])
        return (
            path is not None and (environ["REQUEST_METHOD"], path[2]) in self._routes and _is_usual(environ)
        )

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers a request; one on the loop that it cannot answer is `DEFERRED`."""
        path, query = _PATH.fullmatch(environ["PATH_INFO"]), _QUERY.fullmatch(environ["QUERY_STRING"])
        method = environ["REQUEST_METHOD"]
        route = path and self._routes.get((method, path[2]))
        if not (path and query and route and _is_usual(environ)):
            return self._defer(environ, start_response)
        begun = access_log.begin(environ)
        logging.note(match=path[1])
        try:
            count(self._app, environ)
            services: Services = self._app.extensions["services"]
            told = route.handler(services, FastRequest(path[1], int(query[1] or 0), environ))
        except Exception as error:
            environ[_MET] = error
            return self._defer(environ, start_response)
        body, headers = _compressed(told) if "gzip" in environ.get(_ACCEPTED, "") else _plain(told)
        headers += [*told.headers, *self._always, (access_log.REQUEST_ID, begun.id)]
        rule = f"/matches/<match>{path[2]}"
        access_log.end(begun, method, rule, route.endpoint, int(told.status[:3]), seq=told.seq)
        start_response(told.status, headers)
        return [body]

    def _defer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return DEFERRED if environ.pop(ON_LOOP, False) else self._served(environ, start_response)


def _plain(told: FastReply) -> tuple[bytes, list[tuple[str, str]]]:
    etag, length = ("ETag", f'"{told.etag}"'), ("Content-Length", str(len(told.body)))
    return told.body, [("Content-Type", JSON), etag, length]


def _compressed(told: FastReply) -> tuple[bytes, list[tuple[str, str]]]:
    if len(told.body) < SMALLEST:
        return _plain(told)
    told = told._replace(body=compress(told.body, COMPRESSION), etag=f"{told.etag}:gzip")
    body, headers = _plain(told)
    return body, [*headers, ("Content-Encoding", "gzip")]


def init_app(app: Flask, settings: Settings) -> None:
    """Lets *app* have a fast path, unless requests are traced; rooms add to it what they answer there."""
    fast_path = app.extensions[FAST_PATH] = FastPath(app, settings)
    if not settings.traces:
        app.wsgi_app = fast_path  # type: ignore[method-assign]
        app.before_request(_raise_met)


def _raise_met() -> None:
    met: Exception | None = request.environ.get(_MET)
    if met is not None:
        raise met


def _is_usual(environ: WSGIEnvironment) -> bool:
    """Tells whether a request has nothing about it that only Flask can read."""
    return (
        UNUSUAL.isdisjoint(environ)
        and not environ["SCRIPT_NAME"]  # as version 2 has
        and _ENCODINGS.fullmatch(environ.get(_ACCEPTED, "")) is not None
        and (environ["REQUEST_METHOD"] == "GET" or (_is_json(environ) and not environ["QUERY_STRING"]))
    )


def _is_json(environ: WSGIEnvironment) -> bool:
    return (
        environ.get("CONTENT_TYPE") == JSON
        and _LENGTH.fullmatch(environ.get("CONTENT_LENGTH", "")) is not None
    )
