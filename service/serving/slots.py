"""Slots for work beside the event loop. The owner with the least work gets the next one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from ..shared.fair_queue import FairQueue


class FairSlots:
    """So many slots of one event loop. *spent_work* returns the work of an owner."""

    def __init__(self, slots: int, spent_work: Callable[[str], float]) -> None:
        self._free = slots
        self._waiting: FairQueue[str, asyncio.Future[None]] = FairQueue(spent_work)

    @asynccontextmanager
    async def slot_of(self, owner: str) -> AsyncIterator[None]:
        """Waits for a slot of *owner*, and hands it on at the end."""
        if self._free:
            self._free -= 1
        else:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.add_item(owner, turn)
            try:
                await turn
            except asyncio.CancelledError:
                if not turn.cancelled():  # the client left with a slot at hand
                    self._hand_on()
                raise
        try:
            yield
        finally:
            self._hand_on()

    def _hand_on(self) -> None:
        while (turn := self._waiting.take_item()) is not None:
            if not turn.cancelled():  # its client has left
                turn.set_result(None)
                return
        self._free += 1
