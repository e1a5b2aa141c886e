"""Spans of requests, appends and projections for OpenTelemetry, if an exporter is configured.

Notifications carry a trace to the process of the projections. If one step projects several answers to a
match, the trace of the last continues. The exporter is part of `recount[traces]`, and loads only on demand.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import TYPE_CHECKING

from opentelemetry import context, trace
from opentelemetry.trace import SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from domain.errors import RecountError
from projections.bus import Notification

from . import metrics

if TYPE_CHECKING:
    from flask import Flask, Response
    from opentelemetry.sdk.trace import TracerProvider

NAME = "recount"

EXPORTERS = "opentelemetry.exporter"
"""The loggers of exporters."""

PARENT = "traceparent"
"""The name of the parent span in W3C's format."""

_w3c = TraceContextTextMapPropagator()

tracer: trace.Tracer = trace.NoOpTracer()
"""The tracer of this process. It records nothing until `start_tracing`."""


_NOTHING = nullcontext()


class NoTraces(RecountError):
    """An endpoint for spans is set, and the exporter is not installed."""


def start_span(name: str) -> AbstractContextManager[object]:
    """Returns a span *name* within that of the request, or a null context without an exporter."""
    if isinstance(tracer, trace.NoOpTracer):
        return _NOTHING
    return tracer.start_as_current_span(name, record_exception=False)


def make_provider() -> TracerProvider:
    """Returns the provider that exports spans in batches, by the variables of OpenTelemetry.

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
    logging.getLogger(EXPORTERS).setLevel(logging.ERROR)  # their warnings repeat each retry
    tracer_provider = TracerProvider(resource=Resource.create({SERVICE_NAME: NAME}))
    tracer_provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return tracer_provider


def start_tracing(provider: TracerProvider) -> None:
    """Sends the spans of this process by *provider* from now on."""
    global tracer
    tracer = provider.get_tracer(NAME)


def current_trace() -> str:
    """Returns the current span of this thread in W3C's format, or “” without one."""
    carrier: dict[str, str] = {}
    if not isinstance(tracer, trace.NoOpTracer):
        _w3c.inject(carrier)
    return carrier.get(PARENT, "")


@contextmanager
def trace_projection(notifications: Sequence[Notification]) -> Iterator[None]:
    """Opens a span for the effects of *notifications* in each of their traces."""
    with ExitStack() as spans:
        for notification in notifications:
            if notification.trace:
                fields: dict[str, str | int] = {
                    "recount.match": notification.match,
                    "recount.seq": notification.seq,
                }
                parent = _w3c.extract({PARENT: notification.trace})
                span = tracer.start_as_current_span(
                    "project", parent, SpanKind.CONSUMER, fields, record_exception=False
                )
                spans.enter_context(span)
        yield


def init_app(app: Flask, provider: TracerProvider) -> None:
    """Gives each request of *app* a span, as a child of the caller's."""
    from flask import g, request
    from opentelemetry.propagate import extract

    start_tracing(provider)

    def open_span() -> None:
        route = request.url_rule.rule if request.url_rule else ""
        method = metrics.method_label(request.method)
        fields = {"http.request.method": method, "http.route": route}
        args = request.view_args or {}
        g.span = tracer.start_span(
            f"{method} {route}".strip(),
            extract(request.headers),
            SpanKind.SERVER,
            fields | {f"recount.{name}": args[name] for name in ("match", "seq") if name in args},
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

    app.before_request(open_span)
    app.after_request(answer)
    app.teardown_request(end)
