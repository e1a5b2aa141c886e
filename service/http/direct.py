"""Direct endpoints, with which the event loop handles frequent requests by the handlers of Flask.

These requests send answers, or read the present view of a match. Flask handles unusual requests. It also
handles a request after a handler raised an error, raises that error again, and maps it to a problem.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from gzip import compress
from typing import Any, NamedTuple, TypeAlias

from flask import Flask, Request, g, session

from ..settings import Settings
from ..shared.registry import Registry
from .addresses import API
from .bodies.json_bodies import JSON
from .bodies.struct_bodies import as_struct
from .middleware import access_log
from .middleware.cors import COMPRESSION, SHARED, SMALLEST
from .middleware.idempotency import IdempotentRequest
from .middleware.networks import forwarded_address
from .middleware.rate_limit import Budget, RateLimiter
from .middleware.rate_limit_headers import LIMITER, charge_client
from .middleware.reply_headers import security_headers
from .requests import token_of

DIRECT = "direct"
"""The name of the direct endpoints among the extensions of the application."""

UNUSUAL_FIELDS = frozenset(
    (
        *(b"cookie", b"idempotency-key", b"idempotency-secret"),
        *(b"if-none-match", b"transfer-encoding", b"x-viewer"),
    )
)
"""Header fields that change the reply or the way to read the request, and that most requests do without."""

_PATH = re.compile(API + r"/matches/([\w-]{1,64})(/answers|)", re.ASCII)
_QUERY = re.compile(rb"(?:min_position=(\d{1,15}))?")
_ENCODINGS = re.compile(rb"[a-z, ]*")
_LENGTH = re.compile(rb"\d{1,4}")
"""The length of a usual body. Flask rejects larger ones."""
RAISED = "recount.raised"
"""The key of the environment with the error that a handler `Raised`."""

Header: TypeAlias = tuple[bytes, bytes]


class MatchRequest(NamedTuple):
    """A request for a match, with token, `If-Match`, position to include, and body."""

    match: str
    token: str | None
    min_position: int = 0
    if_match: str = ""
    body: Any = None
    idempotent: IdempotentRequest | None = None


class MatchReply(NamedTuple):
    """The reply, with the last fact in it, its JSON, and the `tag` of the names in it."""

    seq: int
    make_body: Callable[[], bytes]
    tag: str = ""


class DirectEndpoint(NamedTuple):
    """An endpoint with handler, name in metrics, and the constant parts of its replies.

    *body* is the type of the request's body, if it has one.
    """

    handler: Callable[[Registry, MatchRequest], MatchReply]
    name: str
    status: int
    headers: Sequence[tuple[str, str]]
    body: type[Any] | None = None


class DirectRequest(NamedTuple):
    """A usual request, read as far as its endpoint, with the address of its client."""

    endpoint: DirectEndpoint
    method: str
    rule: str
    match: str
    min_position: int
    fields: Mapping[bytes, bytes]
    body: bytes
    address: str

    def header_value(self, name: bytes) -> str:
        """Returns the header field *name*, or “” where the request has none."""
        return self.fields.get(name, b"").decode("latin-1")


class DirectReply(NamedTuple):
    """A whole reply."""

    status: int
    headers: list[Header]
    body: bytes


class Raised(NamedTuple):
    """The error of a handler. Flask raises it for the same request."""

    error: Exception
    start: access_log.RequestStart
    budgets: list[Budget]

    def store_in(self, environ: dict[str, Any]) -> None:
        """Puts the error into the environment of the request."""
        environ |= {RAISED: self, access_log.START_KEY: self.start}


class DirectEndpoints:
    """The direct endpoints of *app*, by method and the end of the path."""

    def __init__(self, app: Flask, settings: Settings) -> None:
        self._app, self._proxies = app, settings.proxies
        self._endpoints: dict[tuple[str, str], DirectEndpoint] = {}
        self._always = security_headers(settings)
        self._constant: dict[str, list[Header]] = {}
        self._shared = encode_headers(SHARED)

    def add_endpoint(self, method: str, end: str, endpoint: DirectEndpoint) -> None:
        """Adds *endpoint* for *method* on the path of a match with this *end*."""
        self._endpoints[method, end] = endpoint
        self._constant[endpoint.name] = encode_headers((*endpoint.headers, *self._always))

    def parse_request(self, scope: Mapping[str, Any], body: bytes) -> DirectRequest | None:
        """Returns the request of the ASGI *scope*, or `None` where it is unusual or for another endpoint."""
        path = _PATH.fullmatch(scope["path"])
        endpoint = path and self._endpoints.get((scope["method"], path[2]))
        query = _QUERY.fullmatch(scope["query_string"])
        if not (path and endpoint and query):
            return None
        fields = dict[bytes, bytes](scope["headers"])
        usual = (
            len(fields) == len(scope["headers"])
            and UNUSUAL_FIELDS.isdisjoint(fields)
            and _ENCODINGS.fullmatch(fields.get(b"accept-encoding", b"")) is not None
            and (endpoint.body is None or (_is_json(fields) and not scope["query_string"]))
        )
        if not usual:
            return None
        client = scope["client"] or ("", 0)
        address = forwarded_address(client[0], fields.get(b"x-forwarded-for", b""), self._proxies)
        rule = f"{API}/matches/<match>{path[2]}"
        minimum = int(query[1] or 0)
        return DirectRequest(endpoint, scope["method"], rule, path[1], minimum, fields, body, address)

    def answer_request(self, direct: DirectRequest) -> DirectReply | Raised:
        """Handles a usual request. It counts, times and logs it as all others."""
        start = access_log.start_request(direct.header_value(b"x-request-id"), match=direct.match)
        endpoint = direct.endpoint
        limiter: RateLimiter | None = self._app.extensions[LIMITER]
        budgets: list[Budget] = []
        try:
            authorization = direct.fields.get(b"authorization")
            header = None if authorization is None else authorization.decode("latin-1")
            if limiter is not None:
                budgets = charge_client(limiter, direct.address, header)
            body = None if endpoint.body is None else as_struct(endpoint.body, direct.body)
            match_request = MatchRequest(
                direct.match, token_of(header), direct.min_position, direct.header_value(b"if-match"), body
            )
            reply = endpoint.handler(self._app.extensions["services"], match_request)
            content = reply.make_body()
        except Exception as error:
            return Raised(error, start, budgets)
        etag = f"{reply.seq}-{reply.tag}" if reply.tag else f"{reply.seq}"
        compressed = len(content) >= SMALLEST and b"gzip" in direct.fields.get(b"accept-encoding", b"")
        if compressed:
            content, etag = compress(content, COMPRESSION), f"{etag}:gzip"
        headers: list[Header] = [
            (b"content-type", JSON.encode()),
            (b"content-length", b"%d" % len(content)),
            (b"etag", b'"%b"' % etag.encode()),
            *self._constant[endpoint.name],
        ]
        if compressed:
            headers.append((b"content-encoding", b"gzip"))
        headers += self._shared
        if limiter is not None:
            headers += encode_headers(limiter.budget_headers(budgets))
        headers.append((b"x-request-id", start.id.encode()))
        access_log.finish_request(
            start, direct.method, direct.rule, endpoint.name, endpoint.status, seq=reply.seq
        )
        return DirectReply(endpoint.status, headers, content)


def init_app(app: Flask, settings: Settings) -> None:
    """Gives *app* direct endpoints. Rooms add them."""
    app.extensions[DIRECT] = DirectEndpoints(app, settings)


def raise_again(request: Request) -> None:
    """Raises the error that a handler has raised for *request* before Flask."""
    raised: Raised | None = request.environ.get(RAISED)
    if raised is not None:
        g.budgets = raised.budgets
        if "HTTP_AUTHORIZATION" not in request.environ:
            session.accessed = True  # so that `Vary` names the cookies, as in every other refusal
        raise raised.error


def encode_headers(headers: Iterable[tuple[str, str]]) -> list[Header]:
    """Returns *headers* as the server sends them."""
    return [(name.lower().encode(), value.encode()) for name, value in headers]


def _is_json(fields: Mapping[bytes, bytes]) -> bool:
    length = fields.get(b"content-length", b"")
    return fields.get(b"content-type") == JSON.encode() and _LENGTH.fullmatch(length) is not None
