"""Receivers of webhooks: little HTTP servers that note what they hear, and reply as a test tells them to."""

from __future__ import annotations

import json
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import NamedTuple

from standardwebhooks import Webhook

from ..client import Json, wait_for


class Message(NamedTuple):
    """A request that a receiver heard."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """The id of the message."""
        return self.headers["webhook-id"]

    @property
    def notice(self) -> Json:
        """What it tells."""
        told: Json = json.loads(self.body)
        return told

    @property
    def type(self) -> str:
        """The name of the fact that it tells."""
        return str(self.notice["fact"]["event"]["type"])

    def verified(self, secret: str) -> Json:
        """Returns what it tells; raises what the library of Standard Webhooks raises unless it is signed."""
        told: Json = Webhook(secret).verify(self.body, self.headers)
        return told


Reply = Callable[[BaseHTTPRequestHandler], None]
"""Writes the reply to a request."""


def says(status: int, **headers: str) -> Reply:
    """Returns what replies with a *status*, *headers*, and nothing else."""

    def reply(to: BaseHTTPRequestHandler) -> None:
        to.send_response(status)
        for name, value in {**headers, "Content-Length": "0"}.items():
            to.send_header(name, value)
        to.end_headers()

    return reply


class Receiver:
    """A server at `url`. It notes what it has heard, and replies as `reply` says, in the end with 204."""

    def __init__(self, reply: Reply = says(204)) -> None:  # noqa: B008 - it is the same every time
        self.heard: list[Message] = []
        self.reply = reply
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._hears())
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/hooks"

    def _hears(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Hears(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                named = {name.lower(): value for name, value in self.headers.items()}
                receiver.heard.append(Message(self.path, named, body))
                receiver.reply(self)

            def log_message(self, *_: object) -> None:
                pass

        return Hears

    @property
    def ids(self) -> list[str]:
        """The ids of all that was heard."""
        return [message.id for message in self.heard]

    def waits_for(self, count: int) -> None:
        """Waits until so many messages are heard."""
        wait_for(lambda: len(self.heard) >= count, f"{count} messages are heard")


@contextmanager
def listening(reply: Reply = says(204), tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:  # noqa: B008
    """Lets a receiver listen."""
    receiver = Receiver(reply)
    if tls is not None:
        receiver.server.socket = tls.wrap_socket(receiver.server.socket, server_side=True)
    thread = Thread(target=receiver.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.server.shutdown()
        thread.join()
        receiver.server.server_close()
