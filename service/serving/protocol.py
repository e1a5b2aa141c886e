"""The protocol of a connection, with limits on addresses, heads, and slow clients."""

from __future__ import annotations

import asyncio
import sys
from http import HTTPStatus
from typing import Any

from httptools import HttpRequestParser
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from . import bodies
from .admission import Admission, refusal_reply
from .bodies import Receive
from .environ import FIRST_VERSION, LATE_BODY, TRANSPORT, Scope
from .streams import Send


def answer_in_first_version(app: Any, cycle: RequestResponseCycle) -> Any:
    """Wraps *app*, so that a reply in *cycle* without a length ends with the connection."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_plain(message: Any) -> None:
            if message["type"] == "http.response.start":
                if all(name.lower() != b"content-length" for name, _ in message["headers"]):
                    cycle.chunked_encoding = False
            elif not cycle.expected_content_length:
                cycle.expected_content_length = len(message["body"])
            await send(message)

        await app(scope, receive, send_plain)

    return answer


IDLE_SECONDS = 30
"""How long a connection may be idle, and the head of a request may take."""
UNREAD_SECONDS = 60.0
"""How long a client may leave a reply unread."""
UNSENT_BYTES = 8192
"""Unsent bytes of a reply in memory beyond which its sender waits."""
LINGER_SECONDS = 1.0
"""Time for which an ending server waits on an idle connection, as a request may be on its way."""
MAX_TARGET_BYTES, MAX_FIELD_BYTES, MAX_FIELDS = 4094, 8190, 100
"""Bytes of the target of a request and of a header field, and the number of fields."""

VERSIONS = (FIRST_VERSION, "1.1")
CHECKED_FIELDS = frozenset((b"host", b"transfer-encoding", b"expect"))
"""The header fields that a server and a proxy before it may read differently."""


class HeadRefused(Exception):
    """The head of a request is one that the server does not read."""

    def __init__(self, status: HTTPStatus, detail: str) -> None:
        super().__init__(detail)
        self.status, self.detail = status, detail


class Protocol(HttpToolsProtocol):
    """A connection of a client. The state of the application has its `admission` and `leave`."""

    head_seconds = float(IDLE_SECONDS)
    _in_head = False
    _head_timer: asyncio.TimerHandle | None = None
    _body_timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None
    _refused: HeadRefused | None = None
    _received = b""
    _address = ""
    _ends = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Serves the connection, or refuses it."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(UNSENT_BYTES)
        address = self.client[0] if self.client else ""
        admission: Admission = self.app_state["admission"]
        if (refused := admission.admit_client(address)) is not None:
            transport.write(refused)
            transport.close()
            return
        self._address = address
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Makes room for another connection."""
        super().connection_lost(exc)
        self._stop_timers()
        if self._address:
            self.app_state["admission"].count_leaving(self._address)
            self._address = ""

    def shutdown(self) -> None:
        """Ends streams, and closes the connection after its present reply."""
        self.app_state["leave"]()
        self._ends = True
        if self.cycle is None or self.cycle.response_complete:
            self.loop.call_later(LINGER_SECONDS, super().shutdown)
        else:
            super().shutdown()

    def data_received(self, data: bytes) -> None:
        """Receives bytes of the client, and starts the timer for the rest of a head or a body."""
        self._received = data
        super().data_received(data)
        if self._in_head and self._head_timer is None:
            self._expect_head()
        if self._body_timer is None and self.cycle is not None and self.cycle.more_body:
            self._body_timer = self.loop.call_later(bodies.BODY_SECONDS, self._end_body)

    def on_message_begin(self) -> None:
        """Begins a request."""
        super().on_message_begin()
        self.scope[TRANSPORT] = self.transport  # type: ignore[literal-required]
        self._in_head = True

    def on_message_complete(self) -> None:
        """Ends the time that the body may take."""
        if self._asks_upgrade():
            return
        super().on_message_complete()
        if self._body_timer is not None:
            self._body_timer.cancel()
            self._body_timer = None

    def on_url(self, url: bytes) -> None:
        """Receives a part of the target, and rejects a target above the limit."""
        super().on_url(url)
        if len(self.url) > MAX_TARGET_BYTES:
            self._refuse_head(
                HTTPStatus.REQUEST_URI_TOO_LONG, f"A target has at most {MAX_TARGET_BYTES} bytes."
            )

    def on_header(self, name: bytes, value: bytes) -> None:
        """Receives a header field, and rejects large fields and too many of them."""
        super().on_header(name, value)
        if len(name) + len(value) > MAX_FIELD_BYTES or len(self.headers) > MAX_FIELDS:
            self._refuse_head(
                HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
                f"A request has at most {MAX_FIELDS} header fields of {MAX_FIELD_BYTES} bytes each.",
            )

    def on_headers_complete(self) -> None:
        """Starts the request, and rejects an ambiguous head."""
        if self._asks_upgrade():
            return
        version = self.parser.get_http_version()
        self._in_head = False
        self._stop_head_timer()
        fields = dict[bytes, list[bytes]]()
        for name, value in self.headers:
            if name in CHECKED_FIELDS:
                fields.setdefault(name, []).append(value.strip().lower())
        if version not in VERSIONS:
            self._refuse_head(HTTPStatus.BAD_REQUEST, f"The version of HTTP is {' or '.join(VERSIONS)}.")
        if version == FIRST_VERSION and b"transfer-encoding" in fields:
            self._refuse_head(HTTPStatus.BAD_REQUEST, f"HTTP/{version} has no transfer codings.")
        if len(fields.get(b"host", ())) > 1:
            self._refuse_head(HTTPStatus.BAD_REQUEST, "A request names one host.")
        if fields.get(b"transfer-encoding", [b"chunked"]) != [b"chunked"]:
            self._refuse_head(HTTPStatus.NOT_IMPLEMENTED, "The one transfer coding is “chunked”.")
        if fields.get(b"expect", [b"100-continue"]) != [b"100-continue"]:
            self._refuse_head(HTTPStatus.EXPECTATION_FAILED, "The one expectation is “100-continue”.")
        self.expect_100_continue &= version != FIRST_VERSION
        super().on_headers_complete()
        if self._ends and self.cycle is not None:
            self.cycle.keep_alive = False

    def send_400_response(self, msg: str) -> None:
        """Sends the problem that the head or the body has, and closes the connection."""
        error = self._refused
        if error is not None:
            reply = refusal_reply(error.status, error.detail)
        elif self.cycle is not None and self.cycle.more_body:
            reply = refusal_reply(
                HTTPStatus.BAD_REQUEST, "The chunks of the body are malformed.", "malformed"
            )
        else:
            reply = refusal_reply(HTTPStatus.BAD_REQUEST, "This is no HTTP request.")
        self.transport.write(reply)
        self.transport.close()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        if cycle.scope["http_version"] == FIRST_VERSION:
            app = answer_in_first_version(app, cycle)
        super()._start_asgi_task(cycle, app)

    def _asks_upgrade(self) -> bool:
        upgrade: bool = self.parser.should_upgrade()
        return upgrade and self.parser.get_method() != b"CONNECT"

    def _unsupported_upgrade_warning(self) -> None:
        """Reads the request again without `Upgrade`, so that its client receives a reply in HTTP/1.1.

        The parser takes the bytes after such a head for another protocol. Here they are a body or a request.
        """
        offset: int = sys.exception().args[0]  # type: ignore[union-attr]
        version = self.parser.get_http_version().encode()
        fields = (b"%b: %b" % field for field in self.headers if field[0] != b"upgrade")
        head = [b"%b %b HTTP/%b" % (self.parser.get_method(), self.url, version), *fields, b"", b""]
        self.parser = HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn does
        self.data_received(b"\r\n".join(head) + self._received[offset:])

    def pause_writing(self) -> None:
        """Begins the time that a client may leave a reply unread."""
        super().pause_writing()
        self._unread_timer = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Ends that time."""
        super().resume_writing()
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None

    def _refuse_head(self, status: HTTPStatus, detail: str) -> None:
        self._refused = HeadRefused(status, detail)
        raise self._refused

    def _end_body(self) -> None:
        self.scope[LATE_BODY] = True  # type: ignore[literal-required]
        self.cycle.message_event.set()

    def _expect_head(self) -> None:
        self._head_timer = self.loop.call_later(self.head_seconds, self.transport.abort)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_timers(self) -> None:
        self._stop_head_timer()
        for timer in (self._body_timer, self._unread_timer):
            if timer is not None:
                timer.cancel()


State = dict[str, Any]
"""The state of the application. All connections share it."""
