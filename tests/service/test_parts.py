"""The parts of a request arrive while a crowd waits for its turns: the connection parses them in order."""

from __future__ import annotations

import asyncio
import re
import socket
from typing import Any

from uvicorn.config import Config
from uvicorn.server import ServerState

from service.serving.admission import Admission
from service.serving.protocol import Protocol
from service.serving.reading import PartReader
from service.serving.turns import LIGHT_STEPS, LoopTurns

from .rounds import pass_round

CLIENT = "192.0.2.1"
CROWD = [f"203.0.113.{number}" for number in range(20)]


def test_two_parts_of_a_request_keep_their_order_however_busy_their_network_is() -> None:
    async def run() -> bytes:
        loop, may_end = asyncio.get_running_loop(), asyncio.Event()

        async def answer(scope: Any, receive: Any, send: Any) -> None:
            if scope["path"] == "/first":
                await may_end.wait()
            path = scope["path"].encode()
            fields = [(b"content-length", b"%d" % len(path))]
            await send({"type": "http.response.start", "status": 200, "headers": fields})
            await send({"type": "http.response.body", "body": path})

        config = Config(app=answer, log_level="critical", lifespan="off", ws="none")
        config.load()
        turns = LoopTurns(loop)
        state = {"admission": Admission(100, None, 0), "turns": turns, "leave": lambda: None}
        protocol = Protocol(config, ServerState(), state, loop)
        protocol.client, protocol.network = (CLIENT, 1), CLIENT
        near, far = socket.socketpair()
        near.setblocking(False)
        await loop.create_connection(lambda: PartReader(protocol), sock=far)
        await loop.sock_sendall(near, b"GET /first HTTP/1.1\r\nHost: here\r\n\r\n")
        while not protocol.is_answering():
            await pass_round()
        for _ in range(LIGHT_STEPS - 1):  # the next step is the last light one of this network
            await turns.wait_turn(CLIENT)
        for number in range(200 * len(CROWD)):
            turns.add_step(CROWD[number % len(CROWD)], lambda: None)
        await loop.sock_sendall(near, b"GET /second HTTP/1.1\r\nHo")
        for _ in range(3):
            await pass_round()
        may_end.set()
        for _ in range(3):
            await pass_round()
        await loop.sock_sendall(near, b"st: here\r\nConnection: close\r\n\r\n")
        replies = b""
        while more := await loop.sock_recv(near, 65_536):
            replies += more
        near.close()
        return replies

    assert re.findall(rb"HTTP/1.1 (\d+) [^/]*\r\n\r\n(/first|/second)", asyncio.run(run())) == [
        (b"200", b"/first"),
        (b"200", b"/second"),
    ]
