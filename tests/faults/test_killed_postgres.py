"""PostgreSQL stopped amid everything: what was acknowledged is there when it comes back, and play goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from msgspec.structs import replace

from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.eventstore.store import Unavailable
from service.settings import Settings
from tests.examples import go_on
from tests.faults.conftest import TIMES
from tests.faults.mortal import MortalPostgres, mortal_postgres
from tests.faults.play import Said, assert_in_order, assert_kept, move, sit_down
from tests.projections.waiting import until

STOPS = 2 * TIMES
WRITERS = 3
CONNECTIONS = 5
"""How many lie in a pool."""
LONGEST = 0.3
"""Seconds that it runs at most once everybody is playing again."""


@pytest.fixture
def postgres() -> Iterator[MortalPostgres]:
    """A PostgreSQL to be stopped."""
    with mortal_postgres() as postgres:
        yield postgres


class Writer:
    """Somebody who plays match after match, tries again where the store is away, and keeps every receipt."""

    def __init__(self, services: Services, seed: int) -> None:
        self._services, self._luck = services, Random(seed)
        self.said: list[Said] = []
        self.turned_away = 0
        self._enough = Event()
        self._playing = Thread(target=self._play)

    def __enter__(self) -> Writer:
        self._playing.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        self._playing.join()

    def _play(self) -> None:
        table = None
        while not self._enough.is_set():
            try:
                if table is None:
                    table, said = sit_down(self._services)
                    self.said += said
                elif (done := move(self._services, table, self._luck)) is not None:
                    self.said.append(done)
                else:
                    table = None
            except Unavailable:
                self.turned_away += 1

    def goes_on(self) -> None:
        """Waits for another write to be acknowledged."""
        before = len(self.said)
        until(lambda: len(self.said) > before or not self._playing.is_alive())
        assert self._playing.is_alive(), "something else than the store was in the way"


def test_what_was_acknowledged_outlives_the_database_server(
    postgres: MortalPostgres, tmp_path: Path, luck: Random, tell: Callable[[str], None]
) -> None:
    stops = 0
    with postgres.database() as env:
        settings = Settings(data=tmp_path, store=env, runner=False)
        with Services(settings, CardSetRegistry()) as services:
            writers = [Writer(services, luck.getrandbits(32)) for _ in range(WRITERS)]
            with writers[0], writers[1], writers[2]:
                while go_on(stops, STOPS, enough=sum(one.turned_away for one in writers) > STOPS / 4):
                    stops += 1
                    for writer in writers:
                        writer.goes_on()
                    Event().wait(luck.uniform(0, LONGEST))
                    postgres.stop_at_once()
                    postgres.start()
                for writer in writers:
                    writer.goes_on()
        with Services(settings, CardSetRegistry()) as services:
            for writer in writers:
                assert_in_order(writer.said)
            said = [one for writer in writers for one in writer.said]
            assert_kept(services, said)
    turned_away = sum(writer.turned_away for writer in writers)
    tell(
        f"{stops} stops amid {WRITERS} writers; {len(said)} writes acknowledged, none lost; "
        f"{turned_away} turned away"
    )


def test_while_it_is_away_everybody_is_told_so_and_nobody_waits_long(
    postgres: MortalPostgres, tmp_path: Path, luck: Random
) -> None:
    with postgres.database() as env:
        settings = Settings(data=tmp_path, store=env, runner=False)
        with Services(settings, CardSetRegistry()) as services:
            at, said = sit_down(services)
            before = services.repository.load_facts(at.match)
            postgres.stop_at_once()
            for _ in range(2):
                asked = time.monotonic()
                with pytest.raises(Unavailable, match="The store cannot be reached"):
                    services.repository.load_facts(at.match)
                with pytest.raises(Unavailable, match="The store cannot be reached"):
                    move(services, at, luck)
                assert time.monotonic() - asked < 20
            postgres.start()
        with Services(settings, CardSetRegistry()) as services:
            assert services.repository.load_facts(at.match) == before
            postgres.stop_at_once()
            postgres.start()
            assert services.repository.load_facts(at.match) == before, (
                "no reader meets a connection that has broken"
            )
            assert_kept(services, said)


def test_after_a_restart_no_writer_meets_a_connection_that_has_broken(
    postgres: MortalPostgres, tmp_path: Path
) -> None:
    settings = Settings(data=tmp_path, runner=False)
    with postgres.database() as env, Services(replace(settings, store=env), CardSetRegistry()) as services:
        api_tokens = services.api_tokens
        with ThreadPoolExecutor(CONNECTIONS) as guests:
            [*guests.map(api_tokens.find_token, map(str, range(CONNECTIONS)))]
        for restart in range(CONNECTIONS):
            postgres.stop_at_once()
            postgres.start()
            api_tokens.issue_token(f"judge-{restart}", ["judge"])
        assert len(api_tokens.list_tokens()) == CONNECTIONS
