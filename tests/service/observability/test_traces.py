"""Traces: spans arrive at a collector when there is one, and nothing is loaded when there is none."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from projections.lobby import Lobby
from service.app import create_app, services_of
from service.observability import tracing
from service.settings import Settings
from tests.service.client import Api, wait_for


class Collector(BaseHTTPRequestHandler):
    """Takes in what is exported, by OTLP over HTTP."""

    spans: list[Span]

    def do_POST(self) -> None:
        """Takes in a batch."""
        batch = ExportTraceServiceRequest()
        batch.ParseFromString(self.rfile.read(int(self.headers["Content-Length"])))
        self.spans += [
            span for of in batch.resource_spans for scope in of.scope_spans for span in scope.spans
        ]
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Span]]:
    """The spans that a collector has been sent."""
    taken: list[Span] = []
    server = HTTPServer(("127.0.0.1", 0), type("Taking", (Collector,), {"spans": taken}))
    serving = Thread(target=server.serve_forever)
    serving.start()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setattr(tracing, "tracer", tracing.tracer)
    yield taken
    server.shutdown()
    serving.join()
    server.server_close()


def test_a_trace_goes_from_a_request_through_its_append_to_the_views(
    tmp_path: Path, spans: list[Span], monkeypatch: pytest.MonkeyPatch
) -> None:
    provider = tracing.make_provider()
    monkeypatch.setattr(tracing, "make_provider", lambda: provider)
    app = create_app(Settings(data=tmp_path, traces="http://127.0.0.1:4318"))
    caller = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    _, trace, parent, _ = caller.split("-")

    def traced() -> dict[str, Span]:
        assert provider.force_flush()
        return {span.name: span for span in spans if span.trace_id.hex() == trace}

    with closing(services_of(app)) as services:
        api = Api(app)
        api.post("/api/v1/matches", {"game": "arena"})  # whoever has taken that in hears of what comes next
        wait_for(
            lambda: services.views.position(Lobby.name) == services.store.position(), "the views are kept"
        )
        api.post("/api/v1/matches", {"game": "arena"}, traceparent=caller)
        wait_for(lambda: len(traced()) == 3, "the views have the match")
        api.get("/api/v1/matches/1NG2V9SR8ZY8/facts/3/scene")
        found = traced()
    provider.shutdown()
    opening = found["POST /api/v1/matches"]
    look = next(span for span in spans if span.name == "GET /api/v1/matches/<match>/facts/<int:seq>/scene")
    assert found["append"].parent_span_id == found["project"].parent_span_id == opening.span_id
    assert opening.parent_span_id.hex() == parent
    assert look.trace_id != opening.trace_id
    told = {one.key: one.value.string_value or one.value.int_value for one in look.attributes}
    assert told == {
        "http.request.method": "GET",
        "http.route": "/api/v1/matches/<match>/facts/<int:seq>/scene",
        "recount.match": "1NG2V9SR8ZY8",
        "recount.seq": 3,
        "http.response.status_code": 404,
    }


@pytest.mark.parametrize(("endpoint", "loaded"), [("", False), ("http://127.0.0.1:1", True)])
def test_the_packages_are_loaded_for_somebody_to_send_to_alone(
    tmp_path: Path, endpoint: str, loaded: bool
) -> None:
    look = "import sys, service.wsgi; service.wsgi.app(); print('opentelemetry.exporter.otlp' in sys.modules)"
    environment = {"RECOUNT_DATA": str(tmp_path / "new"), "OTEL_EXPORTER_OTLP_ENDPOINT": endpoint, "PATH": ""}
    told = subprocess.run(
        [sys.executable, "-c", look], env=environment, capture_output=True, text=True, check=True
    )
    assert told.stdout == f"{loaded}\n"


def test_packages_that_are_missing_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.resources", None)
    with pytest.raises(tracing.NoTraces, match=r"traces need the packages of recount\[traces\]"):
        tracing.make_provider()
