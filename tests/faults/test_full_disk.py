"""A disk that is full: writes are turned away in words, reads go on, and with room again so does play."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

from msgspec.structs import replace

from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings
from tests.faults.conftest import TIMES
from tests.faults.disk import small_disk
from tests.faults.mortal import cramped_postgres
from tests.faults.play import Said, assert_kept
from tests.faults.served import Party, Served, refused, served
from tests.projections.waiting import until

FILLINGS = 1 * TIMES
SPARE = 200_000
"""How many bytes are left at most, for a few more answers."""
ENOUGH = 300
"""After how many answers a disk should be full."""


class Guests:
    """People who play until the disk is full, and again when there is room; one match after the other."""

    def __init__(self, service: Served, luck: Random) -> None:
        self._service, self._luck = service, luck
        self.parties = [Party(service, luck)]

    def move(self) -> None:
        """Answers, or begins another match when this one is over."""
        if not self.parties[-1].move():
            self.parties.append(Party(self._service, self._luck))

    def play_until_turned_away(self) -> int:
        """Plays on; returns after how many answers the service said that it could not write."""
        for answers in range(ENOUGH):
            if no := refused(self.move):
                assert (no.status, no.type) == (503, "/api/v1/problems/unavailable")
                assert no.title == "The store is out of reach"
                return answers
        raise AssertionError(f"the disk is full, and {ENOUGH} answers found room")

    def play_on(self, operator: Callable[[], None] = lambda: None) -> None:
        """Waits for the service to write again, whatever its *operator* has to do for that, and plays on."""

        def written() -> bool:
            operator()
            return refused(self.move) is None

        until(written)
        for _ in range(10):
            self.move()

    @property
    def said(self) -> list[Said]:
        """All that was acknowledged."""
        return [one for party in self.parties for one in party.said]

    def read(self) -> None:
        """Reads what was acknowledged, which is all there."""
        party = self.parties[-1]
        last = party.said[-1].receipt.seq if party.said else 0
        assert party.visitor.get_view()["seq"] >= last
        facts = party.visitor.get_view("/facts?limit=1000")["items"]
        assert [fact["seq"] for fact in facts] == [*range(1, len(facts) + 1)]
        assert len(facts) >= last


def test_a_full_disk_under_sqlite(tmp_path: Path, luck: Random, tell: Callable[[str], None]) -> None:
    with small_disk(tmp_path / "disk", megabytes=32) as disk:
        with served(Settings(data=disk.path), inside=disk.inside) as service:
            guests = Guests(service, luck)
            for _ in range(FILLINGS):
                disk.fill(luck.randrange(SPARE))
                guests.play_until_turned_away()
                guests.read()
                disk.clear()
                guests.play_on()
        shutil.copytree(disk.outside, tmp_path / "copy")
    with Services(Settings(data=tmp_path / "copy", runner=False), CardSetRegistry()) as services:
        assert_kept(services, guests.said)
    tell(f"{FILLINGS} times full; {len(guests.said)} answers acknowledged, none lost; read all the while")


def test_a_full_disk_under_postgres(
    tmp_path: Path, redis_url: str, luck: Random, tell: Callable[[str], None]
) -> None:
    starts, read = 0, 0
    with cramped_postgres(megabytes=96) as (postgres, disk), postgres.database() as env:
        settings = Settings(data=tmp_path, store=env, redis_url=redis_url)
        with served(settings) as service:
            guests = Guests(service, luck)

            def starts_it_again() -> None:
                nonlocal starts
                if not postgres.alive:
                    starts += 1
                    postgres.start()

            for _ in range(FILLINGS):
                disk.fill(luck.randrange(SPARE))
                guests.play_until_turned_away()
                read += refused(guests.read) is None  # where there is no room for its own log, it ends
                disk.clear()
                guests.play_on(starts_it_again)
        with Services(replace(settings, runner=False), CardSetRegistry()) as services:
            assert_kept(services, guests.said)
    tell(
        f"{FILLINGS} times full; {len(guests.said)} answers acknowledged, none lost; "
        f"PostgreSQL ended {starts} times and was started again; read {read} times while it was full"
    )
