"""Broadcasts: the listeners of a match share the bytes of each event, and none waits for another."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

import pytest

from domain.model import Fact
from service.bootstrap import Services
from service.database.cooperation import spawn_greenlet
from service.eventstore.store import Unavailable
from service.feed.broadcasts import MatchStream
from service.http.broadcast import EventEncoder, Listener, keep_unchanged, write_chunk
from service.serving.streams import MAX_LAG_BYTES, TransportListener
from tests.service.client import Pair, Player

PATIENCE = 30.0
PIECE = b"data: " + b"x" * 2**16 + b"\n\n"


class Page(Listener):
    """A page that follows a match."""

    def __init__(self, form: EventEncoder = keep_unchanged) -> None:
        super().__init__(form)
        self.events: list[bytes] = []
        self._news = asyncio.Event()

    def receive(self, written: bytes) -> None:
        """Keeps the bytes themselves."""
        self.events.append(written)
        self._news.set()

    async def next_event(self) -> None:
        """Waits for another event."""
        self._news.clear()
        await self._news.wait()

    async def fact(self, seq: int) -> None:
        """Waits until fact *seq* is among the events."""
        async with asyncio.timeout(PATIENCE):
            while not any(b"id: %d\n" % seq in event.lower() for event in self.events):
                await self.next_event()


@asynccontextmanager
async def following(services: Services, player: Player, page: Page) -> AsyncIterator[asyncio.Task[None]]:
    """Lets *page* follow the match as *player*, after all facts so far."""
    stream = MatchStream(services, player.match, player.token or None, 0)
    async for _ in stream.catch_up():
        pass
    task = asyncio.create_task(stream.follow(page))
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait([task])


def capitals(event: bytes) -> bytes:
    """Another form of *event*."""
    return event.upper()


def test_all_who_watch_a_match_share_the_bytes_of_each_event(pair: Pair, services: Services) -> None:
    pages = [(pair.public, keep_unchanged), (pair.public, keep_unchanged), (pair.public, capitals)]
    players = [(pair.blue, keep_unchanged), (pair.red, keep_unchanged)]

    async def watch() -> list[list[bytes]]:
        async with AsyncExitStack() as streams:
            listeners = [(player, Page(form)) for player, form in pages + players]
            for player, page in listeners:
                await streams.enter_async_context(following(services, player, page))
            seq = (await spawn_greenlet(services.repository.load_match, pair.blue.match)).match.seq
            await asyncio.to_thread(pair.answer_by, Random(3))
            for _, page in listeners:
                await page.fact(seq + 1)
            return [page.events for _, page in listeners]

    first, second, other, blue, red = asyncio.run(watch())
    assert [id(event) for event in first] == [id(event) for event in second]
    assert len(other) == len(first)
    assert all(a != b for a, b in zip(first, other, strict=True))
    assert {id(event) for event in blue}.isdisjoint(id(event) for event in [*red, *first])


def test_the_last_facts_that_were_appended_here_are_those_of_the_store(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, before = pair.blue.match, pair.blue.looks()["seq"]
    pair.answer_by(Random(5))
    seq = pair.blue.looks()["seq"]
    stored = services.store.facts(match, before, seq)

    def unreachable(*_: object) -> list[Fact]:
        raise Unavailable("The store cannot be reached.")

    monkeypatch.setattr(services.store, "facts", unreachable)
    assert services.repository.load_facts(match, before, seq) == stored
    assert services.repository.load_facts(match, before + 1, seq) == stored[1:]
    for after, upto in ((before - 1, seq), (before, seq + 1), (before, None)):
        with pytest.raises(Unavailable):
            services.repository.load_facts(match, after, upto)


def test_a_broadcast_ends_for_all_with_the_match_and_leaves_nothing_behind(
    pair: Pair, services: Services
) -> None:
    async def watch() -> list[list[bytes]]:
        async with AsyncExitStack() as streams:
            pages = [Page(), Page()]
            tasks = [
                await streams.enter_async_context(following(services, pair.public, page)) for page in pages
            ]
            await asyncio.to_thread(pair.play_out, Random(4))
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*tasks)
            return [page.events for page in pages]

    first, second = asyncio.run(watch())
    assert first == second
    assert b"table.MatchEnded" in first[-1]
    assert services.broadcasts.running_count == 0


def test_a_client_that_reads_nothing_is_cut_off_and_delays_nobody() -> None:
    lag, received = asyncio.run(broadcast_beside_a_deaf_client(write_chunk(PIECE)))
    assert MAX_LAG_BYTES < lag <= MAX_LAG_BYTES + len(PIECE) + 20
    assert received > lag


async def broadcast_beside_a_deaf_client(write_chunk: bytes) -> tuple[int, int]:
    """Writes *write_chunk* to two clients until the one that never reads is cut off.

    Returns how much waited for it at most, and how much the other had read by then.
    """
    transports = asyncio.Queue[asyncio.Transport]()

    class Connection(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            transports.put_nowait(transport)

    server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", 0)
    address = server.sockets[0].getsockname()
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        deaf.setblocking(False)
        await asyncio.get_running_loop().sock_connect(deaf, address)
        cut_off = await transports.get()
        reader, writer = await asyncio.open_connection(*address)
        both = [TransportListener(keep_unchanged, one) for one in (cut_off, await transports.get())]
        lag = received = 0
        async with asyncio.timeout(PATIENCE):
            while not cut_off.is_closing():
                for listener in both:
                    listener.receive(write_chunk)
                lag = max(lag, cut_off.get_write_buffer_size())
                received += len(await reader.readexactly(len(write_chunk)))
        writer.close()
        server.close()
    return lag, received
