"""The protocol of a connection, with limits on addresses, heads, and slow clients."""

from __future__ import annotations

import asyncio
from functools import partial
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from . import bodies
from .admission import Admission, refusal_reply
from .bodies import Receive
from .environ import FIRST_VERSION, LATE_BODY, LINE, NETWORK, Scope
from .flow import Flow, answer_in_first_version
from .heads import MAX_FIELD_BYTES, MAX_FIELDS, MAX_TARGET_BYTES, HeadRefused, find_refusal
from .pipelining import PipeliningProtocol
from .streams import Send
from .turns import LoopTurns

IDLE_SECONDS = 30
"""How long a connection may be idle, and the head of a request may take."""
UNREAD_SECONDS = 60.0
"""How long a client may leave a reply unread."""
UNSENT_BYTES = 8192
"""Unsent bytes of a reply in memory beyond which its sender waits."""
MAX_PIPELINED = 16
"""Requests that a client may send before it has the reply to the first."""
LINGER_SECONDS = 1.0
"""Time for which an ending server waits on an idle connection, as a request may be on its way."""


class Protocol(PipeliningProtocol):
    """A connection of a client of *network*, with `admission`, `turns` and `leave` of the application.

    It has one request under way. The server reads the next one after the client has read the reply.
    """

    head_seconds = float(IDLE_SECONDS)
    client: tuple[str, int]
    network: str
    flow: Flow
    _in_head = False
    _head_timer: asyncio.TimerHandle | None = None
    _body_timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None
    _refused: HeadRefused | None = None
    _held = b""
    _ends = False
    _is_lost = False
    _is_finishing = False
    _under_way = 0
    _unread = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Serves an admitted connection."""
        client = self.client
        super().connection_made(transport)
        self.client, self.flow = client, Flow(transport)
        transport.set_write_buffer_limits(UNSENT_BYTES)
        self._admission: Admission = self.app_state["admission"]
        self._turns: LoopTurns = self.app_state["turns"]
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Makes room for another connection after the request under way, which the server may not stop."""
        super().connection_lost(exc)
        self._is_lost = True
        self._stop_timers()
        self._count_unread(0)
        if not self._under_way:
            self._admission.count_leaving(self.network)

    def shutdown(self) -> None:
        """Ends streams, and closes the connection after its present reply."""
        self.app_state["leave"]()
        self._ends = True
        if self.cycle is None or self.cycle.response_complete:
            self.loop.call_later(LINGER_SECONDS, super().shutdown)
        else:
            super().shutdown()

    def data_received(self, data: bytes) -> None:
        """Receives bytes of the client. In a crowd, it takes a turn for them."""
        if self._held or self._turns.is_crowded:
            self.flow.hold_reading()
            if not self._held:
                self._turns.add_step(self.network, self._parse_held)
            self._held += data
        elif not self.is_deaf:
            self._parse(data)

    def _parse_held(self) -> None:
        data, self._held = self._held, b""
        if self._is_finishing:  # the end of that reply parses it
            self.hold_bytes(data)
        elif not (self.is_deaf or self.transport.is_closing()):
            self._parse(data)
            if not (self._in_head or self.is_in_body()):
                self._release_reading()

    def _parse(self, data: bytes = b"") -> None:
        """Parses bytes. Reading of the rest takes a turn, as a client may send it byte by byte."""
        self.parse_requests(data)
        if self._in_head and self._head_timer is None:
            self._expect_head()
        if self._body_timer is None and self.is_in_body():
            self._body_timer = self.loop.call_later(bodies.BODY_SECONDS, self._end_body)
        if self.has_unparsed():
            self.flow.hold_reading()
        elif self._in_head or self.is_in_body():
            self.flow.hold_reading()
            self._turns.add_step(self.network, self._release_reading)

    def on_message_begin(self) -> None:
        """Begins a request."""
        super().on_message_begin()
        self.scope[LINE] = self  # type: ignore[literal-required]
        self._in_head = True

    def on_message_complete(self) -> None:
        """Ends the time that the body may take."""
        if self._asks_upgrade():
            return
        super().on_message_complete()
        self.cycle.more_body = False
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
        if (refused := find_refusal(version, self.headers)) is not None:
            self._refuse_head(*refused)
        self.expect_100_continue &= version != FIRST_VERSION
        if len(self.pipeline) >= MAX_PIPELINED:
            self._refuse_head(HTTPStatus.TOO_MANY_REQUESTS, "")
        self.scope[NETWORK] = self._admission.find_network(self.network, self.headers)  # type: ignore[literal-required]
        super().on_headers_complete()
        if self._ends and self.cycle is not None:
            self.cycle.keep_alive = False
        if self.pipeline:
            self.flow.hold_reading()

    def on_response_complete(self) -> None:
        """Goes on with the next request, once the client has read most of the reply."""
        self._is_finishing = self.flow.write_paused
        if self._is_finishing:
            self.flow.hold_reading()
            return
        if len(self.pipeline) <= 1 and not self._held:
            self.flow.held = False
        super().on_response_complete()
        if self.has_unparsed() and not self.transport.is_closing():
            self._parse()

    def send_400_response(self, msg: str) -> None:
        """Sends the problem that the head or the body has, and closes the connection.

        After a request under way it closes the connection without that.
        """
        error = self._refused
        self.is_deaf = True
        if self.is_answering():
            self.cycle.keep_alive = False
            return
        if error is not None:
            reply = refusal_reply(error.status, error.detail)
        elif self.is_in_body():
            reply = refusal_reply(
                HTTPStatus.BAD_REQUEST, "The chunks of the body are malformed.", "malformed"
            )
        else:
            reply = refusal_reply(HTTPStatus.BAD_REQUEST, "This is no HTTP request.")
        self.transport.write(reply)
        self.transport.close()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Lets the request of *cycle* wait for a turn of its network."""
        network = cycle.scope[NETWORK]  # type: ignore[literal-required]
        refusal = self._admission.admit_request(network)
        if refusal is not None:
            self.transport.write(refusal)
            self.transport.close()
            return
        if cycle.scope["http_version"] == FIRST_VERSION:
            app = answer_in_first_version(app, cycle)
        self._under_way += 1
        self._turns.add_step(network, partial(self._start_cycle, cycle, app))

    def _start_cycle(self, cycle: RequestResponseCycle, app: Any) -> None:
        if self.transport.is_closing():
            self._end_cycle(cycle)
            return
        task = self.loop.create_task(cycle.run_asgi(partial(self._call_application, app, cycle)))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        task.add_done_callback(lambda _: self._end_cycle(cycle))

    async def _call_application(
        self, app: Any, cycle: RequestResponseCycle, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Calls *app*, and passes no failure on after the end of the connection."""
        try:
            await app(scope, receive, send)
        except asyncio.CancelledError:  # the server ends, and this client does not read its reply
            self.transport.abort()
        except Exception:
            if not self.transport.is_closing():
                raise
        cycle.disconnected |= self.transport.is_closing()

    def _end_cycle(self, cycle: RequestResponseCycle) -> None:
        self._under_way -= 1
        self._admission.count_reply(cycle.scope[NETWORK])  # type: ignore[literal-required]
        if self._is_lost and not self._under_way:
            self._admission.count_leaving(self.network)

    def _asks_upgrade(self) -> bool:
        upgrade: bool = self.parser.should_upgrade()
        return upgrade and self.parser.get_method() != b"CONNECT"

    def pause_writing(self) -> None:
        """Begins the time that a client may leave a reply unread."""
        super().pause_writing()
        self._unread_timer = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)
        self.check_unread()

    def resume_writing(self) -> None:
        """Ends that time."""
        super().resume_writing()
        self._count_unread(0)
        if self._unread_timer is not None:
            self._unread_timer.cancel()
        if self._is_finishing:
            self.on_response_complete()

    def check_unread(self) -> None:
        """Closes the connection if its network leaves too much unread."""
        if not self._count_unread(self.transport.get_write_buffer_size()):
            self.transport.abort()

    def _count_unread(self, size: int) -> bool:
        added, self._unread = size - self._unread, size
        return self._admission.count_unread(self.network, added)

    def _release_reading(self) -> None:
        if not (self.pipeline or self.has_unparsed() or self._is_finishing or self.transport.is_closing()):
            self.flow.held = False
            if self.cycle is None or len(self.cycle.body) <= HIGH_WATER_LIMIT:
                self.flow.resume_reading()

    def _refuse_head(self, status: HTTPStatus, detail: str) -> None:
        self._refused = HeadRefused(status, detail)
        raise self._refused

    def _end_body(self) -> None:
        if self.cycle.response_complete:
            self.transport.close()
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
        for timer in filter(None, (self._body_timer, self._unread_timer)):
            timer.cancel()
