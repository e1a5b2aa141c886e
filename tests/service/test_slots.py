"""Slots for heavy work go to the owner with the least work, whoever came first."""

from __future__ import annotations

import asyncio
from threading import Thread

import pytest

from domain.errors import LocalizableError
from service.history.whatif_process import MAX_SIMULATIONS, MAX_WAITING, SimulationSlots
from service.http.middleware.work_accounts import WorkAccounts
from service.serving.slots import FairSlots
from service.settings import Settings
from tests.service.client import wait_for

WORK = {"busy": 900.0, "ada": 0.0}


async def use_slot(slots: FairSlots, owner: str, order: list[str]) -> None:
    async with slots.slot_of(owner):
        order.append(owner)


async def until_all_wait(tasks: list[asyncio.Task[None]]) -> None:
    """Lets each of *tasks* run until it waits for its slot."""
    started = [asyncio.get_running_loop().create_future() for _ in tasks]
    for future in started:
        asyncio.get_running_loop().call_soon(future.set_result, None)
    await asyncio.gather(*started)


def test_a_slot_goes_to_the_owner_with_the_least_work_and_past_clients_who_left() -> None:
    async def run() -> list[str]:
        slots, order = FairSlots(1, WORK.__getitem__), list[str]()
        async with slots.slot_of("busy"):
            waiting = [asyncio.create_task(use_slot(slots, "busy", order)) for _ in range(3)]
            await until_all_wait(waiting)
            waiting.append(asyncio.create_task(use_slot(slots, "ada", order)))
            await until_all_wait(waiting)
            waiting[0].cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await use_slot(slots, "ada", order)
        return order

    assert asyncio.run(run()) == ["ada", "busy", "busy", "ada"]


def simulation_slots() -> SimulationSlots:
    """Returns the slots of a service, all of them taken."""
    work = WorkAccounts(Settings(), b"a secret", lambda token: "")
    work.charge_work("match:busy", 900)
    slots = SimulationSlots(work)
    for number in range(MAX_SIMULATIONS):
        slots.acquire_slot(f"match:{number}")
    return slots


def test_the_next_simulation_is_that_of_the_owner_with_the_least_work() -> None:
    slots, order = simulation_slots(), list[str]()

    def simulate(owner: str) -> None:
        slots.acquire_slot(owner)
        order.append(owner)
        slots.release_slot(owner)

    threads = [Thread(target=simulate, args=(owner,)) for owner in ("match:busy", "match:ada")]
    for number, thread in enumerate(threads, 1):
        thread.start()
        wait_for(lambda number=number: len(slots._waiting) == number, "the owner waits")  # type: ignore[misc]
    slots.release_slot("match:0")
    for thread in threads:
        thread.join()
    assert order == ["match:ada", "match:busy"]


def test_only_so_many_simulations_wait_and_each_owner_has_one() -> None:
    slots = simulation_slots()
    with pytest.raises(LocalizableError, match="of yours"):
        slots.acquire_slot("match:0")
    threads = [
        Thread(target=slots.acquire_slot, args=(f"match:waits-{number}",)) for number in range(MAX_WAITING)
    ]
    for thread in threads:
        thread.start()
    wait_for(lambda: len(slots._waiting) == MAX_WAITING, "all places to wait are taken")
    with pytest.raises(LocalizableError, match="others wonder"):
        slots.acquire_slot("match:late")
    for number in range(MAX_SIMULATIONS):
        slots.release_slot(f"match:{number}")
    for number in range(MAX_WAITING):
        slots.release_slot(f"match:waits-{number}")
    for thread in threads:
        thread.join()
