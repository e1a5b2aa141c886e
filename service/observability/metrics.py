"""Metrics in the format of Prometheus.

The processes of a service combine theirs in files, so any of them reports all.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from prometheus_client import Counter, Gauge, Histogram
from prometheus_client.multiprocess import mark_process_dead

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable of the folder in which several processes combine metrics."""

STEPS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 10.0)
"""The boundaries of the histograms of requests and appends, in seconds."""

METHODS = {"DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"}

COMMANDS = Counter(
    "recount_commands", "Commands, by what they were and what came of them.", ["command", "result"]
)
REQUESTS = Histogram(
    "recount_request_seconds",
    "Time until a request was answered; of a stream, until it began.",
    ["method", "route"],
    buckets=STEPS,
)
APPENDS = Histogram(
    "recount_append_seconds", "Time until facts were kept, or known not to be.", ["result"], buckets=STEPS
)
for ending in (
    "kept",
    "conflict",
    "unavailable",
):  # a series must start before its first error to have a rate
    APPENDS.labels(ending)
READINGS = Counter("recount_readings", "Readers that a replica might serve, by who did.", ["server"])
for server in ("replica", "primary"):
    READINGS.labels(server)
FAILURES = Counter("recount_failures", "Requests that met an error nobody expected.")
STREAMS = Gauge("recount_open_streams", "Live streams now.", multiprocess_mode="livesum")
WORKING = Gauge(
    "recount_working", "Whether this does what one process at a time does.", multiprocess_mode="livesum"
)
BEACON_ROUNDS = Counter(
    "recount_beacon_rounds", "Rounds of the public beacon, by what came of them.", ["result"]
)
for result in ("drawn", "unanswered", "missed"):
    BEACON_ROUNDS.labels(result)
WEBHOOK_BACKLOG = Gauge(
    "recount_webhook_backlog", "Deliveries that are due.", multiprocess_mode="livemostrecent"
)
NOTIFICATIONS = Counter(
    "recount_notifications", "Notifications to players, by what came of each attempt.", ["channel", "result"]
)
for channel in ("push", "mail"):
    for result in ("sent", "failed", "dead"):
        NOTIFICATIONS.labels(channel, result)
NOTIFICATION_BACKLOG = Gauge(
    "recount_notification_backlog",
    "Notifications that were due a minute ago.",
    multiprocess_mode="livemostrecent",
)


# The look-up of a child by its labels takes as long as the count.
_request_times: Callable[[str, str], Histogram] = cache(REQUESTS.labels)
_command_counts: Callable[[str, str], Counter] = cache(COMMANDS.labels)
_append_times: Callable[[str], Histogram] = cache(APPENDS.labels)


def observe_request(method: str, route: str, seconds: float) -> None:
    """Observes the time of a request."""
    _request_times(method, route).observe(seconds)


def count_command(command: str, result: str) -> None:
    """Counts a *command* with its *result*."""
    _command_counts(command, result).inc()


def method_label(method: str) -> str:
    """Returns the label of a request's *method*.

    Invented methods share one, because each label takes memory.
    """
    return method if method in METHODS else "other"


def start_process() -> None:
    """Removes the live gauges of dead processes."""
    folder = os.environ.get(SHARED)
    for file in Path(folder).glob("*.db") if folder else ():
        process = int(file.stem.rpartition("_")[2])
        if not Path(f"/proc/{process}").exists():
            _remove_process(process)


def end_process() -> None:
    """Removes the live gauges of this process."""
    if SHARED in os.environ:
        _remove_process(os.getpid())


def _remove_process(process: int) -> None:
    mark_process_dead(process)  # type: ignore[no-untyped-call]


@contextmanager
def time_append() -> Iterator[None]:
    """Times an append. Its label is the class of the error, or “kept”."""
    began, result = time.perf_counter(), "kept"
    try:
        yield
    except Exception as error:
        result = type(error).__name__.lower()
        raise
    finally:
        _append_times(result).observe(time.perf_counter() - began)
