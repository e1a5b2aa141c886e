"""Replies to clients of HTTP/1.0. They read no chunks, and the end of the connection is that of the reply."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from .bodies import Receive
from .environ import Scope
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
