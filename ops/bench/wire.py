"""HTTP as a bot speaks it: one connection, kept alive, and as little work for the client as can be."""

from __future__ import annotations

import asyncio
import re
from typing import NamedTuple

LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)


class Reply(NamedTuple):
    """A reply: its status and its body."""

    status: int
    body: bytes


class Wire:
    """A connection to a service, in the name of whoever holds *token*."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, token: str) -> None:
        self._reader, self._writer = reader, writer
        self.token = token

    @staticmethod
    async def to(port: int, token: str = "", host: str = "127.0.0.1") -> Wire:
        """Connects."""
        reader, writer = await asyncio.open_connection(host, port)
        return Wire(reader, writer, token)

    async def ask(self, method: str, path: str, body: bytes = b"", seq: int = 0, key: str = "") -> Reply:
        """Sends a request, conditional on fact *seq* if there is one, and returns the reply.

        With a *key* it may be sent again: it is carried out once.
        """
        head = [
            f"{method} {path} HTTP/1.1",
            "Host: 127.0.0.1",
            *([f"Authorization: Bearer {self.token}"] if self.token else []),
            *([f'If-Match: "{seq}"'] if seq else []),
            *([f"Idempotency-Key: {key}"] if key else []),
            *(["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []),
        ]
        self._writer.write("\r\n".join([*head, "", ""]).encode() + body)
        answered = await self._reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(answered)
        assert length is not None, answered
        return Reply(int(answered[9:12]), await self._reader.readexactly(int(length[1])))

    def close(self) -> None:
        """Hangs up."""
        self._writer.close()
