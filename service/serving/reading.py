"""Reading of connections in small parts, so that no round of the event loop reads many large ones."""

from __future__ import annotations

import asyncio

from .protocol import Protocol

PART_BYTES = 8 * 1024
"""Bytes that a connection reads in one round of the event loop. Heads of requests are smaller."""


class PartReader(asyncio.BufferedProtocol):
    """Receives the bytes of a connection for *protocol* in parts.

    All connections of a process share one buffer: the loop fills it and hands it over at once.
    """

    _buffer = bytearray(PART_BYTES)

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self.connection_lost = protocol.connection_lost  # type: ignore[method-assign]
        self.eof_received = protocol.eof_received  # type: ignore[method-assign]
        self.pause_writing = protocol.pause_writing  # type: ignore[method-assign]
        self.resume_writing = protocol.resume_writing  # type: ignore[method-assign]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Serves an admitted connection."""
        self._protocol.connection_made(transport)  # type: ignore[arg-type]

    def get_buffer(self, sizehint: int) -> bytearray:
        """Returns the buffer for the next part."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Hands the first *nbytes* of the buffer over."""
        self._protocol.data_received(bytes(self._buffer[:nbytes]))
