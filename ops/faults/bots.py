"""Bots that play through any proxy that answers, and repeat unanswered requests with the same key."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random
from time import monotonic

import msgspec

from ops.cluster.processes import Port
from ops.shared import bots
from ops.shared.bots import Refused, Scene, Written
from ops.shared.wire import Reply, Wire
from replays.proof.receipts import Receipt
from tests.faults.play import Said, read_answer

REPLY_SECONDS = 12.0
"""Time for a reply before the request is repeated."""
REPEAT_SECONDS = 0.1
"""Pause before a refused request is repeated."""
IN_PROGRESS = 409
BROKEN = (OSError, TimeoutError, asyncio.IncompleteReadError, AssertionError)


class ProxyLine:
    """The connection of one client to any of the proxies *hosts*; an error changes the proxy.

    *refusals* counts repeated requests.
    """

    def __init__(self, hosts: Sequence[str], first: int, refusals: Counter[str]) -> None:
        self._hosts, self._next, self._refusals = hosts, first, refusals
        self._wire: Wire | None = None
        self.token = ""

    async def ask(self, method: str, path: str, body: bytes = b"", seq: int = 0, key: str = "") -> Reply:
        """Repeats a request until its final reply; raises `Refused` for a refusal."""
        while True:
            try:
                async with asyncio.timeout(REPLY_SECONDS):
                    reply = await self.ask_once(method, path, body, seq, key)
            except BROKEN as error:
                self.close()
                self._refusals[type(error).__name__] += 1
            else:
                if reply.status < 300:
                    return reply
                self._refusals[f"{method} {reply.status}"] += 1
                if reply.status < 500 and reply.status != IN_PROGRESS:
                    raise Refused(f"{method} {path}: {reply.status} {reply.body.decode()}")
            await asyncio.sleep(REPEAT_SECONDS)

    async def ask_once(self, method: str, path: str, body: bytes = b"", seq: int = 0, key: str = "") -> Reply:
        """Sends a request once."""
        if self._wire is None:
            self._next += 1
            self._wire = Wire(Port.http, self._hosts[self._next % len(self._hosts)])
        self._wire.token = self.token
        return await self._wire.ask(method, path, body, seq, key)

    def close(self) -> None:
        """Closes the connection; the next request uses the next proxy."""
        if self._wire is not None:
            self._wire.close()
            self._wire = None


class Table(bots.Table):
    """A table for one match after the other; `last_seqs` has the last fact of each ended match."""

    def __init__(self, lines: Sequence[ProxyLine]) -> None:
        super().__init__(lines, keyed=True)
        self.lines = lines
        self.matches: list[str] = []
        self.last_seqs: dict[str, int] = {}


class Bots:
    """Bots at so many *tables*, each resting for *think* seconds on average before an answer.

    `saids` are the acknowledged writes, `acks` the times of acknowledged answers, and `waits` the start and
    the duration of each, in seconds of the monotonic clock. `refusals` counts repeated requests, `errors`
    failures, and `own_reads` reads of a match with the token of its last answer.
    """

    def __init__(self, hosts: Sequence[str], tables: int, think: float, seed: int) -> None:
        self._think, self._rng = think, Random(seed)
        self.refusals, self.errors = Counter[str](), Counter[str]()
        self.tables = [
            Table([ProxyLine(hosts, number + seat, self.refusals) for seat in range(2)])
            for number in range(tables)
        ]
        self.saids: list[Said] = []
        self.acks: list[float] = []
        self.waits: list[tuple[float, float]] = []
        self.own_reads = 0
        self.is_ending = False

    async def run(self) -> None:
        """Plays until `is_ending`."""
        await asyncio.gather(*map(self._play_table, self.tables))

    async def _play_table(self, table: Table) -> None:
        while not self.is_ending:
            try:
                await self._play_match(table)
            except Refused as refused:
                self.errors[str(refused)] += 1
        for line in table.lines:
            line.close()

    async def _play_match(self, table: Table) -> None:
        self.saids += [_acknowledged(written) for written in await table.open()]
        table.matches.append(table.match)
        while (question := table.scene.question) is not None and not self.is_ending:
            if question.seat != table.at_turn:
                await table.look(question.seat)
                continue
            await asyncio.sleep(self._rng.uniform(0, 2 * self._think))
            before = monotonic()
            scene = await table.answer(question.guess(self._rng))
            self.waits.append((before, monotonic() - before))
            self.acks.append(monotonic())
            self.saids.append(_acknowledged(scene))
            await self._read_own(table, scene.seq)
        table.last_seqs[table.match] = table.scene.seq

    async def _read_own(self, table: Table, acknowledged_seq: int) -> None:
        """Reads a match at another proxy, with the token whose answer led to fact *acknowledged_seq*."""
        line = table.lines[table.at_turn]
        line.close()
        reply = await line.ask("GET", table.path)
        self.own_reads += 1
        if msgspec.json.decode(reply.body, type=Scene).seq < acknowledged_seq:
            self.errors["own match went back"] += 1


def _acknowledged(written: Written) -> Said:
    receipt = msgspec.json.decode(written.receipt, type=Receipt)
    if not isinstance(written, Scene):
        return Said(written.position, receipt)
    first = msgspec.json.decode(written.facts[0])
    return Said(written.position, receipt, first["seq"], read_answer(first["event"]))
