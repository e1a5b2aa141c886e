"""Listeners of a broadcast. All with the same encoder share its bytes."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Awaitable, Callable
from time import monotonic
from typing import TypeAlias

EventEncoder: TypeAlias = Callable[[bytes], bytes]
"""Makes the bytes to write of an event. Listeners with equal forms share the bytes."""


KEEP_ALIVE = 15.0
"""Seconds of silence before a stream sends a sign of life."""


RETRY_MS = 2000
"""Milliseconds after which a client may reopen a lost stream."""


def remaining_silence(last_sent_at: float, seconds: float) -> float:
    """Returns the seconds until a sign of life is due, *seconds* after the last event of a stream.

    Facts that the reader may not see wake the stream too. Its next sign must not tell when.
    """
    return max(0.0, last_sent_at + seconds - monotonic())


def stream_preamble(log_id: str) -> bytes:
    """Returns the first lines of a stream, with the time to retry and the id of the log as a comment."""
    return b"retry: %d\n: log %b\n\n" % (RETRY_MS, log_id.encode())


def keep_unchanged(event: bytes) -> bytes:
    """Returns *event* unchanged, for a server with its own framing."""
    return event


def write_chunk(event: bytes) -> bytes:
    """Returns *event* as a chunk of HTTP/1.1 (RFC 9112, 7.1)."""
    return b"%x\r\n%b\r\n" % (len(event), event)


class Listener(ABC):
    """A receiver of events on one event loop, until `end`. `form` encodes its events."""

    def __init__(self, form: EventEncoder) -> None:
        self.form = form
        self._end = asyncio.get_running_loop().create_future()

    @abstractmethod
    def receive(self, written: bytes) -> None:
        """Takes the bytes of an event without waiting."""

    def end(self, failure: Exception | None = None) -> None:
        """Ends the broadcast for this listener, with the *failure* if there is one."""
        if self._end.done():
            return
        if failure is None:
            self._end.set_result(None)
        else:
            self._end.set_exception(failure)

    async def wait_for_end(self) -> None:
        """Waits for the end of the broadcast. Raises its failure."""
        await self._end


Follow: TypeAlias = Callable[[Listener], Awaitable[None]]
"""Lets a listener join a broadcast, until its end or the cancellation of the caller."""


class QueueListener(Listener):
    """A queue of received events, for `iter_events`."""

    def __init__(self) -> None:
        super().__init__(keep_unchanged)
        self._queue = asyncio.Queue[bytes]()

    def receive(self, content: bytes) -> None:
        """Keeps the bytes of an event."""
        self._queue.put_nowait(content)

    async def iter_events(self, follow: Follow) -> AsyncGenerator[bytes, None]:
        """Yields the events of the broadcast *follow*. Raises its failure."""
        following = asyncio.ensure_future(follow(self))
        following.add_done_callback(lambda _: self._queue.put_nowait(b""))
        try:
            while event := await self._queue.get():
                yield event
            await following
        finally:
            following.cancel()
