"""A minimal HTTP client on one connection, so that a bot costs little."""

from __future__ import annotations

import asyncio
import re
from time import perf_counter
from typing import NamedTuple

CONTENT_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
IDLE_SECONDS = 20.0
"""Silence after which a wire connects again, because the service closes idle connections."""


class Reply(NamedTuple):
    """The status and body of a reply."""

    status: int
    body: bytes


class Wire:
    """A connection to the service at *host* and *port*; requests carry `token` unless it is empty."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self._host, self._port, self.token = host, port, ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used_at = 0.0

    async def ask(self, method: str, path: str, body: bytes = b"", seq: int = 0, key: str = "") -> Reply:
        """Sends a request, conditional on fact *seq* unless 0, and returns the reply.

        The service carries out a request with an idempotency *key* once.
        """
        if perf_counter() - self._used_at > IDLE_SECONDS:
            self.close()
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._streams
        head = [
            f"{method} {path} HTTP/1.1",
            "Host: 127.0.0.1",
            *([f"Authorization: Bearer {self.token}"] if self.token else []),
            *([f'If-Match: "{seq}"'] if seq else []),
            *([f"Idempotency-Key: {key}"] if key else []),
            *(["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []),
        ]
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        header = await reader.readuntil(b"\r\n\r\n")
        length = CONTENT_LENGTH.search(header)
        assert length is not None, header
        reply = Reply(int(header[9:12]), await reader.readexactly(int(length[1])))
        self._used_at = perf_counter()
        return reply

    def close(self) -> None:
        """Closes the connection; the next request opens another."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
