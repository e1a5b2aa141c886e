"""Admission of connections, with a maximum for all clients and for each network."""

from __future__ import annotations

import json
import resource
from collections import Counter
from http import HTTPStatus

from ..http.addresses import API
from ..http.middleware.networks import network_of
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


class Admission:
    """Counts the open connections of one process. Only its event loop calls it."""

    def __init__(self, largest: int, largest_of_network: int | None) -> None:
        self._maximum, self._maximum_of_network = largest, largest_of_network
        self._open = Counter[str]()

    def admit_client(self, address: str) -> bytes | None:
        """Counts a connection from *address*, or returns the refusal to send to it."""
        client = network_of(address)
        if self._maximum_of_network is not None and self._open[client] >= self._maximum_of_network:
            return refusal_reply(HTTPStatus.TOO_MANY_REQUESTS, CROWDED, "too-many")
        if self._open.total() >= self._maximum:
            return refusal_reply(HTTPStatus.SERVICE_UNAVAILABLE, FULL, "unavailable")
        self._open[client] += 1
        return None

    def count_leaving(self, address: str) -> None:
        """Counts the connection no longer."""
        client = network_of(address)
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]


def make_admission(settings: Settings) -> Admission:
    """Returns the admission for *settings*.

    A proxy counts its clients itself, because all have its address.
    """
    largest = max(1, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED_FILES)
    counted = settings.limits is not None and not settings.proxies
    return Admission(largest, settings.limits.connections if counted and settings.limits else None)


def raise_file_limit() -> None:
    """Lets this process open as many files and connections as the system allows."""
    maximum = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (maximum, maximum))
