"""`python -m ops.benchmarks.costed PORT`: the service, which tells at `/costs` what answers cost by layer."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from functools import wraps
from time import process_time_ns, thread_time_ns
from typing import Any

from service.server import serve

PROCESS = "process"
"""What the whole process has cost, beside its layers."""

spent: Counter[str] = Counter()
"""Nanoseconds of processor time of each layer, without those it has called."""

_calls: list[int] = []
"""What the layers called within each open call have cost."""


def timed(layer: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns *function*, whose processor time is added to its *layer*.

    Calls have to end in the order they began in reverse: only one request may be under way at a time.
    """

    @wraps(function)
    def call(*sent: Any, **named: Any) -> Any:
        _calls.append(0)
        began = thread_time_ns()
        try:
            return function(*sent, **named)
        finally:
            took = thread_time_ns() - began
            spent[layer] += took - _calls.pop()
            if _calls:
                _calls[-1] += took

    return call


def instrument() -> Any:
    """Returns the service as a WSGI application, each of its layers timed."""
    from domain import table
    from projections.runner import Runner
    from service.eventstore.store import Store
    from service.evidence.service import Evidence
    from service.http import resource
    from service.identity.access import Access
    from service.matches import repository, service
    from service.matches.api import answers
    from service.matches.service import MatchService

    for layer, owner, name in (
        ("parsing and schema", resource, "read_body"),
        ("token and access", answers, "needed_bearer"),
        ("token and access", service, "seated"),
        ("token and access", Access, "viewer_for"),
        ("token and access", Access, "window"),
        ("command around the rest", MatchService, "answer"),
        ("deciding", table, "asked"),
        ("deciding", table, "answer"),
        ("commit", Store, "append"),
        ("evidence", repository, "Sealer"),
        ("evidence", Evidence, "link"),
        ("evidence", Evidence, "receipt"),
        ("log of heads, once a second", Evidence, "seal"),
        ("reply", answers, "told"),
        ("reply", answers, "written"),
        ("projections", Runner, "catch_up"),
    ):
        setattr(owner, name, timed(layer, getattr(owner, name)))

    from service.wsgi import app as flask

    for side, hooks in (("before", flask.before_request_funcs), ("after", flask.after_request_funcs)):
        everywhere: list[Any] = hooks[None]
        where = [hook.__module__.removeprefix("service.") for hook in everywhere]
        everywhere[:] = [
            timed(f"hooks {side}: {name}", hook) for name, hook in zip(where, everywhere, strict=True)
        ]
    answers_cost, last, answering = Counter[str](), Counter[str](), False
    service_app = timed("Flask: routing, contexts, views", flask.wsgi_app)

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        nonlocal last, answering
        now = Counter({**spent, PROCESS: process_time_ns()})
        if answering:  # all since then has been done for an answer, but for reading this request
            answers_cost.update(now - last)
        last, answering = now, environ["PATH_INFO"].endswith("/answers")
        if environ["PATH_INFO"] != "/costs":
            return service_app(environ, start_response)  # type: ignore[no-any-return]
        told = json.dumps(answers_cost).encode()
        start_response("200 OK", [("Content-Length", str(len(told)))])
        return [told]

    flask.wsgi_app = answer  # type: ignore[method-assign]
    return flask


if __name__ == "__main__":
    serve("127.0.0.1", int(sys.argv[1]), 1, "ops.benchmarks.costed:instrument()")
