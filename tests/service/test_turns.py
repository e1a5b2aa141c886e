"""Turns on a real event loop and in real threads: a network with much work delays no other."""

from __future__ import annotations

import asyncio
from threading import Barrier, Lock

import pytest

from service.serving.turns import CROWDED_STEPS, LIGHT_STEPS, STEPS, FairThreads, LoopTurns, TurnEvent

from .rounds import pass_round

CROWD, OTHER = "192.0.2.1", "192.0.2.2"


def test_another_network_does_not_wait_for_all_steps_of_a_crowd() -> None:
    async def run() -> int:
        turns, order = LoopTurns(asyncio.get_running_loop()), list[str]()
        for _ in range(100 * STEPS):
            turns.add_step(CROWD, lambda: order.append(CROWD))
        await turns.wait_turn(OTHER)
        return len(order)

    assert asyncio.run(run()) <= 2 * STEPS


def test_a_network_with_few_steps_goes_before_ten_busy_ones() -> None:
    async def run() -> list[int]:
        turns, order, before = LoopTurns(asyncio.get_running_loop()), list[str](), list[int]()
        for number in range(10 * 2 * LIGHT_STEPS):
            turns.add_step(f"203.0.113.{number % 10}", lambda: order.append(CROWD))
        while len(order) < 15 * LIGHT_STEPS:  # the light steps of the crowd are done
            await pass_round()
        for _ in range(3):  # a connection opens, its request is parsed, and starts
            start = len(order)
            await turns.wait_turn(OTHER)
            before.append(len(order) - start)
        return before

    assert max(asyncio.run(run())) <= 2 * STEPS


def test_a_busy_network_gets_its_steps_beside_light_ones() -> None:
    async def run() -> int:
        turns, order = LoopTurns(asyncio.get_running_loop()), list[str]()
        for _ in range(LIGHT_STEPS):
            turns.add_step(CROWD, lambda: None)
        last = asyncio.create_task(turns.wait_turn(CROWD))
        await pass_round()
        for number in range(100 * STEPS):
            turns.add_step(f"203.0.113.{number}", lambda: order.append(OTHER))
        await last
        return order.count(OTHER)

    assert asyncio.run(run()) < 4 * STEPS


def test_a_step_that_fails_does_not_end_the_turns() -> None:
    async def run() -> list[object]:
        loop, failures = asyncio.get_running_loop(), list[object]()
        loop.set_exception_handler(lambda _, context: failures.append(context["exception"]))
        turns = LoopTurns(loop)
        turns.add_step(CROWD, lambda: next(iter(())))
        await turns.wait_turn(OTHER)
        return failures

    [failure] = asyncio.run(run())
    assert isinstance(failure, StopIteration)


def test_turns_are_crowded_until_enough_steps_are_done() -> None:
    async def run() -> list[bool]:
        turns, crowded = LoopTurns(asyncio.get_running_loop()), list[bool]()
        for _ in range(CROWDED_STEPS + 1):
            crowded.append(turns.is_crowded)
            turns.add_step(CROWD, lambda: None)
        crowded.append(turns.is_crowded)
        await turns.wait_turn(OTHER)
        return [*crowded, turns.is_crowded]

    *few, crowd, later = asyncio.run(run())
    assert not any(few)
    assert crowd
    assert not later


def test_after_an_event_all_go_on_in_turns() -> None:
    async def run() -> list[str]:
        turns, order = LoopTurns(asyncio.get_running_loop()), list[str]()
        event = TurnEvent()

        async def wait(network: str) -> None:
            await event.wait(turns, network)
            order.append(network)

        waiting = [asyncio.create_task(wait(network)) for network in [CROWD] * 9 * STEPS + [OTHER]]
        await pass_round()
        event.set()
        await asyncio.gather(*waiting)
        return order

    assert asyncio.run(run()).index(OTHER) <= STEPS


@pytest.mark.parametrize(("networks", "most"), [(1, 2), (2, 3)])
def test_a_network_uses_its_share_of_the_threads(networks: int, most: int) -> None:
    running, highest, lock = 0, 0, Lock()
    together = Barrier(most)

    def work() -> None:
        nonlocal running, highest
        with lock:
            running += 1
            highest = max(highest, running)
        together.wait(60)
        with lock:
            running -= 1

    async def run() -> None:
        threads = FairThreads(3, 2, "test")
        names = [f"192.0.2.{1 + number % networks}" for number in range(4 * most)]
        await asyncio.gather(*(threads.call(name, work) for name in names))
        threads.close()

    asyncio.run(run())
    assert highest == most
