"""Logs, counts and times every request."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from logging import getLogger
from random import getrandbits
from types import TracebackType
from typing import NamedTuple

import msgspec
from flask import Flask, Request, Response, g, request

from ...observability import logging, metrics
from ..sse import is_event_stream

log = logging.logger(__name__)
_logger = getLogger(__name__)

REQUEST_ID = "X-Request-ID"
"""The header with the id of a request, from the client or in the reply."""

_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)
_SEQ = re.compile(r'"(\d+)(?:-[0-9a-z-]+)?(?::gzip)?"')
_encode = msgspec.json.Encoder().encode
NO_ROUTE = "none"
"""The route of a request without a view."""
START_KEY = "recount.begun"
"""The key of the environment with a request that started before Flask."""


class RequestStart(NamedTuple):
    """The id of a request, and its start by the performance counter."""

    id: str
    at: float


def init_app(app: Flask) -> None:
    """Logs errors of *app* that have no problem of their own."""
    app.log_exception = _log_failure  # type: ignore[method-assign]  # the original writes the path


def start_request(sent_id: str, **words: object) -> RequestStart:
    """Starts a request, with the client's id or a new one.

    *words* are part of each of its log lines, such as the match.
    """
    id = sent_id if sent_id and _ID.fullmatch(sent_id) else f"{getrandbits(64):016x}"
    logging.start_context(request=id, **words)
    return RequestStart(id, time.perf_counter())


def finish_request(
    start: RequestStart,
    method: str,
    route: str,
    endpoint: str | None,
    status: int,
    result: str = "done",
    seq: int | None = None,
    *,
    streams: bool = False,
) -> dict[str, object]:
    """Counts, times and logs a request after its reply, and returns the words of its line.

    The line of a request that *streams* follows at its end.
    """
    took = time.perf_counter() - start.at
    metrics.observe_request(method, route, took)
    if method == "POST" and endpoint:
        metrics.count_command(endpoint, result)
    words = {
        **{name: logging.without_secret(value) for name, value in logging.current_context().items()},
        **({} if seq is None else {"seq": seq}),
        "method": method,
        "route": route,
        "status": status,
        "result": result,
        "ms": round(1000 * took, 2),
    }
    if not streams:
        _write_line("request", words)
    return words


def _write_line(event: str, words: Mapping[str, object]) -> None:
    """Writes the line of a request without structlog's processors, if the journal is JSON.

    Those cost more than the rest. No word of *words* is a secret.
    """
    journal = logging.encoding_journal(_logger)
    if journal is None:
        log.info(event, **words)
        return
    line = {**words, "event": event, "level": "info", "logger": __name__, "at": datetime.now(UTC)}
    journal.put_line(_encode(line).decode())


def begin_request(request: Request) -> None:
    """Begins *request*, unless it has begun before Flask."""
    args = request.view_args or {}
    words = {name: args[name] for name in ("match", "seq") if name in args}
    if START_KEY in request.environ:
        logging.add_context(**words)
    else:
        request.environ[START_KEY] = start_request(request.environ.get("HTTP_X_REQUEST_ID", ""), **words)


def _log_failure(exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None]) -> None:
    """Logs an unexpected error. The reply says only that there was one."""
    metrics.FAILURES.inc()
    log.error("failed", method=request.method, route=_route_of(request), exc_info=exc_info)


def end_request(request: Request, reply: Response) -> Response:
    """Finishes *request* with its *reply*. A stream finishes when it closes."""
    start: RequestStart = request.environ[START_KEY]
    reply.headers.add(REQUEST_ID, start.id)
    status = reply.status_code
    result = "done" if status < 400 else g.get("problem") or str(status)
    tag = _SEQ.fullmatch(reply.headers.get("ETag", ""))
    streams = is_event_stream(reply)
    method, seq = metrics.method_label(request.method), int(tag[1]) if tag else None
    words = finish_request(
        start, method, _route_of(request), request.endpoint, status, result, seq, streams=streams
    )
    if not streams:
        return reply
    metrics.STREAMS.inc()

    def log_stream() -> None:
        metrics.STREAMS.dec()
        _write_line("stream", words | {"ms": round(1000 * (time.perf_counter() - start.at), 2)})

    reply.call_on_close(log_stream)
    return reply


def _route_of(request: Request) -> str:
    """Returns the route of *request*, a path without ids."""
    return request.url_rule.rule if request.url_rule else NO_ROUTE
