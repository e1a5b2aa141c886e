"""What Prometheus reads: what was done, how long it took, how far the views are behind, and who listens."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.app import create_app, services_of
from service.bootstrap import Services
from service.eventstore.store import Unavailable
from service.observability import metrics
from service.settings import Settings
from service.tasks import Task, Tasks
from tests.service.client import Api, Pair, wait_for


def measured(api: Api, name: str, **labels: str) -> float:
    """Returns what a scrape tells of *name*; 0 when it tells nothing."""
    reply = api.get("/metrics")
    assert (reply.status_code, reply.mimetype) == (200, "text/plain")
    samples = [sample for family in text_string_to_metric_families(reply.text) for sample in family.samples]
    found = [sample.value for sample in samples if (sample.name, sample.labels) == (name, labels)]
    return found[0] if found else 0.0


def more(api: Api, name: str, done: Callable[[], object], **labels: str) -> float:
    """Returns how much *name* has grown once something is *done*."""
    before = measured(api, name, **labels)
    done()
    return measured(api, name, **labels) - before


@pytest.mark.parametrize(
    ("pick", "after", "result"), [("e1", 5, "done"), ("a1", 5, "not-an-option"), ("e1", 4, "stale")]
)
def test_commands_are_counted_by_what_came_of_them(pair: Pair, pick: str, after: int, result: str) -> None:
    counted = {"command": "answers.answer", "result": result}
    answers = more(
        pair.blue.api, "recount_commands_total", lambda: pair.blue.answers(pick, after=after), **counted
    )
    assert answers == 1


def test_requests_are_timed_by_route(pair: Pair) -> None:
    count = "recount_request_seconds_count"
    route = {"method": "GET", "route": "/api/v1/matches/<match>/facts"}
    assert more(pair.blue.api, count, pair.public.facts, **route) == 1
    nowhere = {"method": "GET", "route": "none"}
    assert more(pair.blue.api, count, lambda: pair.blue.api.get("/m/1/2/3/4"), **nowhere) == 1


def test_methods_that_somebody_made_up_are_counted_as_one(api: Api) -> None:
    labels = {"method": "other", "route": "none"}
    client = api.app.test_client()
    count = more(
        api,
        "recount_request_seconds_count",
        lambda: [client.open("/api/v1/games", method=f"MADE{number}") for number in range(5)],
        **labels,
    )
    assert count == 5
    assert "MADE" not in api.get("/metrics").text


def test_appends_are_timed_by_how_they_ended(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    api, count = pair.blue.api, "recount_append_seconds_count"
    assert more(api, count, lambda: pair.blue.answers("e1"), result="kept") == 1

    def full(*_: object, **__: object) -> None:
        raise Unavailable("the disk is full")

    monkeypatch.setattr(services.store.recorder, "insert_events", full)
    assert more(api, count, lambda: pair.red.answers("b7"), result="unavailable") == 1


def test_live_streams_are_those_that_are_open(pair: Pair) -> None:
    api = pair.blue.api
    before = measured(api, "recount_open_streams")
    first = pair.public.get("/facts", Accept="text/event-stream")
    second = pair.blue.get("/facts", Accept="text/event-stream")
    assert measured(api, "recount_open_streams") == before + 2
    first.close()
    assert measured(api, "recount_open_streams") == before + 1
    second.close()
    assert measured(api, "recount_open_streams") == before


def test_the_log_grows_and_its_heads_are_sealed(pair: Pair, services: Services) -> None:
    assert measured(pair.blue.api, "recount_store_position") == services.store.position() > 0
    services.evidence.seal_heads()
    assert measured(pair.blue.api, "recount_log_heads") == 5


def test_a_request_that_fails_is_counted(
    api: Api, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trips() -> None:
        raise RuntimeError("somebody tripped over the cable")

    monkeypatch.setattr(services.store, "check_writable", trips)
    assert more(api, "recount_failures_total", lambda: api.get("/healthz")) == 1


def test_damage_is_told(api: Api, services: Services) -> None:
    assert measured(api, "recount_set_aside_records") == measured(api, "recount_log_contradicted") == 0
    services.views.save("aside", {"1NG2V9SR8ZY8": b"Fact 3 is missing."}, 0, 1)
    services.process.log_contradictions.append("The log was cut off.")
    assert measured(api, "recount_set_aside_records") == measured(api, "recount_log_contradicted") == 1


def test_views_that_nobody_keeps_up_are_behind_in_facts_and_in_seconds(settings: Settings) -> None:
    app = create_app(
        Settings(data=settings.data, store=settings.store, redis_url=settings.redis_url, runner=False)
    )
    with closing(services_of(app)) as services:
        api = Api(app)
        api.seat_pair()
        behind = {"projection": "boards"}
        assert measured(api, "recount_projection_lag_facts", **behind) >= 5
        wait_for(
            lambda: measured(api, "recount_projection_lag_seconds", **behind) > 0, "some time has passed"
        )
        services.runner.catch_up()
        assert measured(api, "recount_projection_lag_facts", **behind) == 0
        assert measured(api, "recount_projection_lag_seconds", **behind) == 0


def test_without_redis_the_rest_is_still_told(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, redis_url="redis://127.0.0.1:1/0", runner=False))
    with closing(services_of(app)):
        api = Api(app)
        assert measured(api, "recount_reachable", part="views") == 0
        assert measured(api, "recount_reachable", part="store") == 1


def test_who_works_at_what_one_process_at_a_time_works_at_says_so(api: Api, services: Services) -> None:
    told, stop = list[float](), Event()

    def work(_: Event) -> None:
        told.append(measured(api, "recount_working"))
        stop.set()

    Tasks(services.store.database, "of this test", [Task("work", work)], stop.set).run(stop)
    assert told == [1]
    assert measured(api, "recount_working") == 0


def test_what_webhooks_have_to_deliver_is_theirs_to_tell(api: Api) -> None:
    metrics.WEBHOOK_BACKLOG.set(7)
    assert measured(api, "recount_webhook_backlog") == 7
    metrics.WEBHOOK_BACKLOG.set(0)
