"""Listeners who read a byte and stop: nobody else waits for them, and they cost no memory to speak of."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from threading import Thread
from urllib.parse import urlsplit

from msgspec.structs import replace

from service.settings import Settings
from tests.faults.conftest import TIMES
from tests.faults.served import Party, Served, served
from tests.projections.waiting import until

STREAMS = "recount_open_streams "
SLOW = 50
"""How many stop reading."""
MATCHES = 1 * TIMES
MEGABYTES = 6
"""By how much the memory of a worker may grow for each of them: it keeps matches folded."""
AGAIN = 2
"""So often it is measured: Python takes memory in large pieces now and then, and a leak grows each time."""


@contextmanager
def slow_reader(service: Served, match: str) -> Iterator[None]:
    """Asks for a stream, reads a byte, and stops; all between here and there hold as little as they can."""
    address = urlsplit(service.address)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 88)
        line.connect((address.hostname, address.port))
        path = f"/api/v1/matches/{match}/facts?after=0"
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: here\r\nAccept: text/event-stream\r\n\r\n".encode())
        assert line.recv(1) == b"H"
        yield


class Listener:
    """Somebody who listens to a match to its end."""

    def __init__(self, service: Served, match: str) -> None:
        self.heard: list[int] = []
        self._service, self._match = service, match
        self._listening = Thread(target=self._listen, daemon=True)
        self._listening.start()

    def _listen(self) -> None:
        path = f"/api/v1/matches/{self._match}/facts?after=0"
        with self._service.http.stream("GET", path, headers={"Accept": "text/event-stream"}) as line:
            for said in line.iter_lines():
                if said.startswith("id: "):
                    self.heard.append(int(said.split()[1]))

    def ends(self) -> None:
        """Waits for the end of the match."""
        self._listening.join(30)
        assert not self._listening.is_alive(), "the stream did not end with the match"


def memory(worker: int) -> float:
    """Returns how many megabytes a process holds."""
    told = Path(f"/proc/{worker}/statm").read_text().split()
    return int(told[1]) * 4096 / 1e6


def streams(service: Served) -> int:
    """Returns how many streams are open."""
    told = service.http.get("/metrics").text
    return int(float(next(line for line in told.splitlines() if line.startswith(STREAMS)).split()[1]))


def play_out(service: Served, slow: int, luck: Random) -> list[float]:
    """Plays a match to its end, with so many *slow* readers and one who hears it all.

    Returns how many seconds each answer took, together with the look before it.
    """
    party, took = Party(service, luck), []
    with ExitStack() as readers:
        for _ in range(slow):
            readers.enter_context(slow_reader(service, party.visitor.match))
        listener = Listener(service, party.visitor.match)
        began = time.monotonic()
        while party.move():
            took.append(time.monotonic() - began)
            began = time.monotonic()
        listener.ends()
        assert streams(service) >= slow / 10, "too few are stuck for this to prove anything"
    until(lambda: not streams(service))
    assert listener.heard == [*range(1, party.visitor.get_view()["seq"] + 1)]
    return took


def test_nobody_waits_for_a_slow_reader(
    settings: Settings, luck: Random, tell: Callable[[str], None]
) -> None:
    with served(replace(settings, runner=True)) as service:
        play_out(service, SLOW, luck)
        [worker] = service.workers()
        grown: float = MEGABYTES * MATCHES
        beside: list[float] = []
        for _ in range(AGAIN):
            if grown >= MEGABYTES * MATCHES:
                before = memory(worker)
                beside += [took for _ in range(MATCHES) for took in play_out(service, SLOW, luck)]
                grown = memory(worker) - before
    assert grown < MEGABYTES * MATCHES
    assert max(beside) < 5, "somebody waited"
    tell(
        f"{MATCHES} matches beside {SLOW} slow readers: {grown:.1f} MB more, "
        f"an answer and the looks before it {sorted(beside)[len(beside) // 2] * 1000:.1f} ms"
    )
