"""Admission of connections, with a maximum for all clients and for each network."""

from __future__ import annotations

import json
import resource
from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus

from ..http.addresses import API
from ..http.middleware.networks import forwarded_address, network_of
from ..http.problem_types import KINDS
from ..settings import Settings

RETRY_AFTER_SECONDS = {HTTPStatus.TOO_MANY_REQUESTS: 30, HTTPStatus.SERVICE_UNAVAILABLE: 1}

FULL = "There are as many connections as there may be: try again in a moment."
CROWDED = "There are as many connections from your network as there may be: use those again, or wait."


def refusal_reply(status: HTTPStatus, detail: str, slug: str = "") -> bytes:
    """Returns the bytes of a whole reply. The connection closes after it.

    The *detail* of a problem without a type says what the server allows.
    """
    problem = {"type": "about:blank", "title": status.phrase, "status": int(status), "detail": detail}
    if slug:
        kind = KINDS[slug]
        problem |= {"type": f"{API}/problems/{slug}", "title": kind.title, "fix": kind.fix}
    body = json.dumps(problem)
    retry = [f"Retry-After: {RETRY_AFTER_SECONDS[status]}"] if status in RETRY_AFTER_SECONDS else []
    lines = [
        f"HTTP/1.1 {int(status)} {status.phrase}",
        "Connection: close",
        "Content-Type: application/problem+json",
        f"Content-Length: {len(body)}",
        *retry,
        "",
        body,
    ]
    return "\r\n".join(lines).encode()


RESERVED_FILES = 128
"""Files of the process that are not for clients, but for the store and pages."""


MAX_UNREAD_BYTES = 32 * 2**20
"""Bytes of replies that the clients of one network may leave unread in a process."""
MANY_UNREAD_BYTES = MAX_UNREAD_BYTES // 2
"""Unread bytes above which a network gets no new connection, so that those cut off do not come back."""


class Admission:
    """Counts connections, requests and unread bytes of one process. Only its event loop calls it.

    Behind *proxies* the requests under way count for the networks of clients, because all connections are
    those of a proxy.
    """

    def __init__(self, largest: int, largest_of_network: int | None, proxies: int) -> None:
        self._maximum, self._maximum_of_network, self._proxies = largest, largest_of_network, proxies
        self._open, self._asking, self._unread = Counter[str](), Counter[str](), Counter[str]()
        self._total = 0
        self._crowded = refusal_reply(HTTPStatus.TOO_MANY_REQUESTS, CROWDED, "too-many")
        self._full = refusal_reply(HTTPStatus.SERVICE_UNAVAILABLE, FULL, "unavailable")

    def admit_connection(self, network: str) -> bytes | None:
        """Counts a connection from *network*, or returns the refusal to send to it."""
        if not self._proxies and (
            self._is_crowded(self._open[network]) or self._unread[network] > MANY_UNREAD_BYTES
        ):
            return self._crowded
        if self._total >= self._maximum:
            return self._full
        self._total += 1
        self._open[network] += 1
        return None

    def count_leaving(self, network: str) -> None:
        """Counts the connection no longer."""
        self._total -= 1
        _subtract(self._open, network, 1)

    def find_network(self, network: str, headers: Sequence[tuple[bytes, bytes]]) -> str:
        """Returns the network of the client of a request with *headers*, over a connection from *network*."""
        if not self._proxies:
            return network
        forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for")
        return network_of(forwarded_address(network, forwarded, self._proxies))

    def admit_request(self, network: str) -> bytes | None:
        """Counts a request of *network* behind a proxy, or returns the refusal to send to it."""
        if self._proxies:
            if self._is_crowded(self._asking[network]):
                return self._crowded
            self._asking[network] += 1
        return None

    def count_reply(self, network: str) -> None:
        """Counts the request no longer."""
        if self._proxies:
            _subtract(self._asking, network, 1)

    def count_unread(self, network: str, size: int) -> bool:
        """Adds *size* to the unread bytes of *network*, and returns whether they are within the bound."""
        if size < 0:
            _subtract(self._unread, network, -size)
        else:
            self._unread[network] += size
        return self._unread[network] <= MAX_UNREAD_BYTES

    def _is_crowded(self, count: int) -> bool:
        return self._maximum_of_network is not None and count >= self._maximum_of_network


def _subtract(counter: Counter[str], network: str, number: int) -> None:
    counter[network] -= number
    if counter[network] <= 0:
        del counter[network]


def make_admission(settings: Settings) -> Admission:
    """Returns the admission for *settings*."""
    largest = max(1, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED_FILES)
    connections = settings.limits.connections if settings.limits else None
    return Admission(largest, connections, settings.proxies)


def raise_file_limit() -> None:
    """Lets this process open as many files and connections as the system allows."""
    maximum = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (maximum, maximum))
