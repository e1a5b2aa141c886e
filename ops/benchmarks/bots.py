"""`python -m ops.benchmarks.bots play|hello PORT SECONDS MATCHES`: a child that plays matches over HTTP.

Two bots a match, each with a connection of its own. Whoever has answered hears what is asked next; when that
is for the other one, it looks first, and its view has to have taken in the answer. `hello` asks for `/`
instead of playing, over a connection a match.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from domain.words import Asked
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


class Table(NamedTuple):
    """A match that is on, and the connection of each seat."""

    match: str
    seats: list[Wire]


class Bots:
    """Bots on the service at *port*, which play until the time is up."""

    def __init__(self, port: int) -> None:
        self._port, self._luck = port, Random(port)
        self._end = 0.0
        self.waits: list[float] = []

    async def run(self, how: str, seconds: float, count: int, ready: Callable[[], None]) -> dict[str, Any]:
        """Plays *count* matches at once, or greets over as many connections; tells all waits, in seconds."""
        tables = [
            await (self._open if how == "play" else self._knock)(await self._seats()) for _ in range(count)
        ]
        ready()
        start = perf_counter()
        self._end = start + seconds
        await asyncio.gather(*map(self._play_on if how == "play" else self._greet, tables))
        return {"waits": self.waits, "spent": perf_counter() - start}

    async def _seats(self) -> list[Wire]:
        return [await Wire.to(self._port) for _ in range(2)]

    async def _knock(self, seats: list[Wire]) -> Table:
        for wire in seats:
            await wire.ask("GET", "/")
        return Table("", seats)

    async def _open(self, seats: list[Wire]) -> Table:
        for wire in seats:
            wire.token = ""
        body = msgspec.json.encode({"game": sample.ARENA.NAME, "options": sample.OPTIONS})
        opened = _read(await seats[0].ask("POST", "/matches", body), Opened)
        for i, (wire, claim) in enumerate(zip(seats, opened.claims, strict=True)):
            wire.token = claim
            player = msgspec.json.encode({"player": f"bot-{i}", "nonce": str(i)})
            taken = await wire.ask("POST", f"/matches/{opened.match}/seats/{i}/claim", player)
            wire.token = _read(taken, Taken).token
        return Table(opened.match, seats)

    async def _play_on(self, table: Table) -> None:
        while await self._play(table):
            table = await self._open(table.seats)

    async def _play(self, table: Table) -> bool:
        """Plays a match to its end; returns whether there is time for another."""
        path, at_turn = f"/matches/{table.match}", 0
        seen = _read(await table.seats[at_turn].ask("GET", path), Seen)
        while (asked := seen.question) is not None:
            if asked.seat != at_turn:
                at_turn = asked.seat
                look = f"{path}?min_position={seen.position}"
                seen = _read(await table.seats[at_turn].ask("GET", look), Seen)
                asked = seen.question
                assert asked is not None
            if (before := perf_counter()) > self._end:
                return False
            picks = msgspec.json.encode({"picks": guess(asked, self._luck)})
            reply = await table.seats[at_turn].ask("POST", f"{path}/answers", picks, seen.seq)
            self.waits.append(perf_counter() - before)
            seen = _read(reply, Seen)
        return True

    async def _greet(self, table: Table) -> None:
        while (before := perf_counter()) < self._end:
            await table.seats[0].ask("GET", "/")
            self.waits.append(perf_counter() - before)


def _read(reply: Reply, shape: type[Any]) -> Any:
    if reply.status not in (200, 201):
        raise RuntimeError(f"the service answered {reply.status}: {reply.body.decode()}")
    return msgspec.json.decode(reply.body, type=shape)


def main(ready: Callable[[], None]) -> dict[str, Any]:
    """Plays, or greets, as the command line says."""
    how, port, seconds, matches = sys.argv[1:]
    return asyncio.run(Bots(int(port)).run(how, float(seconds), int(matches), ready))


if __name__ == "__main__":
    children.meet(main)
