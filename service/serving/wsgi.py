"""Calls of a WSGI application, and the replies that they return."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from typing import IO, Any, NamedTuple, TypeAlias

from ..http.sse import STREAM, EventStream
from .environ import Environ

Application: TypeAlias = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

IN_MEMORY_BYTES = 2**21
"""The largest reply in memory. A file takes the bytes of a larger one."""


class StartResponse:
    """The callable for the status and headers of a WSGI reply."""

    def __init__(self) -> None:
        self._status, self._headers = 500, list[tuple[bytes, bytes]]()

    def __call__(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None, /) -> Any:
        """Receives the status and the headers. The server adds the date."""
        self._status = int(status[:3])
        self._headers = [
            (name.encode("latin-1"), value.encode("latin-1")) for name, value in headers if name != "Date"
        ]

    def message(self) -> dict[str, Any]:
        """Returns the first ASGI message of the reply."""
        return {"type": "http.response.start", "status": self._status, "headers": self._headers}


class WsgiReply(NamedTuple):
    """The reply of a WSGI application. Call *close*, if any, after the body or the stream."""

    start: dict[str, Any]
    body: bytes | IO[bytes] | EventStream
    close: Callable[[], object] | None = None


def call_application(application: Application, environ: Environ) -> WsgiReply:
    """Returns the reply of *application* to the request of *environ*."""
    start = StartResponse()
    parts = application(environ, start)
    close: Callable[[], object] = getattr(parts, "close", lambda: None)
    try:
        stream = environ.get(STREAM)
        if isinstance(stream, EventStream) and environ["REQUEST_METHOD"] != "HEAD":
            body: bytes | IO[bytes] | EventStream = stream
        else:
            body = _gather_parts(parts)
    except BaseException:
        close()
        raise
    if isinstance(body, bytes):
        close()
        return WsgiReply(start.message(), body)
    return WsgiReply(start.message(), body, close)


def _gather_parts(parts: Iterable[bytes]) -> bytes | IO[bytes]:
    """Returns all *parts*, or a file with them if they are large."""
    gathered = list[bytes]()
    size = 0
    parts = iter(parts)
    for part in parts:
        gathered.append(part)
        size += len(part)
        if size > IN_MEMORY_BYTES:
            break
    else:
        return b"".join(gathered)
    file = tempfile.TemporaryFile()  # noqa: SIM115 - the loop closes it once it is sent
    file.writelines(gathered)
    file.writelines(parts)
    file.seek(0)
    return file
