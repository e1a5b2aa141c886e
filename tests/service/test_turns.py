"""Turns on a real event loop and in real threads: a network with much work delays no other."""

from __future__ import annotations

import asyncio
from threading import Barrier, Lock

import pytest

from service.serving.turns import STEPS, FairThreads, LoopTurns

CROWD, OTHER = "192.0.2.1", "192.0.2.2"


def test_another_network_does_not_wait_for_all_steps_of_a_crowd() -> None:
    async def run() -> int:
        turns, order = LoopTurns(asyncio.get_running_loop()), list[str]()
        for _ in range(100 * STEPS):
            turns.add_step(CROWD, lambda: order.append(CROWD))
        await turns.wait_turn(OTHER)
        return len(order)

    assert asyncio.run(run()) <= 2 * STEPS


@pytest.mark.parametrize(("networks", "most"), [(1, 2), (2, 3)])
def test_a_network_uses_its_share_of_the_threads(networks: int, most: int) -> None:
    running, highest, lock = 0, 0, Lock()
    together = Barrier(most)

    def work() -> None:
        nonlocal running, highest
        with lock:
            running += 1
            highest = max(highest, running)
        together.wait(20)
        with lock:
            running -= 1

    async def run() -> None:
        threads = FairThreads(3, 2, "test")
        names = [f"192.0.2.{1 + number % networks}" for number in range(4 * most)]
        await asyncio.gather(*(threads.call(name, work) for name in names))
        threads.close()

    asyncio.run(run())
    assert highest == most
