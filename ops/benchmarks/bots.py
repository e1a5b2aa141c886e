"""`python -m ops.benchmarks.bots play|hello PORT SECONDS MATCHES [RATE]`: a child that plays over HTTP.

Two bots a match, each with a connection of its own. Whoever has answered hears what is asked next; when that
is for the other one, it looks first, and its view has to have taken in the answer. `hello` asks for `/`
instead of playing, over a connection a match.

With a RATE, answers a second of all matches together, each answer has its time, however long others take: a
wait counts from there where the match is not ready yet.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from itertools import count, repeat
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from domain.words import Asked
from replays.answering import guess

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
    """Bots on the service at *port*, which play until the time is up.

    They answer at once, or at a *rate* of answers a second.
    """

    def __init__(self, port: int, rate: float = 0.0) -> None:
        self._port, self._luck, self._rate = port, Random(port), rate
        self._end = 0.0
        self.waits: list[float] = []

    async def run(self, how: str, seconds: float, matches: int, ready: Callable[[], None]) -> dict[str, Any]:
        """Plays so many *matches* at once, or greets over as many connections; tells all waits, in s."""
        tables = [
            await (self._open if how == "play" else self._knock)(await self._seats()) for _ in range(matches)
        ]
        ready()
        start = perf_counter()
        self._end = start + seconds
        if how == "hello":
            await asyncio.gather(*map(self._greet, tables))
        else:
            await asyncio.gather(
                *(self._play_on(one, self._times(i, matches)) for i, one in enumerate(tables))
            )
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

    def _times(self, place: int, tables: int) -> Iterator[float]:
        """Yields when the table at this *place* among *tables* is to answer: at once without a rate."""
        if not self._rate:
            return repeat(0.0)
        return count(perf_counter() + place / self._rate, tables / self._rate)

    async def _play_on(self, table: Table, times: Iterator[float]) -> None:
        while await self._play(table, times):
            table = await self._open(table.seats)

    async def _play(self, table: Table, times: Iterator[float]) -> bool:
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
            if (before := await _until(next(times))) > self._end:
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


async def _until(time: float) -> float:
    """Waits for *time*; returns when a wait begins: then, or now if nothing but this client was late."""
    if (rest := time - perf_counter()) > 0:
        await asyncio.sleep(rest)
        return perf_counter()
    return time or perf_counter()


def _read(reply: Reply, shape: type[Any]) -> Any:
    if reply.status not in (200, 201):
        raise RuntimeError(f"the service answered {reply.status}: {reply.body.decode()}")
    return msgspec.json.decode(reply.body, type=shape)


def main(ready: Callable[[], None]) -> dict[str, Any]:
    """Plays, or greets, as the command line says."""
    how, port, seconds, matches, *rate = sys.argv[1:]
    bots = Bots(int(port), *map(float, rate))
    return asyncio.run(bots.run(how, float(seconds), int(matches), ready))


if __name__ == "__main__":
    children.meet(main)
