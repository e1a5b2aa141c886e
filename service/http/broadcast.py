"""Listeners of a broadcast: each receives the bytes that were made once for all of the same form."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import TypeAlias

EventEncoder: TypeAlias = Callable[[bytes], bytes]
"""Makes the bytes to write of an event. Listeners with equal forms share the bytes."""


KEEP_ALIVE = 15.0
"""Seconds of silence after which a stream says that it is still there."""


def keep_unchanged(event: bytes) -> bytes:
    """Returns *event*: the form for a server that frames what it writes."""
    return event


def write_chunk(event: bytes) -> bytes:
    """Returns *event* as a chunk of HTTP/1.1 (RFC 9112, 7.1)."""
    return b"%x\r\n%b\r\n" % (len(event), event)


class Listener(ABC):
    """Receives events on one event loop, until `end`; `form` makes the bytes that it receives."""

    def __init__(self, form: EventEncoder) -> None:
        self.form = form
        self._end = asyncio.get_running_loop().create_future()

    @abstractmethod
    def receive(self, written: bytes) -> None:
        """Takes the bytes of an event, without waiting for anybody."""

    def end(self, failure: Exception | None = None) -> None:
        """Ends the broadcast for this listener, with the *failure* if there is one."""
        if self._end.done():
            return
        if failure is None:
            self._end.set_result(None)
        else:
            self._end.set_exception(failure)

    async def wait_for_end(self) -> None:
        """Returns when the broadcast has ended; raises its failure."""
        await self._end


Follow: TypeAlias = Callable[[Listener], Awaitable[None]]
"""Lets a listener join a broadcast, until that ends or its caller is cancelled."""


class QueueListener(Listener):
    """Keeps what it receives until `iter_events` yields it."""

    def __init__(self) -> None:
        super().__init__(keep_unchanged)
        self._queue = asyncio.Queue[bytes]()

    def receive(self, content: bytes) -> None:
        """Keeps the bytes of an event."""
        self._queue.put_nowait(content)

    async def iter_events(self, follow: Follow) -> AsyncGenerator[bytes, None]:
        """Yields what the broadcast *follow* brings, to its end; raises its failure."""
        following = asyncio.ensure_future(follow(self))
        following.add_done_callback(lambda _: self._queue.put_nowait(b""))
        try:
            while event := await self._queue.get():
                yield event
            await following
        finally:
            following.cancel()
