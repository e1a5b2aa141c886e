"""A line to one receiver: to a checked address, over before long, following nobody elsewhere."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple

import httpcore
import httpx
from httpcore import ConnectError, ConnectTimeout, NetworkError, ProtocolError, TimeoutException

from .ssrf import Resolver, Unreachable, resolve_addresses

TIMEOUT_SECONDS = 15.0
"""Seconds that an attempt may take in all, from the first step to the status of the reply."""
ENOUGH = 4096
"""Bytes of a reply that are read, and thrown away, to use its connection again; a longer one ends it."""


class Outcome(NamedTuple):
    """What came of an attempt: the status, 0 when there was no reply; why; how long it took."""

    status: int
    trouble: str
    milliseconds: int


class Line:
    """A connection to *url*, kept for several attempts, one at a time; close it after."""

    def __init__(
        self, url: str, resolver: Resolver, *, loopback: bool, trust: ssl.SSLContext | None = None
    ) -> None:
        read = httpx.URL(url)
        self._url = httpcore.URL(
            scheme=read.raw_scheme, host=read.raw_host, port=read.port, target=read.raw_path
        )
        self._until = 0.0
        road = Road(resolver, loopback, self._left)
        self._pool = httpcore.ConnectionPool(ssl_context=trust or trusted(), network_backend=road)

    def post(self, body: bytes, headers: Mapping[str, str]) -> Outcome:
        """Sends *body* once, and tells what came of it; it does not follow redirects."""
        began = monotonic()
        self._until = began + TIMEOUT_SECONDS
        status, trouble = 0, ""
        try:
            with self._pool.stream("POST", self._url, headers=[*headers.items()], content=body) as reply:
                status = reply.status
                with suppress(NetworkError, ProtocolError, TimeoutException):
                    self._hear_out(reply)
        except TimeoutException:
            trouble = f"No reply within {TIMEOUT_SECONDS:g} seconds."
        except (NetworkError, ProtocolError, Unreachable) as error:
            trouble = str(error) or "The connection was closed without a reply."
        return Outcome(status, trouble, round((monotonic() - began) * 1000))

    def _hear_out(self, reply: httpcore.Response) -> None:
        heard = 0
        for chunk in reply.iter_stream():
            heard += len(chunk)
            if heard > ENOUGH:
                return

    def _left(self) -> float:
        remaining = self._until - monotonic()
        if remaining <= 0:
            raise httpcore.ReadTimeout
        return remaining

    def __enter__(self) -> Line:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.close()


@cache
def trusted() -> ssl.SSLContext:
    """Returns whom to believe who they are: the authorities that browsers believe."""
    return httpx.create_ssl_context()


class Road(httpcore.NetworkBackend):
    """Resolves a host once, and connects to just the addresses that were looked at."""

    def __init__(self, resolver: Resolver, loopback: bool, left: Callable[[], float]) -> None:
        self._resolver, self._loopback, self._left = resolver, loopback, left
        self._network = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Returns a connection to *host*, by the first of its addresses that answers."""
        failure: Exception = ConnectError()
        for address in resolve_addresses(host, port, self._resolver, self._loopback):
            try:
                return Timed(self._network.connect_tcp(address, port, self._left()), self._left)
            except (ConnectError, ConnectTimeout) as error:
                failure = error
        raise failure


class Timed(httpcore.NetworkStream):
    """A connection that has as long as is *left*, however slowly the other side speaks."""

    def __init__(self, stream: httpcore.NetworkStream, left: Callable[[], float]) -> None:
        self._stream, self._left = stream, left

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Reads something."""
        return self._stream.read(max_bytes, self._left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Writes all of *buffer*."""
        self._stream.write(buffer, self._left())

    def close(self) -> None:
        """Hangs up."""
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """Goes on in secret, if the other side shows that it is *server_hostname*."""
        return Timed(self._stream.start_tls(ssl_context, server_hostname, self._left()), self._left)

    def get_extra_info(self, info: str) -> Any:
        """Returns what the connection knows of itself."""
        return self._stream.get_extra_info(info)
