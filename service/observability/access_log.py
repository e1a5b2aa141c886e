"""Logs, counts and times every request."""

from __future__ import annotations

import re
import secrets
import time
from types import TracebackType

from flask import Flask, Response, g, request

from ..http.sse import EVENTS
from . import logging, metrics

log = logging.logger(__name__)

REQUEST_ID = "X-Request-ID"
"""The header in which a request brings its id, or learns it from the reply."""

_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)
_SEQ = re.compile(r'"(\d+)(?:-[0-9a-z-]+)?(?::gzip)?"')


def init_app(app: Flask) -> None:
    """Watches every request of *app*. What registers its hooks later is watched too."""
    app.before_request(_begin)
    app.after_request(_end)
    app.log_exception = _fail  # type: ignore[method-assign]  # which would write the path


def _begin() -> None:
    brought = request.headers.get(REQUEST_ID, "")
    id = brought if _ID.fullmatch(brought) else secrets.token_hex(8)
    g.began, g.request_id = time.perf_counter(), id
    logging.begin(request=id)
    asked = request.view_args or {}
    logging.note(**{name: asked[name] for name in ("match", "seq") if name in asked})


def _fail(exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None]) -> None:
    """Tells of an error that nobody expected; the reply says no more than that there was one."""
    log.error("failed", method=request.method, route=_route(), exc_info=exc_info)


def _end(reply: Response) -> Response:
    reply.headers[REQUEST_ID] = g.request_id
    route, took = _route(), time.perf_counter() - g.began
    metrics.REQUESTS.labels(metrics.known(request.method), route).observe(took)
    result = g.get("problem") or ("done" if reply.status_code < 400 else str(reply.status_code))
    if request.method == "POST" and request.endpoint:
        metrics.COMMANDS.labels(request.endpoint, result).inc()
    if tag := _SEQ.fullmatch(reply.headers.get("ETag", "")):
        logging.note(seq=int(tag[1]))
    words = logging.noted() | {
        "method": request.method,
        "route": route,
        "status": reply.status_code,
        "result": result,
        "ms": round(1000 * took, 2),
    }
    if reply.mimetype != EVENTS or not reply.is_streamed:
        log.info("request", **words)
        return reply
    metrics.STREAMS.inc()

    def over(began: float = g.began) -> None:
        metrics.STREAMS.dec()
        log.info("stream", **words | {"ms": round(1000 * (time.perf_counter() - began), 2)})

    reply.call_on_close(over)
    return reply


def _route() -> str:
    """Returns the route of the request: a path without the ids in it."""
    return request.url_rule.rule if request.url_rule else "none"
