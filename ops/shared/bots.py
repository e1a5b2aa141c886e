"""Bots that answer by chance over HTTP, two at a match, with a connection each.

The bot that has answered gets the next question. When another seat has to answer, its bot looks first, and
its view includes the answer before.

`python -m ops.shared.bots PORT MATCHES` takes the place of the lean client (`ops/bench/lean/client.c`)
without gcc. For each line `SECONDS ANSWERS RATE` of standard input, bots play, and print a reading as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, repeat
from random import Random
from time import perf_counter, process_time
from typing import Any, Protocol
from uuid import uuid4

import msgspec

from domain.model import Asked, Picks
from replays.bots.candidates import guess_answer

from .wire import Reply, Wire

OPENING = b'{"game": "arena", "options": {"chapter": 4}}'
"""The body that opens a match."""
CONNECTION_ERRORS = (OSError, asyncio.IncompleteReadError, msgspec.MsgspecError)


class Refused(Exception):
    """A refusal of a request that a bot may send."""


class Connection(Protocol):
    """A connection to a service, with the token of a seat."""

    token: str

    async def ask(self, method: str, path: str, body: bytes = b"", seq: int = 0, key: str = "") -> Reply:
        """Sends a request, and returns the reply."""
        ...


class Question(msgspec.Struct):
    """A question of a scene; that of another seat may hide its options."""

    seat: int
    prompt: str
    options: tuple[str, ...] | None
    least: int
    most: int

    def guess(self, rng: Random) -> Picks:
        """Returns a random answer."""
        return guess_answer(Asked(self.seat, self.prompt, self.options or (), self.least, self.most), rng)


class Written(msgspec.Struct):
    """The position and the receipt of a write."""

    position: int = 0
    receipt: msgspec.Raw = msgspec.Raw()


class OpenedMatch(Written, kw_only=True):
    """A match, and the claim of each seat."""

    id: str
    claims: list[str]


class ClaimedSeat(Written, kw_only=True):
    """The token of a seat."""

    token: str


class Scene(Written, kw_only=True):
    """A scene, or the reply to an answer."""

    seq: int
    question: Question | None
    facts: list[msgspec.Raw] = []


class Table:
    """A match with a connection for each seat; `scene` is as the seat `at_turn` read it last.

    With *keyed*, each write has an idempotency key.
    """

    def __init__(self, seats: Sequence[Connection], *, keyed: bool = False) -> None:
        self.seats, self._keyed = seats, keyed
        self.match, self.at_turn = "", 0
        self.scene = Scene(seq=0, question=None)

    @property
    def path(self) -> str:
        """The path of the match."""
        return f"/api/v1/matches/{self.match}"

    async def open(self) -> list[Written]:
        """Opens a match, claims its seats, and reads the first question; returns all writes."""
        for seat in self.seats:
            seat.token = ""
        opened = await self._ask(0, OpenedMatch, "POST", "/api/v1/matches", OPENING)
        self.match, writes = opened.id, [opened]
        for i, claim in enumerate(opened.claims):
            self.seats[i].token = claim
            player = msgspec.json.encode({"player": f"bot-{i}"})
            claimed = await self._ask(i, ClaimedSeat, "POST", f"{self.path}/seats/{i}/claim", player)
            self.seats[i].token = claimed.token
            writes.append(claimed)
        self.scene = Scene(seq=0, question=None)
        await self.look(0)
        return writes

    async def look(self, seat: int) -> None:
        """Reads the scene as *seat*."""
        self.at_turn, position = seat, self.scene.position
        self.scene = await self._ask(seat, Scene, "GET", f"{self.path}?min_position={position}")

    async def answer(self, picks: Picks) -> Scene:
        """Answers the question, and returns the next scene."""
        body = msgspec.json.encode({"picks": picks})
        path, seq = f"{self.path}/answers", self.scene.seq
        self.scene = await self._ask(self.at_turn, Scene, "POST", path, body, seq)
        return self.scene

    async def _ask(
        self, seat: int, shape: type[Any], method: str, path: str, body: bytes = b"", seq: int = 0
    ) -> Any:
        key = str(uuid4()) if self._keyed and body else ""
        reply = await self.seats[seat].ask(method, path, body, seq, key)
        if reply.status not in (200, 201):
            raise Refused(f"{method} {reply.status}: {reply.body.decode()}")
        return msgspec.json.decode(reply.body, type=shape)


class Players:
    """Bots at so many *matches* on the service at *port*; each rests for *think* seconds on average.

    `waits` are the seconds of each answer, `opened` is the number of matches, and `errors` counts failures. A
    failure ends the play at its table.
    """

    def __init__(self, port: int, matches: int, think: float = 0.0) -> None:
        self._wires = [Wire(port) for _ in range(2 * matches)]
        self.tables = [Table(self._wires[2 * i : 2 * i + 2]) for i in range(matches)]
        self._think, self._rng = think, Random(port)
        self.waits: list[float] = []
        self.opened = self.looks = 0
        self.errors = Counter[str]()
        self._end, self._answers = 0.0, 0

    async def connect(self) -> None:
        """Connects all bots to the service."""
        for wire in self._wires:
            await wire.ask("GET", "/healthz")

    async def open(self) -> None:
        """Opens a match at each table."""
        for table in self.tables:
            await table.open()
            self.opened += 1

    async def play(self, seconds: float, answers: int = 0, rate: float = 0.0) -> float:
        """Plays until a limit is reached (0: none), at *rate* answers a second unless 0; returns the seconds.

        At a rate, each answer has its time. A late answer waits since then.
        """
        start = perf_counter()
        self._end, self._answers = start + (seconds or float("inf")), answers or sys.maxsize
        step = len(self.tables) / rate if rate else 0.0
        times = [count(start + i / rate, step) if rate else repeat(0.0) for i in range(len(self.tables))]
        await asyncio.gather(*map(self._play, self.tables, times))
        return perf_counter() - start

    def close(self) -> None:
        """Closes all connections."""
        for wire in self._wires:
            wire.close()

    async def _play(self, table: Table, times: Iterator[float]) -> None:
        try:
            while perf_counter() < self._end:
                if (question := table.scene.question) is None:
                    await table.open()
                    self.opened += 1
                elif question.seat != table.at_turn:
                    self.looks += 1
                    await table.look(question.seat)
                else:
                    if self._think:
                        await asyncio.sleep(self._rng.uniform(0, 2 * self._think))
                    before = await _wait_until(next(times))
                    if before > self._end or not self._answers:
                        return
                    self._answers -= 1
                    await table.answer(question.guess(self._rng))
                    self.waits.append(perf_counter() - before)
        except Refused as refused:
            self.errors[str(refused)] += 1
        except CONNECTION_ERRORS as error:
            self.errors[type(error).__name__] += 1


async def _wait_until(time: float) -> float:
    """Waits for *time*, and returns the start of an answer: *time* for a late one."""
    if (remaining := time - perf_counter()) > 0:
        await asyncio.sleep(remaining)
        return perf_counter()
    return time or perf_counter()


def percentiles(waits: Sequence[float]) -> Mapping[str, float]:
    """Returns `p50` and `p99` of *waits*, seconds, in ms."""
    ranked = sorted(waits)
    shares = {"p50": 0.5, "p99": 0.99}
    return {name: 1000 * ranked[int(share * (len(ranked) - 1))] for name, share in shares.items()}


async def main() -> None:
    """Plays as standard input says, and prints readings."""
    port, matches = map(int, sys.argv[1:])
    players = Players(port, matches)
    await players.open()
    while line := await asyncio.to_thread(sys.stdin.readline):
        seconds, answers, rate = map(float, line.split())
        players.waits, players.looks, busy = [], 0, process_time()
        spent = await players.play(seconds, int(answers), rate)
        if players.errors:
            raise RuntimeError(f"The service refused or broke: {dict(players.errors)}")
        given = len(players.waits)
        reading = {
            "answers": given,
            "answers/s": given / spent,
            **percentiles(players.waits),
            "looks": players.looks / given,
            "client µs": 1e6 * (process_time() - busy) / given,
        }
        sys.stdout.write(json.dumps(reading) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main())
