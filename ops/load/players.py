"""Players: bots at many matches at once, two a match, each with a connection of its own."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from ops.bench import sample
from ops.bench.bots import Opened, Seen, Taken
from ops.bench.wire import Reply, Wire

LEFT = 20.0
"""Seconds without a word after which a connection is made anew: the service is about to close it."""
TROUBLE = (OSError, asyncio.IncompleteReadError, msgspec.MsgspecError)


class Refused(Exception):
    """The service said no to what a bot has every right to ask."""


class Seat:
    """A place at a table, and the connection of whoever sits there in the name of *token*."""

    def __init__(self, port: int, wire: Wire) -> None:
        self.token = ""
        self._port, self._wire, self._last = port, wire, perf_counter()

    async def ask(self, method: str, path: str, body: bytes = b"", seq: int = 0) -> Reply:
        """Sends a request, conditional on fact *seq* if there is one, and returns the reply."""
        if perf_counter() - self._last > LEFT:
            self.leave()
            self._wire = await Wire.to(self._port)
        self._wire.token = self.token
        reply = await self._wire.ask(method, path, body, seq)
        self._last = perf_counter()
        return reply

    def leave(self) -> None:
        """Hangs up."""
        self._wire.close()


class Table(NamedTuple):
    """A match that is on, and its seats."""

    match: str
    seats: list[Seat]


class Players:
    """Bots on the service at *port*, which answer by chance and rest for *think* seconds before each answer.

    Afterwards `waits` are the seconds each answer took, `opened` how many matches there were, `errors` how
    often which error came. Whoever meets one gets up from the table.
    """

    def __init__(self, port: int, think: float) -> None:
        self._port, self._think, self._luck = port, think, Random(port)
        self._end = 0.0
        self.waits: list[float] = []
        self.opened = 0
        self._seats: list[Seat] = []
        self.errors: Counter[str] = Counter()

    async def seats(self) -> list[Seat]:
        """Connects two players, and sees to it that the service has met them."""
        seats = [Seat(self._port, await Wire.to(self._port)) for _ in range(2)]
        for seat in seats:
            await seat.ask("GET", "/healthz")
        self._seats += seats
        return seats

    def leave(self) -> None:
        """Lets all of them hang up."""
        for seat in self._seats:
            seat.leave()

    async def open(self, seats: list[Seat]) -> Table:
        """Opens a match and seats both players."""
        for seat in seats:
            seat.token = ""
        body = msgspec.json.encode({"game": sample.ARENA.NAME, "options": sample.OPTIONS})
        opened = await self._ask(Opened, seats[0], "POST", "/api/v1/matches", body)
        for i, (seat, claim) in enumerate(zip(seats, opened.claims, strict=True)):
            seat.token = claim
            player = msgspec.json.encode({"player": f"bot-{i}", "nonce": str(i)})
            path = f"/api/v1/matches/{opened.id}/seats/{i}/claim"
            seat.token = (await self._ask(Taken, seat, "POST", path, player)).token
        self.opened += 1
        return Table(opened.id, seats)

    async def play(self, tables: list[Table], seconds: float) -> float:
        """Plays at all *tables* for so long; returns the seconds it took."""
        start = perf_counter()
        self._end = start + seconds
        await asyncio.gather(*map(self._sit, tables))
        return perf_counter() - start

    async def _sit(self, table: Table) -> None:
        """Plays one match after the other while there is time."""
        try:
            while await self._match(table):
                table = await self.open(table.seats)
        except Refused as refused:
            self.errors[str(refused)] += 1
        except TROUBLE as trouble:
            self.errors[type(trouble).__name__] += 1

    async def _match(self, table: Table) -> bool:
        """Plays a match to its end; returns whether there is time for another."""
        path, at_turn = f"/api/v1/matches/{table.match}", 0
        seen = await self._ask(Seen, table.seats[at_turn], "GET", path)
        while (asked := seen.question) is not None:
            if asked.seat != at_turn:
                at_turn = asked.seat
                seen = await self._ask(
                    Seen, table.seats[at_turn], "GET", f"{path}?min_position={seen.position}"
                )
                asked = seen.question
                assert asked is not None
            if self._think:
                await asyncio.sleep(self._luck.uniform(0, 2 * self._think))
            if (before := perf_counter()) > self._end:
                return False
            picks = msgspec.json.encode({"picks": asked.guess(self._luck)})
            seen = await self._ask(Seen, table.seats[at_turn], "POST", f"{path}/answers", picks, seen.seq)
            self.waits.append(perf_counter() - before)
        return perf_counter() < self._end

    async def _ask(
        self, shape: type[Any], seat: Seat, method: str, path: str, body: bytes = b"", seq: int = 0
    ) -> Any:
        reply = await seat.ask(method, path, body, seq)
        if reply.status not in (200, 201):
            raise Refused(f"{method} {reply.status}")
        return msgspec.json.decode(reply.body, type=shape)
