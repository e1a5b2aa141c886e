"""Broadcasts of matches: each event is made once for all listeners with the same token and form."""

from __future__ import annotations

import asyncio
from contextvars import Context
from time import monotonic
from typing import TYPE_CHECKING

from ..database.cooperation import spawn_greenlet
from ..http.broadcast import KEEP_ALIVE, EventEncoder, Listener
from ..matches.repository import MatchRepository
from ..matches.viewing.access import Access
from ..shared.registry import ProcessState
from .live import LiveFacts

if TYPE_CHECKING:
    from ..shared.registry import Registry
    from .live import LiveEvents

POLL = 2.0
"""Seconds after which a broadcast looks whether facts that are held back are old enough."""
STILL_HERE = b": still here\n\n"


def read_events(services: Registry, match: str, token: str | None, after: int, until: int) -> LiveEvents:
    """Returns the facts with `after < seq <= upto` as the viewer with *token* may see them.

    A judge's look at them is a fact, and an API token may have lapsed. Raises as `Access.viewer_for`.
    """
    services[Access].record_look(match, token)
    viewer = services[Access].viewer_for(match, token)
    return services[LiveFacts].events(match, viewer, after, until)


class Broadcast:
    """Sends the facts of *match*, as they happen, to those listeners who look with *token*.

    A fact of a match with a delay happens, for its public, when it is old enough.
    """

    def __init__(self, services: Registry, match: str, token: str | None) -> None:
        self._services, self._match, self._token = services, match, token
        self._news = services[ProcessState].bus.subscribe_async(match)
        self._last = dict[Listener, int]()
        self._upto, self._last_word = 0, monotonic()

    def join(self, listener: Listener, last: int) -> None:
        """Adds *listener*, who has the facts up to *last*."""
        self._last[listener] = last
        if last < self._upto:
            self._news.wake()

    def leave(self, listener: Listener) -> None:
        """Removes *listener*; the broadcast ends with the last of them."""
        self._last.pop(listener, None)
        if not self._last:
            self._news.wake()

    async def run(self) -> None:
        """Sends events until all listeners have left or the process ends."""
        failure = None
        try:
            with self._news:
                await self._follow_match()
        except Exception as error:
            failure = error
        finally:
            for listener in self._last:
                listener.end(failure)

    async def _follow_match(self) -> None:
        self._upto = await self._stored_seq()
        while self._last and not self._services[ProcessState].is_shutting_down:
            held = await self._send_facts()
            notifications = await self._news.wait_async(POLL if held else KEEP_ALIVE)
            self._upto = max(self._upto, notifications[-1].seq if notifications else await self._stored_seq())
            if not notifications and monotonic() - self._last_word > KEEP_ALIVE:
                self._write(STILL_HERE, [*self._last])

    async def _stored_seq(self) -> int:
        return (await spawn_greenlet(self._services[MatchRepository].load_match, self._match)).match.seq

    async def _send_facts(self) -> bool:
        """Sends each listener the facts that it lacks; tells whether some are not old enough."""
        held = False
        for after in sorted({last for last in self._last.values() if last < self._upto}):
            events = await spawn_greenlet(
                read_events, self._services, self._match, self._token, after, self._upto
            )
            held = held or events.held
            if events.body:
                listeners = [listener for listener, last in self._last.items() if last == after]
                self._write(events.body, listeners)
                self._last.update(dict.fromkeys(listeners, events.last))
                if events.over:
                    for listener in listeners:
                        listener.end()
        return held

    def _write(self, event: bytes, listeners: list[Listener]) -> None:
        written, self._last_word = dict[EventEncoder, bytes](), monotonic()
        for listener in listeners:
            form = listener.form
            if form not in written:
                written[form] = form(event)
            listener.receive(written[form])


class Broadcasts:
    """The broadcasts under way, on each event loop one for each match and token."""

    def __init__(self) -> None:
        self._running = dict[tuple[asyncio.AbstractEventLoop, str, str | None], Broadcast]()
        self._tasks = set[asyncio.Task[None]]()

    @property
    def running(self) -> int:
        """The number of broadcasts under way."""
        return len(self._running)

    async def follow(
        self, services: Registry, match: str, token: str | None, last: int, listener: Listener
    ) -> None:
        """Lets *listener*, who has the facts up to *last*, follow *match*, until that is over.

        Raises as `read_events`.
        """
        key = (asyncio.get_running_loop(), match, token)
        broadcast = self._running.get(key)
        if broadcast is None:
            broadcast = self._running[key] = Broadcast(services, match, token)
            task = asyncio.create_task(self._run(key, broadcast), context=Context())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        broadcast.join(listener, last)
        try:
            await listener.wait_for_end()
        finally:
            broadcast.leave(listener)

    async def _run(
        self, key: tuple[asyncio.AbstractEventLoop, str, str | None], broadcast: Broadcast
    ) -> None:
        try:
            await broadcast.run()
        finally:
            del self._running[key]
