"""`python -m ops.benchmarks.bots play|hello PORT SECONDS MATCHES`: a child whose bots play matches over HTTP.

Two bots a match, each with a connection of its own. Whoever has answered hears what is asked next; when it is asked
of the other one, that one looks first, and its view has to have taken in the answer. `hello` asks for `/` instead, over
as many connections.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from domain.core import Asked
from replays.bots import guess

from . import children, sample
from .wire import Reply, Wire


class Seen(msgspec.Struct):
    """What a bot reads of a scene, or of the reply to its answer."""

    seq: int
    question: Asked | None
    position: int = 0


class Opened(msgspec.Struct):
    """What a bot reads of a match just opened."""

    match: str
    claims: list[str]


class Taken(msgspec.Struct):
    """What a bot reads of taking a seat."""

    token: str


class Bots:
    """Bots on the service at *port*, for *seconds* from the moment they are told to begin."""

    def __init__(self, port: int, seconds: float) -> None:
        self._port, self._seconds = port, seconds
        self._luck = Random(port)
        self._end = 0.0
        self._began = asyncio.Event()
        self.waits: list[float] = []

    async def play(self) -> None:
        """Plays one match after the other."""
        seats = [await Wire.to(self._port) for _ in range(2)]
        match = await self._open(seats)
        await self._began.wait()
        while perf_counter() < self._end:
            await self._play(match, seats)
            match = await self._open(seats)
        for wire in seats:
            wire.close()

    async def _open(self, seats: list[Wire]) -> str:
        for wire in seats:
            wire.token = ""
        body = msgspec.json.encode({"game": sample.ARENA.NAME, "options": sample.OPTIONS})
        opened = _read(await seats[0].ask("POST", "/matches", body), Opened)
        for i, (wire, wire.token) in enumerate(zip(seats, opened.claims, strict=True)):
            player = msgspec.json.encode({"player": f"bot-{i}", "nonce": str(i)})
            taken = await wire.ask("POST", f"/matches/{opened.match}/seats/{i}/claim", player)
            wire.token = _read(taken, Taken).token
        return opened.match

    async def _play(self, match: str, seats: list[Wire]) -> None:
        path, position = f"/matches/{match}", 0
        seen = _read(await seats[0].ask("GET", path), Seen)
        asked_before = 0
        while (asked := seen.question) is not None and perf_counter() < self._end:
            wire = seats[asked.seat]
            if asked.seat != asked_before:
                seen = _read(await wire.ask("GET", f"{path}?min_position={position}"), Seen)
                assert seen.question is not None
                asked, asked_before = seen.question, asked.seat
            body = msgspec.json.encode({"picks": guess(asked, self._luck)})
            before = perf_counter()
            reply = await wire.ask("POST", f"{path}/answers", body, seen.seq)
            self.waits.append(perf_counter() - before)
            seen = _read(reply, Seen)
            position = seen.position

    async def greet(self) -> None:
        """Asks for `/` again and again."""
        wire = await Wire.to(self._port)
        await self._began.wait()
        while (before := perf_counter()) < self._end:
            await wire.ask("GET", "/")
            self.waits.append(perf_counter() - before)
        wire.close()

    async def run(self, bot: Callable[[], Any], count: int, ready: Callable[[], None]) -> None:
        """Lets *count* bots begin together, and waits for them to end."""
        playing = [asyncio.create_task(bot()) for _ in range(count)]
        # Every bot sits at its table before the clock starts.
        await asyncio.sleep(0.5)
        ready()
        self._end = perf_counter() + self._seconds
        self._began.set()
        await asyncio.gather(*playing)


def _read(reply: Reply, shape: type[Any]) -> Any:
    if reply.status not in (200, 201):
        raise RuntimeError(f"the service answered {reply.status}: {reply.body.decode()}")
    return msgspec.json.decode(reply.body, type=shape)
