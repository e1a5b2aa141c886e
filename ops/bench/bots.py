"""`python -m ops.bench.bots recount|hello PORT MATCHES ARGUMENT`: bots in Python, where there is no gcc.

They do as the lean client does (`lean/client.c`), and read the same lines: a line with seconds, answers and
rate lets them play, and they print one of JSON. Two bots a match have a connection each. The bot that has
answered hears the next question; when that is for the other one, the other looks first, and its view has to
include the answer.

With a rate, each answer has its time, however long others take: a wait counts from there where the match is
not ready yet.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from itertools import count, repeat
from random import Random
from time import perf_counter, process_time
from typing import Any

import msgspec

from domain.model import Asked, Picks
from replays.bots.candidates import guess_answer

from .rounds import Reading, spread
from .wire import Reply, Wire


class Question(msgspec.Struct):
    """What a bot reads of a question; one that another seat is asked may hide its options."""

    seat: int
    prompt: str
    options: tuple[str, ...] | None
    least: int
    most: int

    def guess(self, rng: Random) -> Picks:
        """Returns any answer to the question."""
        return guess_answer(Asked(self.seat, self.prompt, self.options or (), self.least, self.most), rng)


class Seen(msgspec.Struct):
    """What a bot reads of a scene, or of the reply to its answer."""

    seq: int
    question: Question | None
    position: int = 0


class Opened(msgspec.Struct):
    """What a bot reads of a match just opened."""

    id: str
    claims: list[str]


class Taken(msgspec.Struct):
    """What a bot reads of taking a seat."""

    token: str


class Table:
    """A match, the connection of each seat, and the question as the seat *at_turn* read it last."""

    def __init__(self, seats: list[Wire]) -> None:
        self.seats, self.path, self.at_turn = seats, "", 0
        self.view = Seen(0, None)

    async def open(self, opening: bytes) -> None:
        """Opens a match, takes its seats, and reads its first question."""
        for wire in self.seats:
            wire.token = ""
        opened = _read(await self.seats[0].ask("POST", "/api/v1/matches", opening), Opened)
        self.path, self.at_turn = f"/api/v1/matches/{opened.id}", 0
        for i, (wire, claim) in enumerate(zip(self.seats, opened.claims, strict=True)):
            wire.token = claim
            player = msgspec.json.encode({"player": f"bot-{i}", "nonce": str(i)})
            reply = await wire.ask("POST", f"{self.path}/seats/{i}/claim", player)
            wire.token = _read(reply, Taken).token
        self.view = _read(await self.seats[0].ask("GET", self.path), Seen)

    async def look(self, seat: int) -> None:
        """Lets *seat* read the question."""
        self.at_turn = seat
        reply = await self.seats[seat].ask("GET", f"{self.path}?min_position={self.view.position}")
        self.view = _read(reply, Seen)

    async def answer(self, picks: tuple[str, ...]) -> None:
        """Answers the question, and reads the next one."""
        body = msgspec.json.encode({"picks": picks})
        reply = await self.seats[self.at_turn].ask("POST", f"{self.path}/answers", body, self.view.seq)
        self.view = _read(reply, Seen)


class Bots:
    """Bots at so many *matches* on the service at *port*; without an *opening* they are greeted at `/`."""

    def __init__(self, port: int, matches: int, opening: bytes) -> None:
        self._port, self._matches, self._opening = port, matches, opening
        self._luck = Random(port)
        self._tables: list[Table] = []
        self._waits: list[float] = []
        self._end, self._left, self._looks = 0.0, 0, 0

    async def open(self) -> None:
        """Opens all matches."""
        for _ in range(self._matches):
            table = Table([await Wire.to(self._port) for _ in range(2)])
            if self._opening:
                await table.open(self._opening)
            self._tables.append(table)

    async def play(self, seconds: float, answers: int, rate: float) -> Reading:
        """Plays until a limit is reached (0: none); reads what `Client.play` tells."""
        self._waits, self._looks = [], 0
        start, busy = perf_counter(), process_time()
        self._end = start + seconds if seconds else float("inf")
        self._left = answers or sys.maxsize
        play = self._play if self._opening else self._greet
        times = (self._times(place, rate) for place in range(self._matches))
        await asyncio.gather(*map(play, self._tables, times))
        given = len(self._waits)
        return {
            "answers": given,
            "answers/s": given / (perf_counter() - start),
            **spread(self._waits),
            "looks": self._looks / given,
            "client µs": 1e6 * (process_time() - busy) / given,
        }

    def _times(self, place: int, rate: float) -> Iterator[float]:
        """Yields when the table at this *place* is to answer: at once without a rate."""
        return count(perf_counter() + place / rate, self._matches / rate) if rate else repeat(0.0)

    async def _play(self, table: Table, times: Iterator[float]) -> None:
        while True:
            if (question := table.view.question) is None:
                await table.open(self._opening)
            elif question.seat != table.at_turn:
                self._looks += 1
                await table.look(question.seat)
            elif (before := await _until(next(times))) > self._end or not self._left:
                return
            else:
                self._left -= 1
                await table.answer(question.guess(self._luck))
                self._waits.append(perf_counter() - before)

    async def _greet(self, table: Table, times: Iterator[float]) -> None:
        while (before := await _until(next(times))) < self._end and self._left:
            self._left -= 1
            await table.seats[0].ask("GET", "/")
            self._waits.append(perf_counter() - before)


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


async def main() -> None:
    """Plays, or is greeted, as the command line and each line of standard input say."""
    service, port, matches, argument = sys.argv[1:]
    bots = Bots(int(port), int(matches), argument.encode() if service == "recount" else b"")
    await bots.open()
    while line := await asyncio.to_thread(sys.stdin.readline):
        seconds, answers, rate = line.split()
        reading = await bots.play(float(seconds), int(answers), float(rate))
        sys.stdout.write(json.dumps(reading) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main())
