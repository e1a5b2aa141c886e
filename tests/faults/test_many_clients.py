"""Many clients at once, over HTTP: one of them wins each round, and bad ones delay nobody else."""

from __future__ import annotations

import asyncio
import resource
import socket
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from urllib.parse import urlsplit

import msgspec
import pytest

from service.serving.admission import raise_file_limit
from service.settings import Settings
from tests.faults.conftest import TIMES
from tests.faults.served import Party, Served, served

ANSWERING = 64
"""Clients who answer at once."""
ROUNDS = 4 * TIMES
BAD = min(200 * TIMES, 4000)
"""Connections of bad clients."""
LOOKS = 60 * TIMES
LONGEST_SECONDS = 0.1 if TIMES > 1 else 1.0
"""How long a good client waits in 95 of 100 cases; the suite shares its machine with others."""
BAD_ADDRESS = "127.0.0.2"


async def answer_at_once(service: Served, request: bytes) -> Counter[int]:
    """Sends *request* from all clients at once; returns how often each status came."""
    address = urlsplit(service.address)
    lines = [await asyncio.open_connection(address.hostname, address.port) for _ in range(ANSWERING)]
    for _, writer in lines:
        writer.write(request)
    statuses = [int((await reader.readuntil(b"\r\n"))[9:12]) for reader, _ in lines]
    for _, writer in lines:
        writer.close()
    return Counter(statuses)


def test_of_all_who_answer_a_question_at_once_one_wins(
    settings: Settings, luck: Random, tell: Callable[[str], None]
) -> None:
    with served(settings, 2 if settings.shared else 1) as service:
        party = Party(service, luck)
        path = f"/api/v1/matches/{party.visitor.match}/answers"
        for _ in range(ROUNDS):
            choice = party.choose()
            assert choice is not None
            body = msgspec.json.encode({"picks": choice.picks})
            request = (
                f"POST {path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {choice.bot.token}\r\n"
                f'If-Match: "{choice.seq}"\r\nContent-Type: application/json\r\n'
                f"Content-Length: {len(body)}\r\n\r\n"
            ).encode() + body
            assert asyncio.run(answer_at_once(service, request)) == {201: 1, 412: ANSWERING - 1}
    tell(f"{ROUNDS} rounds of {ANSWERING} answers at once: one winner each")


@contextmanager
def bad_clients(service: Served, match: str) -> Iterator[list[socket.socket]]:
    """Connects clients of one address that are silent, stop amid a request, or ask much and read nothing."""
    address = urlsplit(service.address)
    look = f"GET /api/v1/matches/{match} HTTP/1.1\r\nHost: here\r\n\r\n".encode()
    sent = [
        b"",
        look[:-4],
        b"POST /api/v1/matches HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n{",
        look * 20,
    ]
    with ExitStack() as lines:
        opened = []
        for number in range(BAD):
            line = lines.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            line.bind((BAD_ADDRESS, 0))
            line.connect((address.hostname, address.port))
            line.sendall(sent[number % len(sent)])
            opened.append(line)
        yield opened


def is_open(line: socket.socket) -> bool:
    """Tells whether the service has not closed the connection."""
    line.setblocking(False)
    try:
        return line.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_bad_clients_of_one_address_delay_no_other(
    settings: Settings, luck: Random, tell: Callable[[str], None]
) -> None:
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    raise_file_limit()
    waits = list[float]()
    with served(settings) as service:
        party = Party(service, luck)
        with bad_clients(service, party.visitor.match) as lines:
            while len(waits) < LOOKS:
                began = time.monotonic()
                if not party.move():
                    party = Party(service, luck)
                waits.append((time.monotonic() - began) / 3)  # two looks and an answer
            assert sum(map(is_open, lines)) > BAD / 2, "too few are left for this to prove anything"
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    p95 = statistics.quantiles(waits, n=20)[-1]
    assert p95 < LONGEST_SECONDS
    tell(f"{BAD} bad clients of one address: others wait {1000 * p95:.0f} ms at p95")
