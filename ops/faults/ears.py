"""Listeners to matches, to the feed and to the log of heads of a broken cluster."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from time import monotonic

from ops.cluster.processes import Port

from .bots import BROKEN, Bots, ProxyLine, Table

SILENT = 20.0
"""Silence in seconds that ends a stream; the service sends a comment every 15."""
READING, CHECKPOINT = 0.2, 2.0
"""Seconds between two reads of a match, and of the log of heads."""
NOW = 3.0
"""Time for a reply to a read, in seconds."""
ID, STILL_HERE = re.compile(rb"id: (\d+)"), b": still here"
"""The number of an event, and the comment of an idle stream, which the feed sends with its position."""


class Ears:
    """Listeners through the proxies *hosts* to the matches of *bots*, on so many *streams* and on the feed.

    `reads` and `pasts` are the times of reads of matches and of facts, `notes` the checkpoints, and `feed`
    the positions of the feed. `errors` counts gaps and repetitions.
    """

    def __init__(self, hosts: Sequence[str], bots: Bots, streams: int) -> None:
        self._hosts, self._bots = hosts, bots
        self.reads: list[float] = []
        self.pasts: list[float] = []
        self.notes: list[str] = []
        self.feed: list[int] = []
        self.heard = 0
        self.errors = Counter[str]()
        self.leaving = False
        tables = bots.tables
        self._running = [
            *(self._follow(number, tables[number % len(tables)]) for number in range(streams)),
            self._listen(),
            self._read("", self.reads),
            self._read("/facts?limit=100", self.pasts),
            self._look(),
        ]

    async def run(self) -> None:
        """Listens until `leaving` and until the last fact."""
        await asyncio.gather(*self._running)

    async def _follow(self, number: int, table: Table) -> None:
        """Listens to each match of a *table* in turn, from its first fact to its last."""
        following = 0
        while True:
            while following >= len(table.matches):
                if self.leaving:
                    return
                await asyncio.sleep(0.2)
            match, last = table.matches[following], 0
            while (end := table.last_seqs.get(match)) is None or last < end:
                with suppress(*BROKEN, ValueError):
                    async for seq in self._ids(number, f"/api/v1/matches/{match}/facts", last):
                        if seq is not None:
                            if seq != last + 1:
                                self.errors[f"stream of {match}: {seq} after {last}"] += 1
                            last = seq
                            self.heard += 1
                        if last == table.last_seqs.get(match):
                            break
                await asyncio.sleep(0.2)
            following += 1

    async def _listen(self) -> None:
        """Listens to the feed."""
        number = 0
        while not self.leaving:
            number += 1
            with suppress(*BROKEN, ValueError):
                async for position in self._ids(number, "/api/v1/facts", self.feed[-1] if self.feed else 0):
                    if position is not None:
                        if self.feed and position <= self.feed[-1]:
                            self.errors[f"feed: {position} after {self.feed[-1]}"] += 1
                        self.feed.append(position)
                    if self.leaving:
                        break
            await asyncio.sleep(0.2)

    async def _ids(self, number: int, path: str, last: int) -> AsyncIterator[int | None]:
        """Yields the id of each event, and `None` for each comment."""
        host = self._hosts[(number + int(monotonic())) % len(self._hosts)]
        async with asyncio.timeout(NOW):
            reader, writer = await asyncio.open_connection(host, Port.http, limit=1 << 20)
        try:
            ask = [
                f"GET {path} HTTP/1.1",
                f"Host: {host}",
                "Accept: text/event-stream",
                f"Last-Event-ID: {last}",
            ]
            writer.write("\r\n".join([*ask, "", ""]).encode())
            async with asyncio.timeout(SILENT):
                if (await reader.readuntil(b"\r\n\r\n"))[9:12] != b"200":
                    return
            rest = before = b""
            while True:
                async with asyncio.timeout(SILENT):
                    if not (size := int(await reader.readline(), 16)):
                        return
                    rest += (await reader.readexactly(size + 2))[:-2]
                *whole, rest = rest.split(b"\n")
                for line in whole:
                    if line == STILL_HERE:
                        yield None
                    elif (match_ := ID.fullmatch(line)) and before != STILL_HERE:
                        yield int(match_[1])
                    before = line
        finally:
            writer.close()

    async def _read(self, name: str, reads: list[float]) -> None:
        line, number = ProxyLine(self._hosts, 0, Counter()), 0
        while not self.leaving:
            number += 1
            table = self._bots.tables[number % len(self._bots.tables)]
            if (
                table.matches
                and await self._got(line, f"/api/v1/matches/{table.matches[-1]}{name}") is not None
            ):
                reads.append(monotonic())
            await asyncio.sleep(READING)
        line.close()

    async def _look(self) -> None:
        line = ProxyLine(self._hosts, 1, Counter())
        while not self.leaving:
            if (note := await self._got(line, "/api/v1/checkpoint")) is not None:
                self.notes.append(note.decode())
            await asyncio.sleep(CHECKPOINT)
        line.close()

    async def _got(self, line: ProxyLine, path: str) -> bytes | None:
        try:
            async with asyncio.timeout(NOW):
                reply = await line.ask_once("GET", path)
        except BROKEN:
            line.close()
            return None
        return reply.body if reply.status == 200 else None
