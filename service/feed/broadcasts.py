"""Streams of matches, with broadcasts that encode each event once for equal listeners."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextvars import Context
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from ..company.events import CompanyEvents
from ..company.presence import Places, Presence, topic_of
from ..database.cooperation import spawn_greenlet
from ..eventstore.store import Store
from ..http.broadcast import KEEP_ALIVE, EventEncoder, Listener, remaining_silence, stream_preamble
from ..matches.bots.watches import mark_watched
from ..matches.repository import MatchRepository
from ..matches.viewing.access import Access
from ..shared.registry import ProcessState
from .live import LiveFacts

if TYPE_CHECKING:
    from ..shared.registry import Registry
    from .live import LiveEvents

POLL_SECONDS = 2.0
"""Interval of checks whether delayed facts have become public."""
KEEP_ALIVE_EVENT = b": still here\n\n"


def read_events(services: Registry, match: str, token: str | None, after: int, until: int) -> LiveEvents:
    """Returns the facts with `after < seq <= until` as the viewer with *token* may see them.

    A judge's look is itself a fact, and an API token may have expired. Raises the errors of
    `Access.viewer_for`.
    """
    services[Access].record_look(match, token)
    viewer = services[Access].viewer_for(match, token)
    return services[LiveFacts].events(match, viewer, after, until)


class Broadcast:
    """Broadcast of the new facts of *match* to all listeners with the same *token*.

    For the public of a match with a delay, a fact is new after the delay. With *company*, listeners also
    receive the changes of the people at the match, until they leave.
    """

    def __init__(self, services: Registry, match: str, token: str | None, company: bool) -> None:
        self._services, self._match, self._token = services, match, token
        self._company = CompanyEvents(services, match, token) if company else None
        topics = (match, topic_of(match)) if company else (match,)
        self._subscription = services[ProcessState].bus.subscribe_async(*topics)
        self._last = dict[Listener, int]()
        self._until, self._last_sent_at = 0, monotonic()

    def add_listener(self, listener: Listener, last: int) -> None:
        """Adds *listener* with the facts up to *last*."""
        self._last[listener] = last
        if self._company is not None:
            self._company.schedule_look()
        if last < self._until or self._company is not None:
            self._subscription.wake()

    def remove_listener(self, listener: Listener) -> None:
        """Removes *listener*. The broadcast ends without listeners."""
        self._last.pop(listener, None)
        if not self._last:
            self._subscription.wake()

    async def run(self) -> None:
        """Sends events until all listeners have left or the process ends."""
        failure = None
        try:
            with self._subscription:
                await self._follow_match()
        except Exception as error:
            failure = error
        finally:
            for listener in self._last:
                listener.end(failure)

    async def _follow_match(self) -> None:
        self._until = await self._stored_seq()
        while self._last and not self._services[ProcessState].is_shutting_down:
            has_held_facts = await self._send_facts()
            await self._send_company()
            await spawn_greenlet(_mark_followed, self._services, self._match)
            seconds = remaining_silence(self._last_sent_at, KEEP_ALIVE)
            if has_held_facts:
                seconds = min(POLL_SECONDS, seconds)
            if self._company is not None:
                seconds = min(self._company.remaining_seconds(), seconds)
            notifications = await self._subscription.wait_async(seconds)
            self._note_changes([notification.seq for notification in notifications])
            if not notifications:
                self._until = max(self._until, await self._stored_seq())
            if not remaining_silence(self._last_sent_at, KEEP_ALIVE):
                self._send_event(KEEP_ALIVE_EVENT, [*self._last])

    def _note_changes(self, seqs: list[int]) -> None:
        """Takes note of new facts up to one of *seqs*. 0 announces a change of the company."""
        self._until = max(self._until, *seqs, 0)
        if self._company is not None and 0 in seqs:
            self._company.schedule_look()

    async def _send_company(self) -> None:
        """Sends the listeners the present company, if they do not have it yet."""
        if self._company is None:
            return
        if not self._company.remaining_seconds():
            await spawn_greenlet(self._company.look)
        for event, outdated in self._company.take_outdated([*self._last]):
            self._send_event(event, outdated)

    async def _stored_seq(self) -> int:
        return (await spawn_greenlet(self._services[MatchRepository].load_match, self._match)).match.seq

    async def _send_facts(self) -> bool:
        """Sends each listener its missing facts. Returns whether some are still too recent."""
        has_held_facts = False
        for after in sorted({last for last in self._last.values() if last < self._until}):
            events = await spawn_greenlet(
                read_events, self._services, self._match, self._token, after, self._until
            )
            has_held_facts = has_held_facts or events.has_held_facts
            if events.body:
                listeners = [listener for listener, last in self._last.items() if last == after]
                self._send_event(events.body, listeners)
                self._last.update(dict.fromkeys(listeners, events.last))
                if events.is_over and self._company is None:
                    for listener in listeners:
                        listener.end()
        return has_held_facts

    def _send_event(self, event: bytes, listeners: list[Listener]) -> None:
        events_by_form, self._last_sent_at = dict[EventEncoder, bytes](), monotonic()
        for listener in listeners:
            form = listener.form
            if form not in events_by_form:
                events_by_form[form] = form(event)
            listener.receive(events_by_form[form])


BroadcastKey: TypeAlias = tuple[asyncio.AbstractEventLoop, str, str | None, bool]


class Broadcasts:
    """Running broadcasts, one for each event loop, match, token and wish for company."""

    def __init__(self) -> None:
        self._running = dict[BroadcastKey, Broadcast]()
        self._tasks = set[asyncio.Task[None]]()

    @property
    def running_count(self) -> int:
        """Number of running broadcasts."""
        return len(self._running)

    async def follow_match(
        self,
        services: Registry,
        match: str,
        token: str | None,
        last: int,
        listener: Listener,
        company: bool = False,
    ) -> None:
        """Sends *match* after fact *last* to *listener* until the match ends.

        With *company* it also sends the changes of the people there, and has no end. Raises the errors of
        `read_events`.
        """
        key = (asyncio.get_running_loop(), match, token, company)
        broadcast = self._running.get(key)
        if broadcast is None:
            broadcast = self._running[key] = Broadcast(services, match, token, company)
            task = asyncio.create_task(self._run(key, broadcast), context=Context())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        broadcast.add_listener(listener, last)
        try:
            await listener.wait_for_end()
        finally:
            broadcast.remove_listener(listener)

    async def _run(self, key: BroadcastKey, broadcast: Broadcast) -> None:
        try:
            await broadcast.run()
        finally:
            del self._running[key]


def _mark_followed(services: Registry, match: str) -> None:
    mark_watched(services, match)
    services[Presence].share_streams(match)


class MatchStream:
    """Stream of *match* after fact *after* to one client, first stored facts and then the broadcast.

    The client counts as present at *places*. With *company* it also receives the changes of the people there.
    """

    def __init__(
        self,
        services: Registry,
        match: str,
        token: str | None,
        after: int,
        places: Places = (),
        company: bool = False,
    ) -> None:
        self._services, self._match, self._token, self._last = services, match, token, after
        self._places, self._company = places, company
        self._continues = False

    async def catch_up(self) -> AsyncGenerator[bytes, None]:
        """Yields past facts as server-sent events. Raises the errors of `read_events`."""
        services, match = self._services, self._match
        match_state = (await spawn_greenlet(services[MatchRepository].load_match, match)).match
        yield stream_preamble(services[Store].log_id)
        is_over = match_state.ended is not None
        if match_state.seq > self._last:
            events = await spawn_greenlet(
                read_events, services, match, self._token, self._last, match_state.seq
            )
            is_over = is_over if events.is_over is None else events.is_over
            if events.body:
                self._last = events.last
                yield events.body
        self._continues = self._company or not is_over

    async def follow(self, listener: Listener) -> None:
        """Sends new facts to *listener* until the match is over."""
        if self._continues:
            broadcasts, here = self._services[Broadcasts], (self._services, self._match, self._token)
            with self._services[Presence].attend_match(self._match, self._places):
                await broadcasts.follow_match(*here, self._last, listener, self._company)
