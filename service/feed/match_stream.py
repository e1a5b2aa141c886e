"""The stream of a match to one client: the facts so far, and then the broadcast."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from ..database.cooperation import spawn_greenlet
from ..eventstore.store import Store
from ..http.broadcast import Listener
from ..http.sse import stream_preamble
from ..matches.repository import MatchRepository
from ..shared.registry import Registry
from .broadcasts import Broadcasts, read_events


class MatchStream:
    """The facts of *match* after fact *after*, for the viewer with *token*."""

    def __init__(self, services: Registry, match: str, token: str | None, after: int) -> None:
        self._services, self._match, self._token, self._last = services, match, token, after
        self._goes_on = False

    async def catch_up(self) -> AsyncGenerator[bytes, None]:
        """Yields what has happened as server-sent events. Raises as `read_events`."""
        services, match = self._services, self._match
        match_state = (await spawn_greenlet(services[MatchRepository].load_match, match)).match
        yield stream_preamble(services[Store].log_id)
        over = match_state.ended is not None
        if match_state.seq > self._last:
            events = await spawn_greenlet(
                read_events, services, match, self._token, self._last, match_state.seq
            )
            over = over if events.over is None else events.over
            if events.body:
                self._last = events.last
                yield events.body
        self._goes_on = not over

    async def follow(self, listener: Listener) -> None:
        """Lets *listener* receive what happens from then on, until the match is over."""
        if self._goes_on:
            broadcasts = self._services[Broadcasts]
            await broadcasts.follow(self._services, self._match, self._token, self._last, listener)
