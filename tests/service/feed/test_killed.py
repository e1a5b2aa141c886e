"""A league site that is killed at any moment and comes back has every fact once, and in order."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest

from recount_client import Listing, Notice, Recount
from service.app import create_app, services_of
from service.settings import Settings
from tests.examples import TIMES
from tests.faults.served import Party, Served, served
from tests.projections.waiting import until
from tests.service.client import Api
from tests.service.feed.test_feed import read
from tests.service.feed.test_streams import hear, listen
from tests.service.stores import on_both_stores

DEATHS = 3 * TIMES
PATIENCE = 60.0


@pytest.fixture
def services(settings: Settings) -> Iterator[list[Served]]:
    """The service, served by one process from SQLite, by two from PostgreSQL and Redis."""
    with ExitStack() as running:
        yield [running.enter_context(served(settings)) for _ in range(2 if settings.shared else 1)]


@contextmanager
def play(services: list[Served], tables: int = 3) -> Iterator[None]:
    """Lets bots play at several tables at once, new matches after old ones, until the end."""
    stop = Event()

    def sit(number: int) -> None:
        luck = Random(number)
        for service in (services[(number + match) % len(services)] for match in count()):
            party = Party(service, luck)
            while party.move():
                if stop.wait(0.01):
                    return

    threads = [Thread(target=sit, args=(number,)) for number in range(tables)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


@contextmanager
def following(service: Served, file: Path) -> Iterator[None]:
    """Runs the site in a process of its own, and kills it."""
    command = [sys.executable, "-m", "tests.service.follower", service.address, str(file)]
    with subprocess.Popen(["setpriv", "--pdeathsig=KILL", "--", *command]) as site:
        try:
            yield
        finally:
            site.kill()


def everything(service: Served) -> list[Notice]:
    """The whole feed, read by pages."""
    with Recount(service.address) as recount:
        return list(recount.each(Listing("GET", "/api/v1/facts", query={"limit": 500})))


@on_both_stores
def test_a_site_killed_again_and_again_has_every_fact_once_and_in_order(
    services: list[Served], tmp_path: Path
) -> None:
    file, luck = tmp_path / "heard", Random(95)
    file.touch()

    def size() -> int:
        return file.stat().st_size

    with play(services):
        for death in range(DEATHS):
            more = size() + luck.randint(1, 40_000)
            with following(services[death % len(services)], file):
                until(lambda more=more: size() >= more, PATIENCE)  # type: ignore[misc]
    notices = everything(services[0])
    with following(services[-1], file):
        until(lambda: file.read_text().endswith(f"{json.dumps(notices[-1])}\n"), PATIENCE)
    assert [json.loads(line) for line in file.read_text().splitlines()] == notices
    assert len({notice["subject"]["id"] for notice in notices}) >= 3


def test_without_redis_a_stream_hears_what_another_process_wrote(
    postgres_env: dict[str, str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    nowhere = Settings(data=tmp_path, store=postgres_env, redis_url="redis://127.0.0.1:1/0", runner=False)
    with caplog.at_level(logging.CRITICAL):
        here, there = create_app(nowhere), create_app(nowhere)
        with closing(services_of(here)), closing(services_of(there)):
            line = listen(Api(there))
            assert next(line) == {"retry": "2000", "": f"log {services_of(there).store.log_id}"}
            pair = Api(here).seat_pair()
            pair.play_out(Random(96))
            assert hear(line, services_of(there).store.position()) == read(Api(here))
