"""A clock that jumps: what counts is the order of the facts, and times are only what is told of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from random import Random

import pytest
from flask import Flask
from msgspec.structs import replace
from werkzeug.test import TestResponse

from domain.published import to_text
from service.app import create_app, services_of
from service.bootstrap import Services
from service.http.bodies.received import to_instant
from service.identity.api_tokens import DAY_MS
from service.matches.flags import CHECKPOINT
from service.settings import Settings
from tests.faults.conftest import TIMES
from tests.faults.play import Said, assert_in_order, assert_kept, move, sit_down
from tests.faults.served import served
from tests.projections.waiting import until
from tests.service.client import Api, Json, Player, json_of

NOON = 1_800_000_000_000
"""Noon of some day, in milliseconds since 1970."""
MINUTE, HOUR, YEAR = 60_000, 3_600_000, 365 * DAY_MS
JUMPS = 15 * TIMES
OF_TIME = ("table.ServiceAway", "table.FlagFell")


class Clock:
    """The clock of this machine, as far as this process can tell: it stands until somebody sets it."""

    now = NOON

    def nanoseconds(self) -> int:
        """Returns the time since 1970."""
        return self.now * 1_000_000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of this machine, to be set."""
    clock = Clock()
    monkeypatch.setattr(time, "time_ns", clock.nanoseconds)
    return clock


@pytest.fixture
def app(settings: Settings, clock: Clock) -> Iterator[Flask]:
    """The service, open."""
    app = create_app(replace(settings, runner=True))
    yield app
    services_of(app).close()


@pytest.fixture
def services(app: Flask) -> Services:
    """The services behind the application."""
    return services_of(app)


def shown(player: Player, minutes: int) -> TestResponse:
    """Returns what *player* sees who asks for the match as it stood so many *minutes* after noon."""
    at = datetime.fromtimestamp((NOON + minutes * MINUTE) / 1000, UTC).isoformat().replace("+00:00", "Z")
    return player.get(f"?at={at}")


def test_whatever_the_clock_does_facts_follow_each_other(
    services: Services, clock: Clock, luck: Random
) -> None:
    said: list[Said] = []
    at, _ = sit_down(services)
    for _ in range(JUMPS):
        clock.now = NOON + luck.choice((-1, 1)) * luck.choice((1, MINUTE, DAY_MS, 10 * YEAR))
        done = move(services, at, luck)
        if done is None:
            at, given = sit_down(services)
            said += given
            continue
        assert done.answered is not None
        assert done.receipt.at == done.answered.at == clock.now
        said.append(done)
    assert_in_order(said)
    assert_kept(services, said)


def test_an_answer_of_an_earlier_time_belongs_to_the_one_before_it(app: Flask, clock: Clock) -> None:
    pair = Api(app).seat_pair()
    after = [5]
    for minutes, player, pick in ((10, pair.blue, "e1"), (-60, pair.red, "b7"), (20, None, "")):
        clock.now = NOON + minutes * MINUTE
        reply = player.answers(pick) if player else pair.answer_by(Random(1))
        assert reply is not None
        after.append(json_of(reply)["seq"])
    begun, _, back, forth = after
    scene = f"/api/v1/matches/{pair.blue.match}/facts/{{}}/scene"
    for minutes, seq in ((0, begun), (9, begun), (10, back), (19, back), (20, forth)):
        assert shown(pair.public, minutes).headers["Location"] == scene.format(seq)
    before = shown(pair.public, -30)
    assert (before.status_code, json_of(before)["type"]) == (404, "/api/v1/problems/unknown-moment")
    assert json_of(pair.public.get("/verification"))["ok"]


def test_a_match_opened_after_the_clock_went_back_is_played_and_listed(app: Flask, clock: Clock) -> None:
    api = Api(app)
    first = api.seat_pair()
    clock.now -= YEAR
    second = api.seat_pair()
    assert second.blue.answers("e1").status_code == 201
    assert first.blue.answers("e1").status_code == 201
    position = services_of(app).store.position()
    listed = json_of(api.get(f"/api/v1/matches?min_position={position}"))["items"]
    assert [entry["id"] for entry in listed] == [first.blue.match, second.blue.match]


def test_an_api_token_is_over_while_the_clock_says_so(app: Flask, services: Services, clock: Clock) -> None:
    pair = Api(app).seat_pair()
    token, api_token = services.api_tokens.issue_token("judge-7f3a", ["judge"], days=1)
    judge = Player(pair.blue.api, pair.blue.match, token=token)
    assert judge.get().status_code == 200
    clock.now += 10 * YEAR
    over = judge.get()
    assert (over.status_code, json_of(over)["detail"]) == (401, "This token has expired.")
    assert pair.blue.answers("e1").status_code == 201, "a seat is taken for as long as the match lasts"
    clock.now = NOON - YEAR
    assert judge.get().status_code == 200
    services.api_tokens.revoke_token(api_token.id)
    assert judge.get().status_code == 401


def test_the_time_in_which_the_service_is_down_is_nobodys(settings: Settings, clock: Clock) -> None:
    clock.now = down = int(time.time() * 1000) - HOUR
    app = create_app(replace(settings, runner=True))
    with closing(services_of(app)) as before:
        pair = Api(app).seat_pair(clock={"kind": "match", "seconds": 60})
        assert pair.blue.answers("e1").status_code == 201
        until(lambda: before.views.position(CHECKPOINT) >= down)
    with served(replace(settings, runner=True)) as service:
        address = f"/api/v1/matches/{pair.blue.match}"

        def told_of_time() -> list[Json]:
            facts: list[Json] = service.http.get(f"{address}/facts").json()["items"]
            return [fact["event"] for fact in facts if fact["event"]["type"] in OF_TIME]

        until(lambda: bool(told_of_time()))
        [away] = told_of_time()
        assert (away["type"], away["since"]) == ("table.ServiceAway", to_text(down))
        assert to_instant(away["at"], "at") >= down + HOUR
        seen = service.http.get(address).json()
        assert seen["clocks"]["left_ms"] == [60_000, 60_000]
        reply = service.http.post(
            f"{address}/answers",
            json={"picks": ["b7"]},
            headers={"Authorization": f"Bearer {pair.red.token}", "If-Match": f'"{seen["seq"]}"'},
        )
        assert reply.status_code == 201, reply.text
        assert service.http.get(f"{address}/verification").json()["ok"]
