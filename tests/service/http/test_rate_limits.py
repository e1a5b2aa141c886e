"""Limits: who asks too often waits, and nobody else does."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from redis import Redis
from werkzeug.test import TestResponse

from service.app import create_app, services_of
from service.environment import InvalidSetting
from service.http.middleware.rate_limit import RateLimited, RateLimiter
from service.settings import Settings, from_environment
from service.shared.limits import Limits
from tests.service.client import Api, json_of, seat_names
from tests.service.matches.test_streams import facts_of, listen

WIDE = "100000/hour"


@contextmanager
def limited(settings: Settings, proxies: int = 0, **limits: Any) -> Iterator[Api]:
    """A service that limits what is told, and nothing else."""
    wide = dict.fromkeys(
        (
            "token",
            "address",
            "login",
            "commentaries",
            "players",
            "registrations",
            "challenges",
            "token_work",
            "address_work",
        ),
        WIDE,
    )
    app = create_app(replace(settings, limits=Limits(**(wide | limits)), proxies=proxies))
    yield Api(app)
    services_of(app).close()


def is_refused(reply: TestResponse, of: str) -> bool:
    """Whether it was too much, and is told as it should be."""
    if reply.status_code != 429:
        return False
    wait = int(reply.headers["Retry-After"])
    assert json_of(reply)["type"] == "/api/v1/problems/too-many"
    assert f"wait {wait} s" in json_of(reply)["detail"]
    assert reply.headers["RateLimit"] == f'"{of}";r=0;t={wait}'
    assert re.fullmatch(rf'"{of}";q=3;w=3600', reply.headers["RateLimit-Policy"])
    return 0 < wait <= 3600


def test_an_address_may_ask_so_often(settings: Settings) -> None:
    with limited(settings, address="3/hour") as api:
        assert [api.get("/api/v1/games").status_code for _ in range(3)] == [200] * 3
        assert is_refused(api.get("/api/v1/games"), "address")
        assert is_refused(api.get("/nowhere"), "address")
        assert is_refused(api.post("/api/v1/matches", {"game": "arena"}), "address")


def test_what_watches_over_the_service_is_never_refused(settings: Settings) -> None:
    with limited(settings, address="1/hour") as api:
        assert [api.get("/healthz").status_code for _ in range(4)] == [200] * 4


def test_who_has_a_token_is_counted_by_it(settings: Settings) -> None:
    with limited(settings, token="3/hour") as api:
        replies = [api.get("/api/v1/games", token) for token in ("a", "b", "a", "b", "a", "b")]
        assert [reply.status_code for reply in replies] == [200] * 6
        assert is_refused(api.get("/api/v1/games", "a"), "token")
        assert api.get("/api/v1/games").status_code == 200


def test_tokens_are_tried_out_less_often(settings: Settings) -> None:
    with limited(settings, login="3/hour") as api:
        opened = api.opens()
        path = f"/api/v1/matches/{opened['id']}"
        replies = [api.get(path, f"guess-{number}") for number in range(4)]
        assert [reply.status_code for reply in replies[:3]] == [401] * 3
        assert is_refused(replies[3], "login")
        assert api.get(path).status_code == 200


def test_who_guesses_keeps_nobody_else_at_the_address_from_a_seat(settings: Settings) -> None:
    with limited(settings, login="3/hour") as api:
        opened = api.opens()
        claim = f"/api/v1/matches/{opened['id']}/seats/0/claim"
        guesses = [api.post(claim, {"player": "Eve"}, f"guess-{number}") for number in range(5)]
        assert [reply.status_code for reply in guesses] == [401] * 3 + [429] * 2
        assert seat_names(api.seats(opened, 0, "Ada").looks())[0] == "Ada"


def test_of_ipv6_a_whole_network_is_counted(settings: Settings) -> None:
    with limited(settings, proxies=1, address="1/hour") as api:
        statuses = [
            api.get("/api/v1/games", X_Forwarded_For=who).status_code
            for who in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
        ]
        assert statuses == [200, 429, 200]


@pytest.mark.parametrize(("of", "token"), [("address_streams", ""), ("token_streams", "judge")])
def test_only_so_many_streams_are_open_at_once(settings: Settings, of: str, token: str) -> None:
    with limited(settings, **{of: 2}) as api:
        if token:
            token = services_of(api.app).api_tokens.issue_token("judge-7f3a", ["judge"]).token
        path = f"/api/v1/matches/{api.opens()['id']}/facts"
        first, second, third = (api.get(path, token, Accept="text/event-stream") for _ in range(3))
        assert [reply.status_code for reply in (first, second, third)] == [200, 200, 429]
        assert "may keep 2 open" in json_of(third)["detail"]
        first.close()
        assert api.get(path, token, Accept="text/event-stream").status_code == 200
        second.close()


def test_who_has_used_up_the_time_of_the_processor_is_refused_costly_work_and_plays_on(
    settings: Settings,
) -> None:
    with limited(settings, address_work="3/hour") as api:
        pair = api.seat_pair()
        services = services_of(api.app)
        services.work.charge_work(services.work.owner_of("127.0.0.1", None), 1000)
        path = f"/api/v1/matches/{pair.blue.match}"
        for costly in ("/frames", "/diff?from=1&to=2", "/acts", "/export", "/verification", "/review"):
            assert is_refused(api.get(f"{path}{costly}"), "address-work")
        assert is_refused(api.post("/api/v1/matches", "no body of a match"), "address-work")
        for page in (f"/m/{pair.blue.match}/replay.html", f"/m/{pair.blue.match}/picture.png"):
            assert api.get(page).status_code == 429
        assert api.get(path).status_code == 200
        assert api.get(f"/m/{pair.blue.match}").status_code == 200
        assert pair.blue.answers("e1", after=pair.blue.looks()["seq"]).status_code == 201
        token = services.api_tokens.issue_token("club", ["read"]).token
        assert api.get(f"{path}/narration", token).status_code == 200


def test_anybody_opens_commentaries_but_nobody_all_of_them(settings: Settings) -> None:
    with limited(settings, commentaries="3/hour") as api:
        pair = api.seat_pair()
        path, wrote = f"/api/v1/matches/{pair.blue.match}/commentaries", {"title": "A view", "author": "Eve"}
        assert [api.post(path, wrote).status_code for _ in range(3)] == [201] * 3
        assert is_refused(api.post(path, wrote), "commentaries")


def test_anybody_makes_an_account_but_nobody_all_of_them(settings: Settings) -> None:
    with limited(settings, players="3/hour") as api:
        for name in ("Ada", "Grace", "Mary"):
            assert api.post("/api/v1/players", {"name": name}).status_code == 201
        assert is_refused(api.post("/api/v1/players", {"name": "Emmy"}), "players")


def test_a_clock_that_was_ahead_for_a_while_locks_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    limiter, now = RateLimiter(Limits(address="2/minute"), ""), time.time()
    monkeypatch.setattr(time, "time", lambda: now + 31_536_000)
    limiter.charge_client("address", "1.1.1.1")
    limiter.charge_client("address", "1.1.1.1")
    monkeypatch.setattr(time, "time", lambda: now)
    with pytest.raises(RateLimited) as refused:
        limiter.charge_client("address", "1.1.1.1")
    assert int(refused.value.headers["Retry-After"]) <= 60


def test_a_stream_that_is_open_goes_on(settings: Settings) -> None:
    with limited(settings) as api:
        pair = api.seat_pair()
        stream = facts_of(listen(pair.public, after=0))
        assert next(stream)["seq"] == 1
        over = pair.play_out(Random(71))
        assert [fact["seq"] for fact in stream][-1] == over["seq"]


def test_a_server_in_front_tells_who_a_client_is(settings: Settings) -> None:
    with limited(settings, proxies=1, address="1/hour") as api:
        statuses = [
            api.get("/api/v1/games", X_Forwarded_For=who).status_code for who in ("1.1.1.1", "2.2.2.2")
        ]
        assert statuses == [200, 200]
        assert api.get("/api/v1/games", X_Forwarded_For="1.1.1.1").status_code == 429


def test_without_one_nobody_is_believed(settings: Settings) -> None:
    with limited(settings, address="1/hour") as api:
        statuses = [
            api.get("/api/v1/games", X_Forwarded_For=who).status_code for who in ("1.1.1.1", "2.2.2.2")
        ]
        assert statuses == [200, 429]


def test_processes_count_together_where_there_is_redis(redis_url: str) -> None:
    one, other = (RateLimiter(Limits(address="2/hour"), redis_url) for _ in range(2))
    one.charge_client("address", "1.1.1.1")
    other.charge_client("address", "1.1.1.1")
    with pytest.raises(Exception, match="may ask 2 times in an hour"):
        one.charge_client("address", "1.1.1.1")


def test_a_process_counts_by_itself_while_redis_is_away(redis_url: str) -> None:
    limiter = RateLimiter(Limits(address="2/hour"), redis_url)
    with Redis.from_url(redis_url) as client:
        client.execute_command("CLIENT", "PAUSE", 1500, "ALL")
    limiter.charge_client("address", "1.1.1.1")
    limiter.charge_client("address", "1.1.1.1")
    with pytest.raises(Exception, match="may ask 2 times in an hour"):
        limiter.charge_client("address", "1.1.1.1")


def test_what_watches_and_what_pages_are_made_of_is_never_refused(api: Api) -> None:
    free = {name for name, view in api.app.view_functions.items() if hasattr(view, "unlimited")}
    files = {"web.static", "web.style", "web.script"}
    assert free == {"health.get_health", "health.get_readiness", "health.get_metrics"} | files


def test_a_service_is_limited_unless_it_is_told_not_to_be() -> None:
    assert from_environment({}).limits == Limits()
    assert from_environment({"RECOUNT_LIMITS": "off"}).limits is None
    chosen = from_environment({"RECOUNT_LIMIT_LOGIN": "5/second", "RECOUNT_PROXIES": "1"})
    assert (chosen.limits, chosen.proxies) == (Limits(login="5/second"), 1)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RECOUNT_LIMIT_TOKEN", "many"),
        ("RECOUNT_LIMIT_CONNECTIONS", "few"),
        ("RECOUNT_LIMITS", "no"),
        ("RECOUNT_PROXIES", "9"),
    ],
)
def test_a_limit_that_means_nothing_is_refused(name: str, value: str) -> None:
    with pytest.raises(InvalidSetting, match=f"{name} is “{value}”"):
        from_environment({name: value})
