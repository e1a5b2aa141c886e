"""Owners of requests in front of Flask, and turns for their costly commands."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from flask import Flask

from ..database.cooperation import offload, spawn_greenlet
from ..http.heavy import costly_paths
from ..http.middleware.networks import forwarded_address
from ..http.middleware.rate_limit import Budget, RateLimited
from ..http.middleware.work_accounts import Owner, WorkAccounts
from ..settings import Settings
from .environ import Environ
from .slots import FairSlots

COMMANDS = 1
"""Costly commands of a process at once, such as new matches. More would hold back all other threads."""
BUSY_MS, REST = 500.0, 6.0
"""Work of a window after which an owner rests, and how often as long as its command took."""


class OwnedWork:
    """The accounts of *app*, by the requests that the loop has read."""

    def __init__(self, app: Flask) -> None:
        self._settings: Settings = app.extensions["settings"]
        self.accounts: WorkAccounts = app.extensions["services"][WorkAccounts]
        self._costly_paths = costly_paths(app)
        self._commands = FairSlots(COMMANDS, self.accounts.spent_work)
        self._locks = WeakValueDictionary[Owner, asyncio.Lock]()

    async def find_owner(self, environ: Environ) -> tuple[Owner, Budget | None]:
        """Returns the owner of a request, and its budget if the work is costly. Raises `RateLimited`."""
        return await spawn_greenlet(self._find_owner, environ)

    @asynccontextmanager
    async def take_turn(self, environ: Environ) -> AsyncIterator[None]:
        """Waits for the turn of a costly command, after which an owner with much work rests.

        Other requests need no turn.
        """
        if environ["REQUEST_METHOD"] != "POST" or not self._is_costly(environ):
            yield
            return
        try:
            owner, _ = await self.find_owner(environ)
        except RateLimited:  # Flask refuses it at once
            yield
            return
        async with self._locks.setdefault(owner, asyncio.Lock()):
            async with self._commands.slot_of(owner):
                start = time.monotonic()
                yield
            if self._settings.limits and self.accounts.spent_work(owner) > BUSY_MS:
                await asyncio.sleep(REST * (time.monotonic() - start))

    def _find_owner(self, environ: Environ) -> tuple[Owner, Budget | None]:
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "").encode("latin-1")
        address = forwarded_address(environ["REMOTE_ADDR"], forwarded, self._settings.proxies)
        owner = offload(self.accounts.owner_of, address, environ.get("HTTP_AUTHORIZATION"))
        return owner, self.accounts.check_budget(owner) if self._is_costly(environ) else None

    def _is_costly(self, environ: Environ) -> bool:
        return self._costly_paths.fullmatch(environ["PATH_INFO"]) is not None
