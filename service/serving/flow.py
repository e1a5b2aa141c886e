"""The flow of a connection, and replies in the first version of HTTP."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from .bodies import Receive
from .environ import Scope
from .streams import Send


class Flow(FlowControl):
    """The flow of a connection. While it is `held`, the connection is not read."""

    held = False

    def hold_reading(self) -> None:
        """Stops reading."""
        self.held = True
        self.pause_reading()

    def resume_reading(self) -> None:
        """Reads, unless it is held."""
        if not self.held:
            super().resume_reading()


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
