"""An event loop that accepts connections a few at a time, and refuses those above the limits at once."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import uvloop

from ..http.middleware.networks import network_of
from ..observability import logging
from .admission import Admission
from .protocol import Protocol
from .reading import PartReader
from .turns import LoopTurns

log = logging.logger(__name__)

ACCEPTED = 256
"""Connections that a round of the event loop accepts or refuses."""
UNSENT_BYTES = 128 * 1024
"""Bytes of a connection that the system takes before it sends them."""

UNREAD_MS = 45_000
"""Milliseconds after which the system drops a connection that acknowledges nothing, as of a lost phone."""

PAUSE_SECONDS = 1.0
"""Time without new connections after the system refused one, because of too many open files."""


class Loop(uvloop.Loop):
    """The event loop of a worker."""

    async def create_server(self, factory: Callable[[], Protocol], *, sock: socket.socket, **_: Any) -> Any:  # type: ignore[override]
        """Accepts connections at *sock*."""
        return Listener(self, factory, sock)


class Listener:
    """Accepts the connections of *listening* until `close`."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, factory: Callable[[], Protocol], listening: socket.socket
    ) -> None:
        self._loop, self._factory, self._listening = loop, factory, listening
        state = factory().app_state
        self._admission: Admission = state["admission"]
        self._turns: LoopTurns = state["turns"]
        self._opening = set[asyncio.Task[None]]()
        listening.setblocking(False)
        # Connections inherit these.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
        self._start()

    def close(self) -> None:
        """Accepts no more connections."""
        self._loop.remove_reader(self._listening)

    async def wait_closed(self) -> None:
        """Returns at once, because connections close by themselves."""

    def _start(self) -> None:
        if self._listening.fileno() >= 0:
            self._loop.add_reader(self._listening, self._accept_some)

    def _accept_some(self) -> None:
        """Accepts connections, and sends those above the limits a prepared refusal."""
        for _ in range(ACCEPTED):
            try:
                line, address = self._listening.accept()
            except (BlockingIOError, ConnectionAbortedError):  # another worker was faster
                return
            except OSError as error:
                log.error("no connection is accepted for a while", why=str(error))
                self.close()
                self._loop.call_later(PAUSE_SECONDS, self._start)
                return
            network = network_of(address[0])
            refusal = self._admission.admit_connection(network)
            if refusal is None:
                self._turns.add_step(network, partial(self._open_connection, line, address, network))
                continue
            with line, suppress(OSError):
                line.setblocking(False)
                line.send(refusal)

    def _open_connection(self, line: socket.socket, address: tuple[str, int], network: str) -> None:
        task = self._loop.create_task(self._connect(line, address, network))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _connect(self, line: socket.socket, address: tuple[str, int], network: str) -> None:
        protocol = self._factory()
        protocol.client, protocol.network = address[:2], network
        try:
            line.setblocking(False)
            await self._loop.connect_accepted_socket(lambda: PartReader(protocol), line)
        except OSError:
            line.close()
            self._admission.count_leaving(network)
