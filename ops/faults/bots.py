"""Bots that play through whichever proxy answers, and repeat what was not answered under the same key."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random
from time import monotonic
from typing import Any
from uuid import uuid4

import msgspec

from ops.bench import sample
from ops.bench.bots import Question
from ops.bench.wire import Reply, Wire
from ops.cluster.processes import Port
from replays.proof.receipts import Receipt
from tests.faults.play import Said, read_answer

PATIENCE = 12.0
"""Seconds that a reply may take before the request is sent again."""
AGAIN = 0.1
"""Seconds before a request is sent again that was refused for now."""
UNDER_WAY = 409
BROKEN = (OSError, TimeoutError, asyncio.IncompleteReadError, AssertionError)


class Answer(msgspec.Struct):
    """What a bot reads of a scene, and of the reply to its answer."""

    seq: int
    question: Question | None
    position: int = 0
    receipt: Receipt | None = None
    facts: list[dict[str, Any]] = []


class Opened(msgspec.Struct):
    """What a bot reads of a match just opened."""

    id: str
    position: int
    receipt: Receipt
    claims: list[str]


class Taken(msgspec.Struct):
    """What a bot reads of taking a seat."""

    token: str
    position: int
    receipt: Receipt


class Table:
    """A place where two bots play one match after the other; `ended` is the last fact of each."""

    def __init__(self) -> None:
        self.matches: list[str] = []
        self.ended: dict[str, int] = {}
        self.seq = 0


class Refused(Exception):
    """The cluster said no to what a bot has every right to ask."""


class Line:
    """What one client asks: over one connection, to another proxy when that breaks or keeps silent."""

    def __init__(self, hosts: Sequence[str], first: int, refusals: Counter[str]) -> None:
        self._hosts, self._next, self._refusals = hosts, first, refusals
        self._wire: Wire | None = None

    async def ask(
        self, method: str, path: str, body: bytes = b"", seq: int = 0, key: str = "", token: str = ""
    ) -> Reply:
        """Sends a request until it is answered for good; raises `Refused` when the answer is no."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    reply = await self.once(method, path, body, seq, key, token)
            except BROKEN as broken:
                self.leave()
                self._refusals[type(broken).__name__] += 1
            else:
                if reply.status < 300:
                    return reply
                self._refusals[f"{method} {reply.status}"] += 1
                if reply.status < 500 and reply.status != UNDER_WAY:
                    raise Refused(f"{method} {path}: {reply.status} {reply.body.decode()}")
            await asyncio.sleep(AGAIN)

    async def once(
        self, method: str, path: str, body: bytes = b"", seq: int = 0, key: str = "", token: str = ""
    ) -> Reply:
        """Sends a request once."""
        if self._wire is None:
            self._next += 1
            self._wire = await Wire.to(Port.http, host=self._hosts[self._next % len(self._hosts)])
        self._wire.token = token
        return await self._wire.ask(method, path, body, seq, key)

    def leave(self) -> None:
        """Hangs up."""
        if self._wire is not None:
            self._wire.close()
            self._wire = None


class Bots:
    """Bots at so many *tables*, each resting for *think* seconds on average before an answer.

    Afterwards `said` is what was acknowledged, `acks` when answers were, `waits` when each was begun and how
    long it took, all in seconds of the clock that never jumps; `refusals` counts what was repeated, `errors`
    what ought not to be. `own_reads` counts reads of a match with the token of its last answer.
    """

    def __init__(self, hosts: Sequence[str], tables: int, think: float, seed: int) -> None:
        self._hosts, self._think, self._luck = hosts, think, Random(seed)
        self.tables = [Table() for _ in range(tables)]
        self.said: list[Said] = []
        self.acks: list[float] = []
        self.waits: list[tuple[float, float]] = []
        self.refusals, self.errors = Counter[str](), Counter[str]()
        self.own_reads = 0
        self.leaving = False

    async def run(self) -> None:
        """Plays until `leaving`; each finishes what it has begun."""
        await asyncio.gather(*(self._sit(number, table) for number, table in enumerate(self.tables)))

    async def _sit(self, number: int, table: Table) -> None:
        line = Line(self._hosts, number, self.refusals)
        while not self.leaving:
            try:
                await self._match(line, table)
            except Refused as refused:
                self.errors[str(refused)] += 1
        line.leave()

    async def _open(self, line: Line, table: Table) -> list[str]:
        body = msgspec.json.encode({"game": sample.ARENA.NAME, "options": sample.OPTIONS})
        opened = msgspec.json.decode((await line.ask("POST", "/api/v1/matches", body)).body, type=Opened)
        self.said.append(Said(opened.position, opened.receipt))
        tokens = []
        for seat, claim in enumerate(opened.claims):
            body = msgspec.json.encode({"player": f"bot-{seat}", "nonce": str(seat)})
            path = f"/api/v1/matches/{opened.id}/seats/{seat}/claim"
            reply = await line.ask("POST", path, body, key=str(uuid4()), token=claim)
            taken = msgspec.json.decode(reply.body, type=Taken)
            self.said.append(Said(taken.position, taken.receipt))
            tokens.append(taken.token)
        table.matches.append(opened.id)
        return tokens

    async def _match(self, line: Line, table: Table) -> None:
        tokens = await self._open(line, table)
        match = table.matches[-1]
        path, at_turn = f"/api/v1/matches/{match}", 0
        answer = await self._seen(line, path, tokens[at_turn], 0)
        while (question := answer.question) is not None and not self.leaving:
            if question.seat != at_turn:
                at_turn = question.seat
                answer = await self._seen(line, path, tokens[at_turn], answer.position)
                question = answer.question
                assert question is not None
            await asyncio.sleep(self._luck.uniform(0, 2 * self._think))
            picks, began = question.guess(self._luck), monotonic()
            reply = await line.ask(
                "POST",
                f"{path}/answers",
                msgspec.json.encode({"picks": picks}),
                answer.seq,
                str(uuid4()),
                tokens[at_turn],
            )
            self.waits.append((began, monotonic() - began))
            self.acks.append(monotonic())
            answer = msgspec.json.decode(reply.body, type=Answer)
            table.seq = answer.seq
            assert answer.receipt is not None
            first = answer.facts[0]
            answered = read_answer(first["event"])
            self.said.append(Said(answer.position, answer.receipt, first["seq"], answered))
            await self._read_own(line, path, tokens[at_turn], answer.seq)
        table.ended[match] = answer.seq

    async def _read_own(self, line: Line, path: str, token: str, acknowledged: int) -> None:
        """Reads a match at another proxy, with the token whose answer led to fact *acknowledged*."""
        line.leave()
        reply = await line.ask("GET", path, token=token)
        self.own_reads += 1
        if msgspec.json.decode(reply.body, type=Answer).seq < acknowledged:
            self.errors["own match went back"] += 1

    async def _seen(self, line: Line, path: str, token: str, position: int) -> Answer:
        reply = await line.ask("GET", f"{path}?min_position={position}", token=token)
        return msgspec.json.decode(reply.body, type=Answer)
