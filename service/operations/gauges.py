"""Gauges that the service computes for each scrape."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator

from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from domain.timestamps import recorded_at
from projections.cursor import MAX_SET_ASIDE, SET_ASIDE_NAMES
from projections.versions import VersionedViews
from projections.view_store import VIEW_STORE_ERRORS

from ..eventstore.store import Store, Unavailable, translate_errors
from ..evidence.sealing_state import SealingState
from ..observability.metrics import SHARED
from ..shared.registry import ProcessState, Registry
from ..tournaments.results import ResultProcess

LOOKAHEAD_FACTS = 100
"""Facts to search for one with a time, beyond those in a view."""


def make_registry(services: Registry) -> CollectorRegistry:
    """Returns the metrics of *services*, from all processes that serve them on this machine."""
    collector_registry = CollectorRegistry()
    if SHARED in os.environ:
        MultiProcessCollector(collector_registry)  # type: ignore[no-untyped-call]
    else:
        collector_registry.register(REGISTRY)
    collector_registry.register(StoreCollector(services))
    return collector_registry


class StoreCollector(Collector):
    """Collector of the log's length, the lag of the views, and the reachability of both."""

    def __init__(self, services: Registry) -> None:
        self._services = services

    def describe(self) -> Iterable[Metric]:
        """Returns nothing, so that the registration computes no gauge."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Yields the present values."""
        reach = GaugeMetricFamily("recount_reachable", "Whether it answers: 1, or 0.", labels=["part"])
        positions: dict[str, int] = {}
        try:
            positions = {
                name: self._services[VersionedViews].position(name)
                for name in self._services[ProcessState].followers
            }
            sealing = self._services[SealingState]
            minutes, unwitnessed = sealing.minutes_since, len(sealing.load().unwitnessed)
            parked = len(self._services[ResultProcess].parking.load_all())
            aside = sum(
                len([*self._services[VersionedViews].scan(name, "", MAX_SET_ASIDE)])
                for name in SET_ASIDE_NAMES.values()
            )
        except VIEW_STORE_ERRORS:
            reach.add_metric(["views"], 0)
        else:
            reach.add_metric(["views"], 1)
            yield GaugeMetricFamily("recount_unsealed_seconds", "Time since the last sealing.", minutes * 60)
            yield GaugeMetricFamily(
                "recount_missing_cosignatures", "Reasons why the last checkpoint lacks some.", unwitnessed
            )
            yield GaugeMetricFamily("recount_parked_records", "Records that tournaments wait for.", parked)
            yield GaugeMetricFamily(
                "recount_set_aside_records", "Records with facts that are damaged.", aside
            )
        try:
            yield from self._log_metrics(positions)
        except Unavailable:
            reach.add_metric(["store"], 0)
        else:
            reach.add_metric(["store"], 1)
        yield reach
        torn = bool(self._services[ProcessState].log_contradictions)
        yield GaugeMetricFamily(
            "recount_log_contradicted", "Whether the log is not the signed one: 1, or 0.", torn
        )

    def _log_metrics(self, positions: dict[str, int]) -> Iterator[Metric]:
        last = self._services[Store].position()
        with translate_errors("the log of heads"):
            heads, _ = self._services[Store].tree.tree_end()
        facts = GaugeMetricFamily(
            "recount_projection_lag_facts", "Positions not in the views.", labels=["projection"]
        )
        seconds = GaugeMetricFamily(
            "recount_projection_lag_seconds",
            "Age of the oldest fact not in the views.",
            labels=["projection"],
        )
        for name, position in positions.items():
            facts.add_metric([name], max(0, last - position))
            seconds.add_metric([name], self._fact_age(position) if position < last else 0.0)
        yield from (facts, seconds)
        yield GaugeMetricFamily("recount_store_position", "Where the last fact stands.", last)
        yield GaugeMetricFamily("recount_log_heads", "Heads sealed in the log.", heads)

    def _fact_age(self, position: int) -> float:
        """Returns the age in seconds of the first fact after *position*."""
        facts = (
            recorded_fact.fact for recorded_fact in self._services[Store].read(position, LOOKAHEAD_FACTS)
        )
        times = (recorded_at(fact.event) for fact in facts if fact is not None)
        at = next(filter(None, times), 0)
        return max(0.0, time.time() - at / 1000) if at else 0.0
