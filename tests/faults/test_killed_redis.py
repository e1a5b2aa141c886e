"""Redis killed and started again, empty, at any moment: play goes on, streams poll, and views come back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from flask import Flask
from msgspec.structs import replace

from domain.people import JOURNAL
from service.app import create_app, services_of
from service.settings import Settings
from tests.faults.conftest import TIMES
from tests.faults.play import Said, Table, assert_kept, move, sit_down
from tests.projections.mortal import MortalRedis
from tests.projections.waiting import until

KILLS = 2 * TIMES
ANSWERS = 6
"""How many answers are given at most in each life of Redis, and in each time without it."""


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[MortalRedis]:
    """A Redis to be killed."""
    redis = MortalRedis(tmp_path)
    yield redis
    redis.kill()


@pytest.fixture
def apps(redis: MortalRedis, postgres_env: dict[str, str], tmp_path: Path) -> Iterator[tuple[Flask, Flask]]:
    """Two processes of one service, as it were: the first keeps the views."""
    first = Settings(data=tmp_path, store=postgres_env, redis_url=redis.url)
    apps = create_app(first), create_app(replace(first, runner=False))
    yield apps
    for app in apps:
        services_of(app).close()


class Listener:
    """Somebody who listens to a match on one line that never drops."""

    def __init__(self, app: Flask, match: str) -> None:
        self.heard: list[int] = []
        path = f"/api/v1/matches/{match}/facts?after=0"
        self._line = app.test_client().get(path, headers={"Accept": "text/event-stream"})
        self._listening = Thread(target=self._listen, daemon=True)
        self._listening.start()

    def _listen(self) -> None:
        for said in self._line.response:
            assert isinstance(said, bytes)
            self.heard += [int(line[4:]) for line in said.splitlines() if line.startswith(b"id: ")]

    def over(self) -> bool:
        """Tells whether the line came to its end, as it does with the match."""
        return not self._listening.is_alive()


class Evening:
    """Match after match, played in one process, listened to in the other, looked at in both."""

    def __init__(self, here: Flask, there: Flask, luck: Random) -> None:
        self._here, self._there, self._luck = here, there, luck
        self.said: list[Said] = []
        self.listeners: list[Listener] = []
        self._table = self._sit_down()

    def _sit_down(self) -> Table:
        table, said = sit_down(services_of(self._here))
        self.said += said
        self.listeners.append(Listener(self._there, table.match))
        return table

    def play(self, answers: int) -> None:
        """Gives so many *answers*; everyone reads each of them as soon as it is acknowledged."""
        for _ in range(answers):
            said = move(services_of(self._here), self._table, self._luck)
            if said is None:
                self._table = self._sit_down()
                continue
            self.said.append(said)
            for app in (self._here, self._there):
                path = f"/api/v1/matches/{self._table.match}?min_position={said.position}"
                seen = app.test_client().get(path)
                assert (seen.status_code, seen.get_json()["seq"]) == (200, said.receipt.seq)

    def play_out(self) -> None:
        """Plays the last match to its end."""
        while said := move(services_of(self._here), self._table, self._luck):
            self.said.append(said)


def test_matches_and_streams_outlive_redis(
    apps: tuple[Flask, Flask], redis: MortalRedis, luck: Random, tell: Callable[[str], None]
) -> None:
    evening, services = Evening(*apps, luck), services_of(apps[0])
    for _ in range(KILLS):
        evening.play(luck.randrange(ANSWERS))
        redis.kill()
        evening.play(luck.randrange(ANSWERS))
        redis.start()
    evening.play(ANSWERS)
    until(lambda: services.views.position("boards") == services.store.position())
    assert apps[1].test_client().get("/readyz").get_json()["ready"]
    evening.play_out()
    until(lambda: all(listener.over() for listener in evening.listeners))
    for listener in evening.listeners:
        assert listener.heard == [*range(1, len(listener.heard) + 1)]
    heard = sum(len(listener.heard) for listener in evening.listeners)
    assert heard == sum(fact.match != JOURNAL for fact in services.store.read(0, 100_000))
    assert_kept(services, evening.said)
    tell(
        f"{KILLS} killed; {len(evening.said)} writes acknowledged, none lost; {heard} facts heard, each once"
    )
