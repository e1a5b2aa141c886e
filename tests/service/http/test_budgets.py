"""Budgets: each reply of the API tells a client how much of its limits remains."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from flask import Flask
from msgspec.structs import replace
from redis import Redis

from service.app import create_app, services_of
from service.http.middleware.rate_limit import Budget, RateLimiter
from service.http.middleware.rate_windows import SWEEP_SECONDS, ProcessWindows
from service.settings import Settings
from service.shared.limits import Limits
from tests.service.applications import serving
from tests.service.client import Api, Json, json_of
from tests.service.http.test_direct import Loop, fields
from tests.service.http.test_document import operations

OF_BUDGETS = {"RateLimit", "RateLimit-Policy"}
BY_FLASK = {"X-Viewer": ""}
"""A field that the loop leaves to Flask."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The settings of a service with narrow limits."""
    limits = Limits(
        token="30/minute", address="60/minute", address_work="900/minute", login="1/hour", address_streams=1
    )
    return replace(settings, limits=limits)


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    """An application of its own, which has counted nobody yet."""
    app = create_app(settings)
    yield app
    services_of(app).close()


def test_a_reply_tells_what_remains_of_the_limit_of_its_address(api: Api) -> None:
    first, second = api.get("/api/v1/games"), api.get("/api/v1/games")
    assert first.headers["RateLimit-Policy"] == '"address";q=60;w=60'
    assert [reply.headers["RateLimit"] for reply in (first, second)] == [
        '"address";r=59;t=60',
        '"address";r=58;t=60',
    ]


def test_a_reply_to_a_token_tells_its_limit_as_well(api: Api) -> None:
    headers = api.get("/api/v1/games", "anything").headers
    assert headers["RateLimit"] == '"address";r=59;t=60, "token";r=29;t=60'
    assert headers["RateLimit-Policy"] == '"address";q=60;w=60, "token";q=30;w=60'


def test_a_reply_to_costly_work_tells_what_remains_of_its_budget(api: Api) -> None:
    match = api.opens()["id"]
    headers = api.get(f"/api/v1/matches/{match}/narration").headers
    assert headers["RateLimit"].endswith(', "address-work";r=900;t=60')
    assert headers["RateLimit-Policy"].endswith(', "address-work";q=900;w=60')


@pytest.mark.parametrize("path", ["/nowhere", "/api/v1/matches/1NOBODYKNOWS", "/api/v1/games?nothing=1"])
def test_a_refusal_tells_it_too(api: Api, path: str) -> None:
    reply = api.get(path)
    assert (reply.status_code >= 400, reply.headers["RateLimit"]) == (True, '"address";r=59;t=60')


def test_a_reply_that_is_the_same_still_tells_it_too(api: Api) -> None:
    tag = api.get("/api/v1/games").headers["ETag"]
    reply = api.get("/api/v1/games", If_None_Match=tag)
    assert (reply.status_code, reply.headers["RateLimit"]) == (304, '"address";r=58;t=60')


@pytest.mark.parametrize("path", ["/healthz", "/lobby"])
def test_a_probe_and_a_page_have_no_budget_to_tell(api: Api, path: str) -> None:
    assert not OF_BUDGETS & {*api.get(path).headers.keys()}


@pytest.mark.parametrize("limited", ["stream", "login"])
def test_a_refusal_after_the_view_is_for_scripts_of_other_sites_too(api: Api, limited: str) -> None:
    match = api.opens()["id"]
    if limited == "stream":
        replies = [api.get(f"/api/v1/matches/{match}/facts", Accept="text/event-stream") for _ in range(2)]
    else:
        replies = [api.get(f"/api/v1/matches/{match}", f"guess-{number}") for number in range(2)]
    refused = replies[-1]
    assert refused.status_code == 429
    assert refused.headers["Access-Control-Allow-Origin"] == "*"
    assert refused.headers["X-Content-Type-Options"] == "nosniff"
    assert len(refused.headers.getlist("RateLimit")) == 1
    replies[0].close()


