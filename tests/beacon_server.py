"""A local HTTP server that publishes the rounds of a chain, as a drand does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from domain.table.beacon import signed_randomness
from tests.drand import Chain


class BeaconServer:
    """Publishes the rounds of a chain; `replies` replace those of some paths with a status and a body.

    `paths` are those of all requests, in order. While it `is_early`, no round is there yet.
    """

    def __init__(self, secret: int, genesis_ms: int, period_ms: int) -> None:
        self.replies: dict[str, tuple[int, bytes]] = {}
        self.paths: list[str] = []
        self.is_early = False
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        address = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.chain = Chain(address, secret, genesis_ms, period_ms)

    @property
    def info(self) -> dict[str, Any]:
        """The description of the chain, with its address as in the file of an operator."""
        beacon = self.chain.beacon
        return {
            "address": beacon.address,
            "public_key": beacon.public_key,
            "period": beacon.period_ms // 1000,
            "genesis_time": beacon.genesis_ms // 1000,
            "hash": beacon.chain,
            "schemeID": beacon.scheme,
        }

    def answer(self, path: str) -> tuple[int, bytes]:
        """Returns the status and the body of a path."""
        self.paths.append(path)
        if path in self.replies:
            return self.replies[path]
        if path == f"/{self.chain.beacon.chain}/info":
            return 200, json.dumps(self.info).encode()
        if self.is_early:
            return 425, b""
        number = int(path.rpartition("/")[2])
        signature = self.chain.sign(number)
        published = {"round": number, "randomness": signed_randomness(signature), "signature": signature}
        return 200, json.dumps(published).encode()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        owner = self

        class Publisher(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status, body = owner.answer(self.path)
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", body.decode())
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                return

        return Publisher


@contextmanager
def serving_beacon(
    secret: int = 2026, genesis_ms: int = 1_767_225_600_000, period_ms: int = 3_000
) -> Iterator[BeaconServer]:
    """Yields a running server."""
    beacon = BeaconServer(secret, genesis_ms, period_ms)
    thread = Thread(target=beacon.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield beacon
    finally:
        beacon.server.shutdown()
        beacon.server.server_close()
        thread.join()
