"""Costly commands of an owner with much work: after each, the owner rests and others go on."""

from __future__ import annotations

import asyncio
import time

import pytest
from flask import Flask
from msgspec.structs import replace

from service.app import create_app, services_of
from service.serving.environ import Environ
from service.serving.owned_work import BUSY_MS, REST, OwnedWork
from service.settings import Settings
from service.shared.limits import Limits

COMMAND_SECONDS = 0.05


def opening(address: str) -> Environ:
    """Returns a request of *address* to open a match."""
    return {"REQUEST_METHOD": "POST", "PATH_INFO": "/api/v1/matches", "REMOTE_ADDR": address}


async def run_command(owned_work: OwnedWork, address: str) -> float:
    """Runs a costly command; returns the seconds until its reply could leave."""
    start = time.monotonic()
    async with owned_work.take_turn(opening(address)):
        loop = asyncio.get_running_loop()
        command = loop.create_future()
        loop.call_later(COMMAND_SECONDS, command.set_result, None)
        await command
    return time.monotonic() - start


@pytest.fixture
def app(settings: Settings) -> Flask:
    return create_app(replace(settings, limits=Limits()))


def test_an_owner_with_much_work_rests_and_another_does_not_wait_for_that(app: Flask) -> None:
    owned_work = OwnedWork(app)
    accounts = owned_work.accounts

    async def run() -> list[float]:
        calm = await run_command(owned_work, "192.0.2.1")
        accounts.charge_work(accounts.owner_of("192.0.2.1", None), BUSY_MS + 1)
        busy = [asyncio.create_task(run_command(owned_work, "192.0.2.1")) for _ in range(2)]
        first = await busy[0]
        return [calm, first, await run_command(owned_work, "192.0.2.2"), await busy[1]]

    calm, first, other, second = asyncio.run(run())
    services_of(app).close()
    whole = (1 + REST) * COMMAND_SECONDS
    assert calm < whole
    assert first >= whole
    assert other < whole
    assert second >= 2 * whole
