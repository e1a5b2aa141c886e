"""The worker that serves HTTP is killed while people play: another takes over, and every receipt holds."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from random import Random
from threading import Event, Thread

import httpx
import pytest
from msgspec.structs import replace

from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings
from tests.faults.conftest import TIMES
from tests.faults.play import Said, assert_in_order, assert_kept
from tests.faults.served import Party, Served, served
from tests.projections.waiting import until

KILLS = 2 * TIMES
PEOPLE = 3
LONGEST = 0.3
"""Seconds that a worker lives at most once everybody is playing again."""


class Regulars:
    """People who play match after match, and look again whenever a line breaks."""

    def __init__(self, service: Served, luck: Random) -> None:
        self._service, self._luck = service, luck
        self.said: list[Said] = []
        self.broken = 0
        self._enough = Event()
        self._playing = Thread(target=self._play)

    def __enter__(self) -> Regulars:
        self._playing.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        self._playing.join()

    def _play(self) -> None:
        party = None
        while not self._enough.is_set():
            try:
                party = party or Party(self._service, self._luck)
                if party.move():
                    self.said.append(party.said[-1])
                else:
                    party = None
            except httpx.TransportError:
                self.broken += 1

    def goes_on(self) -> None:
        """Waits for another answer to be acknowledged."""
        before = len(self.said)
        until(lambda: len(self.said) > before or not self._playing.is_alive())
        assert self._playing.is_alive(), "something else than a broken line was in the way"


def test_what_was_acknowledged_outlives_the_worker(
    settings: Settings, luck: Random, tell: Callable[[str], None]
) -> None:
    workers = 2 if settings.shared else 1
    with served(replace(settings, runner=True), workers) as service:
        people = [Regulars(service, Random(luck.getrandbits(32))) for _ in range(PEOPLE)]
        with people[0], people[1], people[2]:
            for _ in range(KILLS):
                for one in people:
                    one.goes_on()
                Event().wait(luck.uniform(0, LONGEST))
                os.kill(luck.choice(service.workers()), signal.SIGKILL)
            for one in people:
                one.goes_on()
    said = [one for regulars in people for one in regulars.said]
    for regulars in people:
        assert_in_order(regulars.said)
    with Services(settings, CardSetRegistry()) as services:
        assert_kept(services, said)
    broken = sum(one.broken for one in people)
    tell(f"{KILLS} killed; {len(said)} answers acknowledged, none lost; {broken} lines broke")


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_a_worker_killed_while_it_starts_is_replaced(settings: Settings) -> None:
    with served(settings) as service:
        (first,) = service.workers()
        os.kill(first, signal.SIGKILL)
        until(lambda: service.workers() not in ([first], []))
        os.kill(service.workers()[0], signal.SIGKILL)
        until(service.answers)