def test_the_loop_tells_what_flask_does(app: Flask, api: Api) -> None:
    pair, loop = api.seat_pair(), Loop(app)
    try:
        direct, by_flask = loop.look(pair.blue), loop.look(pair.blue, **BY_FLASK)
        path, token = "/api/v1/matches/1NOBODYKNOWS", pair.blue.token
        refusals = [loop.send("GET", path, token, headers=headers) for headers in ({}, BY_FLASK)]
    finally:
        loop.close()
    assert direct.headers["RateLimit-Policy"] == '"address";q=60;w=60, "token";q=30;w=60'
    for first, second in ((direct, by_flask), refusals):
        assert fields(first, "ratelimit") == fields(second, "ratelimit")
    replies = (direct, by_flask, *refusals)
    remains = [reply.headers["RateLimit"].partition('"token";r=')[2].partition(";")[0] for reply in replies]
    assert remains == ["29", "28", "27", "26"]


def test_without_limits_no_reply_tells_of_any(settings: Settings) -> None:
    with serving(replace(settings, limits=None)) as app:
        loop = Loop(app)
        try:
            match = Api(app).opens()["id"]
            replies = [loop.send("GET", f"/api/v1/matches/{match}", headers=more) for more in ({}, BY_FLASK)]
        finally:
            loop.close()
    assert [reply.status_code for reply in replies] == [200, 200]
    assert all("ratelimit" not in reply.headers for reply in replies)


def test_the_document_tells_of_budgets_in_each_response_of_the_api(api: Api) -> None:
    document = json_of(api.get("/api/v1/openapi.json"))
    for path, method, operation in operations(document):
        if "servers" not in document["paths"][path]:
            for status, response in operation["responses"].items():
                assert {*_resolved(document, response)["headers"]} >= OF_BUDGETS, f"{method} {path} {status}"


def _resolved(document: Json, response: Json) -> Json:
    name = response.get("$ref", "").rpartition("/")[2]
    found: Json = document["components"]["responses"][name] if name else response
    return found


def test_a_budget_is_full_again_after_its_window(monkeypatch: pytest.MonkeyPatch) -> None:
    limiter, now = RateLimiter(Limits(address="5/minute"), ""), time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert limiter.charge_client("address", "1.1.1.1", 3) == Budget("address", 2, 60)
    monkeypatch.setattr(time, "monotonic", lambda: now + 59)
    assert limiter.charge_client("address", "1.1.1.1") == Budget("address", 1, 1)
    monkeypatch.setattr(time, "monotonic", lambda: now + 60)
    assert limiter.charge_client("address", "1.1.1.1") == Budget("address", 4, 60)


def test_windows_that_have_ended_take_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    windows, now = ProcessWindows(), time.monotonic()
    for client in range(100):
        windows.charge(f"minute/{client}", 1, 60)
    windows.charge("hour", 1, 3600)
    monkeypatch.setattr(time, "monotonic", lambda: now + 2 * SWEEP_SECONDS)
    windows.charge("another", 1, 60)
    assert windows._windows.keys() == {"hour", "another"}


def test_processes_tell_one_budget_where_there_is_redis(redis_url: str) -> None:
    one, other = (RateLimiter(Limits(address="5/hour"), redis_url) for _ in range(2))
    assert one.charge_client("address", "1.1.1.1") == Budget("address", 4, 3600)
    assert [limiter.charge_client("address", "1.1.1.1").remains for limiter in (one, other, one)] == [3, 2, 1]
    assert other.charge_client("address", "1.1.1.1").seconds in (3599, 3600)


def test_a_window_that_redis_keeps_for_too_long_begins_anew(redis_url: str) -> None:
    """As after a clock that was ahead for a while."""
    limiter = RateLimiter(Limits(address="2/minute"), redis_url)
    with Redis.from_url(redis_url) as client:
        RateLimiter(Limits(address="2/minute"), redis_url).charge_client("address", "1.1.1.1", 2)
        [key] = client.keys("*address*")
        client.expire(key, 31_536_000)
    assert limiter.charge_client("address", "1.1.1.1") == Budget("address", 1, 60)
