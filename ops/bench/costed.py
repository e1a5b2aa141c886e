"""`python -m ops.bench.costed PORT`: the service, which tells at `/costs` what its layers have cost."""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import wraps
from threading import local
from time import process_time_ns, thread_time_ns
from typing import Any

from greenlet import getcurrent, settrace

from service.serving.server import serve

PROCESS = "process"
"""What the whole process has cost, beside its layers."""


class Thread(local):
    """The processor time of a thread by its greenlets, without those that ran while one stepped aside."""

    def __init__(self) -> None:
        self.since = thread_time_ns()
        self.spent = Counter[Any]()
        self.calls = defaultdict[Any, list[int]](list)
        settrace(self._switched)

    def _switched(self, _: str, between: tuple[Any, Any]) -> None:
        now = thread_time_ns()
        self.spent[between[0]] += now - self.since
        self.since = now

    def now(self, greenlet: Any) -> int:
        """Returns what *greenlet*, which runs, has spent so far, in nanoseconds."""
        return self.spent[greenlet] + thread_time_ns() - self.since


class Costs:
    """Nanoseconds of processor time of each layer, without those it has called.

    Other greenlets that run while one waits count for themselves.
    """

    def __init__(self) -> None:
        self._layers, self._thread = Counter[str](), Thread()

    def timed(self, layer: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Returns *function*, whose processor time is added to its *layer*."""

        @wraps(function)
        def call(*sent: Any, **named: Any) -> Any:
            greenlet, thread = getcurrent(), self._thread
            calls = thread.calls[greenlet]
            calls.append(0)
            began = thread.now(greenlet)
            try:
                return function(*sent, **named)
            finally:
                took = thread.now(greenlet) - began
                self._layers[layer] += took - calls.pop()
                if calls:
                    calls[-1] += took
                else:
                    del thread.calls[greenlet], thread.spent[greenlet]

        return call

    def told(self) -> Counter[str]:
        """Returns the time of each layer so far, of the rest of the process, and of the whole of it."""
        layers = self._layers.copy()
        layers["the server, threads of the disk, and tasks"] = process_time_ns() - layers.total()
        layers[PROCESS] = process_time_ns()
        return layers


def instrument() -> Any:
    """Returns the service as a WSGI application, each of its layers timed."""
    from domain import table
    from service.eventstore.store import Store
    from service.evidence.service import Evidence
    from service.http import direct
    from service.http.middleware import access_log
    from service.identity.players import PlayerDirectory
    from service.matches import repository, service
    from service.matches.api import answers, matches
    from service.matches.service import MatchService
    from service.matches.viewing.access import Access

    costs = Costs()
    for layer, owner, name in (
        ("parsing and schema", direct, "as_struct"),
        ("limits", direct, "count"),
        ("token and access", service, "seated"),
        ("token and access", Access, "viewer_for"),
        ("token and access", Access, "window"),
        ("the command around the rest", MatchService, "answer"),
        ("deciding", table, "open_question"),
        ("deciding", table, "answer_question"),
        ("commit", Store, "append"),
        ("reading the log", Store, "tail"),
        ("evidence", repository, "Sealer"),
        ("evidence", Evidence, "link"),
        ("evidence", Evidence, "receipt"),
        ("names", PlayerDirectory, "known"),
        ("the reply", answers, "told"),
        ("the reply", answers, "encode"),
        ("looks", matches, "show_present"),
        ("journal line and metrics", access_log, "begin"),
        ("journal line and metrics", access_log, "end"),
        ("the direct endpoints around the rest", direct.DirectEndpoints, "answer"),
    ):
        setattr(owner, name, costs.timed(layer, getattr(owner, name)))

    from service.app import services_of
    from service.wsgi import app

    flask = app()
    services_of(flask).bus.publish = costs.timed("news", services_of(flask).bus.publish)  # type: ignore[method-assign]
    service_app = flask.wsgi_app

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/costs":
            return service_app(environ, start_response)
        body = json.dumps(costs.told()).encode()
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body]

    flask.wsgi_app = answer  # type: ignore[method-assign]
    return flask


if __name__ == "__main__":
    serve("127.0.0.1", int(sys.argv[1]), 1, "ops.bench.costed:instrument")
