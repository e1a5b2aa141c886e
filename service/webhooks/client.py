"""HTTP client for one receiver, with checked addresses, a total timeout and no redirects."""

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
"""Time for a whole attempt, from the name resolution to the status of the reply."""
MAX_REPLY_BYTES = 4096
"""Bytes of a reply to discard before reuse of its connection. A longer reply closes it."""


class Outcome(NamedTuple):
    """Result of an attempt, with the status, 0 without a reply, the error and the duration."""

    status: int
    error: str
    milliseconds: int


class ReceiverConnection:
    """Connection to *url* for several attempts in sequence. Close it afterwards."""

    def __init__(
        self, url: str, resolver: Resolver, *, loopback: bool, trust: ssl.SSLContext | None = None
    ) -> None:
        read = httpx.URL(url)
        self._url = httpcore.URL(
            scheme=read.raw_scheme, host=read.raw_host, port=read.port, target=read.raw_path
        )
        self._until = 0.0
        backend = CheckedBackend(resolver, loopback, self._remaining_seconds)
        self._pool = httpcore.ConnectionPool(ssl_context=trust or default_trust(), network_backend=backend)

    def post(self, body: bytes, headers: Mapping[str, str]) -> Outcome:
        """Sends *body* once, without following redirects. Returns the outcome."""
        began = monotonic()
        self._until = began + TIMEOUT_SECONDS
        status, reason = 0, ""
        try:
            with self._pool.stream("POST", self._url, headers=[*headers.items()], content=body) as reply:
                status = reply.status
                with suppress(NetworkError, ProtocolError, TimeoutException):
                    self._drain_reply(reply)
        except TimeoutException:
            reason = f"No reply within {TIMEOUT_SECONDS:g} seconds."
        except (NetworkError, ProtocolError, Unreachable) as error:
            reason = str(error) or "The connection was closed without a reply."
        return Outcome(status, reason, round((monotonic() - began) * 1000))

    def _drain_reply(self, reply: httpcore.Response) -> None:
        size = 0
        for chunk in reply.iter_stream():
            size += len(chunk)
            if size > MAX_REPLY_BYTES:
                return

    def _remaining_seconds(self) -> float:
        remaining = self._until - monotonic()
        if remaining <= 0:
            raise httpcore.ReadTimeout
        return remaining

    def __enter__(self) -> ReceiverConnection:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.close()


@cache
def default_trust() -> ssl.SSLContext:
    """Returns a TLS context that trusts the certificate authorities of browsers."""
    return httpx.create_ssl_context()


class CheckedBackend(httpcore.NetworkBackend):
    """Network backend that resolves a host once and connects only to checked addresses."""

    def __init__(self, resolver: Resolver, loopback: bool, remaining_seconds: Callable[[], float]) -> None:
        self._resolver, self._loopback, self._remaining_seconds = resolver, loopback, remaining_seconds
        self._network = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Returns a connection to the first address of *host* that answers."""
        failure: Exception = ConnectError()
        for address in resolve_addresses(host, port, self._resolver, self._loopback):
            try:
                return DeadlineStream(
                    self._network.connect_tcp(address, port, self._remaining_seconds()),
                    self._remaining_seconds,
                )
            except (ConnectError, ConnectTimeout) as error:
                failure = error
        raise failure


class DeadlineStream(httpcore.NetworkStream):
    """Network stream with a total deadline, however slow the other side is."""

    def __init__(self, stream: httpcore.NetworkStream, remaining_seconds: Callable[[], float]) -> None:
        self._stream, self._remaining_seconds = stream, remaining_seconds

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Reads some bytes."""
        return self._stream.read(max_bytes, self._remaining_seconds())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Writes all of *buffer*."""
        self._stream.write(buffer, self._remaining_seconds())

    def close(self) -> None:
        """Closes the stream."""
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """Starts TLS after verifying that the other side is *server_hostname*."""
        return DeadlineStream(
            self._stream.start_tls(ssl_context, server_hostname, self._remaining_seconds()),
            self._remaining_seconds,
        )

    def get_extra_info(self, info: str) -> Any:
        """Returns information about the connection."""
        return self._stream.get_extra_info(info)
