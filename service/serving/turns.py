"""Turns of networks, on the event loop and in threads, so that a network with much work delays no other."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Generic, TypeVar

from ..database.cooperation import settle_future

Item = TypeVar("Item")
R = TypeVar("R")

STEPS = 4
"""Steps in one round of the event loop, between which it reads and writes."""
CROWDED_STEPS = 100
"""Steps that wait at once, above which each read waits for its turn too."""
LIGHT_STEPS, LIGHT_SECONDS = 256, 1.0
"""Steps of a network in so many seconds up to which they come before those of busier networks."""


class Turns(Generic[Item]):
    """Items by network. Networks alternate."""

    def __init__(self) -> None:
        self._queues = dict[str, deque[Item]]()

    def __bool__(self) -> bool:
        return bool(self._queues)

    def add_item(self, network: str, item: Item) -> None:
        """Adds the last *item* of *network*."""
        self._queues.setdefault(network, deque()).append(item)

    def take_item(self, network: str) -> Item:
        """Returns the first item of *network*, which comes last from now on."""
        queue = self._queues.pop(network)
        item = queue.popleft()
        if queue:
            self._queues[network] = queue
        return item

    def next_network(self, allow: Callable[[str], bool] = bool) -> str | None:
        """Returns the first network that *allow* accepts, if any."""
        return next(filter(allow, self._queues), None)


class LoopTurns:
    """Steps of connections on the *loop*, a few in each of its rounds.

    Networks with few steps go first. The others get a step in each round too.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self._is_due = loop, False
        self._light, self._busy = Turns[Callable[[], object]](), Turns[Callable[[], object]]()
        self._counts, self._counted_until = Counter[str](), 0.0
        self._waiting = 0

    @property
    def is_crowded(self) -> bool:
        """Whether more than `CROWDED_STEPS` steps wait for their turns."""
        return self._waiting > CROWDED_STEPS

    def add_step(self, network: str, step: Callable[[], object]) -> None:
        """Calls *step* in a turn of *network*."""
        if self._counted_until < (now := self._loop.time()):
            self._counts.clear()
            self._counted_until = now + LIGHT_SECONDS
        self._counts[network] += 1
        is_light = self._counts[network] <= LIGHT_STEPS
        (self._light if is_light else self._busy).add_item(network, step)
        self._waiting += 1
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon(self._run_round)

    async def wait_turn(self, network: str) -> None:
        """Waits for a turn of *network*."""
        turn = self._loop.create_future()
        self.add_step(network, partial(settle_future, turn))
        await turn

    def _run_round(self) -> None:
        following = self._loop.call_soon(self._run_round)  # even after a step that fails
        for number in range(STEPS):
            steps = self._light if self._light and (number or not self._busy) else self._busy
            network = steps.next_network()
            if network is None:
                following.cancel()
                self._is_due = False
                return
            self._waiting -= 1
            steps.take_item(network)()


class TurnEvent:
    """An event after which those that wait go on, each in a turn of its network."""

    def __init__(self) -> None:
        self._steps = list[Callable[[], object]]()

    async def wait(self, turns: LoopTurns, network: str) -> None:
        """Waits for the event, and for one of the *turns* of *network*."""
        turn = asyncio.get_running_loop().create_future()
        self._steps.append(partial(turns.add_step, network, partial(settle_future, turn)))
        await turn

    def set(self) -> None:
        """Makes the event happen."""
        for add_step in self._steps:
            add_step()
        self._steps.clear()


class FairThreads:
    """Threads that each network may use up to *share* of at once. Only the event loop calls it."""

    def __init__(self, threads: int, share: int, name: str) -> None:
        self._executor = ThreadPoolExecutor(threads, name)
        self._free, self._share = threads, share
        self._busy = Counter[str]()
        self._waiting = Turns[asyncio.Future[None]]()

    async def call(self, network: str, function: Callable[..., R], *args: object) -> R:
        """Returns the result of *function* from a thread, in a turn of *network*."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.add_item(network, turn)
        self._wake_next()
        try:
            await turn
            return await loop.run_in_executor(self._executor, copy_context().run, function, *args)
        finally:
            if turn.done() and not turn.cancelled():
                self._free += 1
                self._busy[network] -= 1
                if not self._busy[network]:
                    del self._busy[network]
            self._wake_next()

    def close(self) -> None:
        """Waits for the calls under way."""
        self._executor.shutdown()

    def _wake_next(self) -> None:
        while self._free and (network := self._waiting.next_network(self._has_room)) is not None:
            turn = self._waiting.take_item(network)
            if not turn.done():
                self._free -= 1
                self._busy[network] += 1
                turn.set_result(None)

    def _has_room(self, network: str) -> bool:
        return self._busy[network] < self._share
