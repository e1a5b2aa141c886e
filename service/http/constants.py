"""Constant replies, such as schemas and files of pages, which the event loop sends as Flask made them.

Each is made and compressed once for each process. Requests for parts or by dates go to Flask.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qsl, urlencode

from flask import Flask
from werkzeug.http import parse_etags

from ..database.cooperation import offload
from ..settings import Settings
from .direct import DirectReply, Header, Raised, encode_headers
from .heavy import path_pattern
from .middleware import access_log
from .middleware.networks import forwarded_address
from .middleware.rate_limit import RATE_LIMIT, RATE_LIMIT_POLICY, Budget, RateLimited, RateLimiter
from .middleware.rate_limit_headers import LIMITER, charge_client, is_unlimited
from .middleware.work_accounts import WorkAccounts

View = TypeVar("View", bound=Callable[..., Any])

CONSTANTS = "constants"
"""The name of the constant replies among the extensions of the application."""
_MARK = "constant"
"""The attribute of a view with constant replies, for the names of its arguments. Its wrappers pass it on."""

MAX_BYTES = 32 * 2**20
"""Bytes of replies in one process. The reply that nobody used for longest makes room."""
BYTES_OF_MS = 100_000
"""Bytes that cost a millisecond of work."""

UNUSUAL_FIELDS = frozenset((b"if-match", b"if-modified-since", b"if-unmodified-since", b"range"))
_ENCODINGS = re.compile(rb"[a-z, ]*")
_OWN_FIELDS = frozenset(
    name.lower().encode() for name in ("Date", RATE_LIMIT, RATE_LIMIT_POLICY, access_log.REQUEST_ID)
)
"""Fields of a reply that differ from one request to the next."""
_CHANGING = re.compile(r"max-age=0|no-store|private")
_OTHER_FORM = re.compile(r"/\.{0,2}(/|$)")
"""A part of a path that says the same as another path."""
_BODY_FIELDS = frozenset((b"content-length", b"content-type", b"content-encoding"))


def constant(*arguments: str) -> Callable[[View], View]:
    """Marks a view whose replies depend on the path and on *arguments* of the query alone."""

    def mark(view: View) -> View:
        setattr(view, _MARK, frozenset(arguments))
        return view

    return mark


class Key(NamedTuple):
    """The address of a constant reply, and whether it may be compressed."""

    path: str
    query: bytes
    is_compressed: bool


class ConstantRequest(NamedTuple):
    """A usual request for a constant reply, with the address of its client."""

    key: Key
    route: _Route
    method: str
    fields: Mapping[bytes, bytes]
    address: str


class _Route(NamedTuple):
    rule: str
    endpoint: str
    path: re.Pattern[str]
    arguments: frozenset[str]
    is_unlimited: bool


class _Reply(NamedTuple):
    headers: Sequence[Header]
    body: bytes
    tag: str


class ConstantReplies:
    """The constant replies of *app*, the last `MAX_BYTES` of them. Only the event loop uses it."""

    def __init__(self, app: Flask, settings: Settings) -> None:
        self._app, self._proxies = app, settings.proxies
        self._routes = [
            _Route(
                rule.rule, rule.endpoint, path_pattern(rule.rule), getattr(view, _MARK), is_unlimited(view)
            )
            for rule in app.url_map.iter_rules()
            if hasattr(view := app.view_functions[rule.endpoint], _MARK)
        ]
        self._replies = OrderedDict[Key, _Reply]()
        self._size = 0

    def parse_request(self, scope: Mapping[str, Any]) -> ConstantRequest | None:
        """Returns the request of the ASGI *scope*, or `None` where its reply is not constant."""
        if scope["method"] not in ("GET", "HEAD"):
            return None
        route = next((route for route in self._routes if route.path.fullmatch(scope["path"])), None)
        if (
            route is None
            or _OTHER_FORM.search(scope["path"][:-1])
            or not _is_canonical(scope["query_string"], route.arguments)
        ):
            return None
        fields = dict[bytes, bytes](scope["headers"])
        encodings = fields.get(b"accept-encoding", b"")
        if not UNUSUAL_FIELDS.isdisjoint(fields) or not _ENCODINGS.fullmatch(encodings):
            return None
        client = scope["client"] or ("", 0)
        address = forwarded_address(client[0], fields.get(b"x-forwarded-for", b""), self._proxies)
        key = Key(scope["path"], scope["query_string"], b"gzip" in encodings)
        return ConstantRequest(key, route, scope["method"], fields, address)

    def has_reply(self, key: Key) -> bool:
        """Returns whether the reply is there."""
        return key in self._replies

    def store_reply(self, key: Key, status: int, headers: Sequence[Header], body: bytes) -> None:
        """Stores a reply of Flask, unless it may change."""
        fields = {name.lower(): value.decode("latin-1") for name, value in headers}
        if (
            key in self._replies
            or status != 200
            or b"set-cookie" in fields
            or _CHANGING.search(fields.get(b"cache-control", ""))
        ):
            return
        constant_headers = [
            (name.lower(), value) for name, value in headers if name.lower() not in _OWN_FIELDS
        ]
        self._replies[key] = _Reply(constant_headers, body, fields.get(b"etag", "").strip('"'))
        self._size += len(body)
        while self._size > MAX_BYTES:
            self._size -= len(self._replies.popitem(last=False)[1].body)

    def answer_request(self, request: ConstantRequest) -> DirectReply | Raised:
        """Returns a stored reply. It counts, charges, times and logs the request as all others."""
        reply = self._replies[request.key]
        self._replies.move_to_end(request.key)
        start = access_log.start_request(request.fields.get(b"x-request-id", b"").decode("latin-1"))
        work_start = time.thread_time()
        accounts: WorkAccounts = self._app.extensions["services"][WorkAccounts]
        header = request.fields.get(b"authorization", b"").decode("latin-1") or None
        limiter: RateLimiter | None = self._app.extensions[LIMITER]
        budgets = list[Budget]()
        if limiter is not None and not request.route.is_unlimited:
            try:
                budgets = charge_client(limiter, request.address, header)
            except RateLimited as refusal:
                return Raised(refusal, start, budgets)
        owner = (
            offload(accounts.owner_of, request.address, header)
            if header
            else accounts.owner_of(request.address, None)
        )
        status, headers, body = 200, list(reply.headers), reply.body
        if tag := _matching_tag(reply.tag, request.fields.get(b"if-none-match", b"").decode("latin-1")):
            status, body = 304, b""
            headers = [field for field in headers if field[0] not in _BODY_FIELDS and field[0] != b"etag"]
            headers.append((b"etag", f'"{tag}"'.encode()))
        if limiter is not None and budgets:
            headers += encode_headers(limiter.budget_headers(budgets))
        headers.append((b"x-request-id", start.id.encode()))
        spent = 1000 * (time.thread_time() - work_start) + len(body) / BYTES_OF_MS
        accounts.charge_work(owner, spent)
        access_log.finish_request(start, request.method, request.route.rule, request.route.endpoint, status)
        return DirectReply(status, headers, body)


def init_app(app: Flask, settings: Settings) -> None:
    """Gives *app* its constant replies, after all its views."""
    app.extensions[CONSTANTS] = ConstantReplies(app, settings)


def _is_canonical(query: bytes, arguments: frozenset[str]) -> bool:
    """Returns whether *query* names some of *arguments* once, in one of few forms that say the same."""
    if not query:
        return True
    pairs = parse_qsl(query.decode("latin-1"))
    names = [name for name, _ in pairs]
    return (
        arguments.issuperset(names) and len(names) == len(set(names)) and urlencode(pairs).encode() == query
    )


def _matching_tag(tag: str, sent: str) -> str | None:
    """Returns the form of *tag*, plain or compressed, that `If-None-Match` has *sent*."""
    if not (tag and sent):
        return None
    plain, etags = tag.removesuffix(":gzip"), parse_etags(sent)
    return next((form for form in (tag, plain, f"{plain}:gzip") if etags.contains_weak(form)), None)
