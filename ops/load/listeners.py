"""Listens to matches in a child, and counts facts and errors.

`python -m ops.load.listeners PORT STREAMS MATCH…` opens all streams, listens until its parent says stop, and
prints a report as JSON.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

from ops.shared import processes

ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)
ROOM = 1 << 16


class Listeners:
    """Listeners to matches on the service at *port*.

    `heard` counts facts, `over` streams of ended matches, and `errors` refused streams, broken streams and
    gaps.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self.heard = self.over = 0
        self.errors: Counter[str] = Counter()

    async def run(self, streams: int, matches: list[str], ready: Callable[[], None]) -> dict[str, Any]:
        """Opens *streams*, over *matches* in turn, and listens until *ready* returns."""
        open_streams = []
        for i in range(streams):
            open_streams.append(
                asyncio.create_task(self._listen(*await self._open(matches[i % len(matches)])))
            )
        await asyncio.to_thread(ready)
        for stream in open_streams:
            stream.cancel()
        await asyncio.gather(*open_streams, return_exceptions=True)
        return {"heard": self.heard, "over": self.over, "errors": self.errors}

    async def _open(self, match: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        lines = (
            f"GET /api/v1/matches/{match}/facts HTTP/1.1",
            "Host: 127.0.0.1",
            "Accept: text/event-stream",
        )
        writer.write("\r\n".join((*lines, "", "")).encode())
        status = (await reader.readuntil(b"\r\n\r\n"))[9:12]
        if status != b"200":
            self.errors[f"stream {status.decode()}"] += 1
        return reader, writer

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        last, rest, ending = 0, b"", b""
        while chunk := await reader.read(ROOM):
            whole, newline, rest = (rest + chunk).rpartition(b"\n")
            for seq in map(int, ID.findall(whole + newline)):
                if seq != last + 1:
                    self.errors["stream with a gap"] += 1
                last = seq
                self.heard += 1
            ending = (ending + chunk)[-5:]
            if ending == b"0\r\n\r\n":  # the last chunk: the match is over
                self.over += 1
                writer.close()
                return
        self.errors["stream broken off"] += 1


def main(ready: Callable[[], None]) -> dict[str, Any]:
    """Listens as the command line says."""
    port, streams, *matches = sys.argv[1:]
    return asyncio.run(Listeners(int(port)).run(int(streams), matches, ready))


if __name__ == "__main__":
    processes.run_child(main)
