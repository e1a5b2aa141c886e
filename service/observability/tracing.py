"""Traces: spans of requests and appends for OpenTelemetry, where it is configured; nothing otherwise.

What sends spans is in `recount[traces]`, and is not imported unless there is somebody to send them to.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from opentelemetry import context, trace
from opentelemetry.trace import SpanKind, Status, StatusCode

from domain.errors import RecountError

from . import metrics

if TYPE_CHECKING:
    from flask import Flask, Response
    from opentelemetry.sdk.trace import TracerProvider

NAME = "recount"

tracer: trace.Tracer = trace.NoOpTracer()
"""What makes the spans of this process: none, until `init_app` gives it somebody to send them."""


_NOTHING = nullcontext()


class NoTraces(RecountError):
    """Spans are to be sent somewhere, and what sends them is not installed."""


def span(name: str) -> AbstractContextManager[object]:
    """Returns a span called *name* within that of the request; nothing where there is nobody to send it."""
    if isinstance(tracer, trace.NoOpTracer):
        return _NOTHING
    return tracer.start_as_current_span(name, record_exception=False)


def provider() -> TracerProvider:
    """Returns what sends spans, in batches, to where the variables of OpenTelemetry say.

    Raises `NoTraces`.
    """
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise NoTraces(
            f"OTEL_EXPORTER_OTLP_ENDPOINT is set, and traces need the packages of recount[traces] ({error})."
        ) from error
    made = TracerProvider(resource=Resource.create({SERVICE_NAME: NAME}))
    made.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return made


def init_app(app: Flask, provider: TracerProvider) -> None:
    """Gives each request of *app* a span, which goes on from the caller's, and appends one within."""
    from flask import g, request
    from opentelemetry.propagate import extract

    global tracer
    tracer = provider.get_tracer(NAME)

    def begin() -> None:
        route = request.url_rule.rule if request.url_rule else ""
        method = metrics.known(request.method)
        told = {"http.request.method": method, "http.route": route}
        asked = request.view_args or {}
        g.span = tracer.start_span(
            f"{method} {route}".strip(),
            extract(request.headers),
            SpanKind.SERVER,
            told | {f"recount.{name}": asked[name] for name in ("match", "seq") if name in asked},
        )
        g.traced = context.attach(trace.set_span_in_context(g.span))

    def answer(reply: Response) -> Response:
        g.span.set_attribute("http.response.status_code", reply.status_code)
        if reply.status_code >= 500:
            g.span.set_status(Status(StatusCode.ERROR))
        return reply

    def end(error: BaseException | None) -> None:
        if "span" in g:
            context.detach(g.traced)
            g.span.end()

    app.before_request(begin)
    app.after_request(answer)
    app.teardown_request(end)
