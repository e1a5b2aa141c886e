"""The endpoints of health, readiness and metrics."""

from __future__ import annotations

from flask import Response
from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from projections.cursor import SET_ASIDE_NAMES
from projections.versions import VersionedViews

from ..catalog.cardsets import CardSetRegistry
from ..eventstore.store import Store
from ..evidence.sealing_state import MAX_UNSEALED_MINUTES, SealingState
from ..feed.service import Feed
from ..http.middleware.rate_limit_headers import unlimited
from ..http.resource import Resource
from ..http.responses import json_response
from ..http.services import services
from ..http.tags import Tag
from ..shared.registry import ProcessState
from ..tournaments.results import ResultProcess
from . import gauges

health = Resource("health", Tag.SERVICE, prefix="")

LAG_STEP = 100
"""The step of lags in a reply."""
MAX_LAG = 1000
"""How many facts a projection may be behind before this process is not ready."""


MAX_SHOWN_RECORDS = 100
"""The most records with problems in a reply."""


class LeftOut(Struct, frozen=True):
    """The error that leaves a card file out: its file, line and field, and the allowed values."""

    file: str
    line: int
    field: str
    detail: str


class Health(Struct, frozen=True):
    """The store can be written; `cards_left_out` are the mistakes of card files."""

    status: str
    cards_left_out: list[LeftOut]


class Reading(Struct, frozen=True):
    """Position of a projection, or of the process that carries results, and its lag in hundreds of facts.

    More of both would tell when somebody answers in a match with a delay.
    """

    position: int
    lag: int


class Readiness(Struct, frozen=True):
    """Readiness of the projections; `position` is that of the last public fact.

    `unsealed_minutes` have passed since the log of heads was last kept up; more than 5 are too many.
    `unwitnessed` are reasons why the last checkpoint lacks cosignatures that the policy requires. `torn` is
    the difference between the log of heads and the signed one, as found at the start of the service.
    `set_aside` are matches that no view shows, with the reason. `parked` are matches whose result has not
    reached their tournament, or tournaments whose tables have not opened, with the reason. The service tries
    those again.
    """

    ready: bool
    position: int
    projections: dict[str, Reading]
    unsealed_minutes: int = 0
    unwitnessed: tuple[str, ...] = ()
    torn: list[str] = []
    set_aside: dict[str, str] = {}
    parked: dict[str, str] = {}


@health.get("/healthz")
@health.returns(200, Health)
@health.errors(503)
@unlimited
def get_health() -> Response:
    """Get the health of the service.

    A trial write to the store must succeed. The reply also names card files that could not be loaded.
    """
    services()[Store].check_writable()
    left_outs = [
        LeftOut(diagnostic.file.name, diagnostic.line, diagnostic.field, diagnostic.message)
        for diagnostic in services()[CardSetRegistry].list_errors()
    ]
    return json_response(Health("ok", left_outs), Cache_Control="no-store")


@health.get("/readyz")
@health.returns(200, Readiness)
@health.returns(503, Readiness)
@unlimited
def get_readiness() -> Response:
    """Get the readiness of the service.

    The reply says how far the views are behind the facts, whether the log of heads is kept up, and whether it
    matches its signature.
    """
    last = services()[Store].position()
    positions = {
        name: services()[VersionedViews].position(name) for name in services()[ProcessState].followers
    }
    public = services()[Feed].find_end()
    progress = {
        name: Reading(min(public, position), max(0, last - position) // LAG_STEP * LAG_STEP)
        for name, position in positions.items()
    }
    torn = services()[ProcessState].log_contradictions
    set_aside = [
        record
        for name in SET_ASIDE_NAMES.values()
        for record in services()[VersionedViews].scan(name, "", MAX_SHOWN_RECORDS)
    ]
    aside = {record: reason.decode() for record, reason in set_aside}
    parked = {
        record: parked_record.why
        for record, parked_record in services()[ResultProcess].parking.load_all().items()
    }
    minutes, unwitnessed = services()[SealingState].minutes_since, services()[SealingState].load().unwitnessed
    is_kept_up = minutes <= MAX_UNSEALED_MINUTES and not torn
    ready = is_kept_up and all(reading.lag <= MAX_LAG for reading in progress.values())
    readiness = Readiness(ready, public, progress, int(minutes), unwitnessed, torn, aside, parked)
    reply = json_response(readiness, Cache_Control="no-store")
    reply.status_code = 200 if ready else 503
    return reply


@health.get("/metrics")
@health.returns(200, "Metrics", "text/plain")
@unlimited
def get_metrics() -> Response:
    """Get metrics.

    They are in the text format of Prometheus.
    """
    body = generate_latest(gauges.make_registry(services()))
    return Response(body, headers={"Cache-Control": "no-store"}, content_type=CONTENT_TYPE_LATEST)
