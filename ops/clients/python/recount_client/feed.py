"""The feed of facts, in order and each fact once, across lost connections and restarts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import httpx

from .calls import Call, Listing, Query, Reply
from .problems import Problem
from .retries import TRANSIENT, Retries
from .sse import Decoder

if TYPE_CHECKING:
    from .types import Notice as Notice
else:
    # Type checkers alone need the generated module.
    Notice = dict[str, Any]

PATH = "/api/v1/facts"
EVENTS = "text/event-stream"
LOG = "Recount-Log"

SILENCE = httpx.Timeout(30.0, read=60.0)
"""A stream sends a comment every 15 seconds, so a longer silence is a lost connection."""
NO_STREAM = frozenset((406, 429))
"""Statuses of a service or a proxy that has no stream for this client, but may have pages."""


class LogReplaced(Exception):
    """The service has another log, where positions of the earlier one mean nothing.

    A restored backup has a new log. Read it from position 0 into an empty copy.
    """

    def __init__(self, log: str) -> None:
        self.log = log
        super().__init__(f"The service has another log now, {log}.")


class FeedState:
    """The place of one reader in the feed: the `position` it has read, and the id of the `log`."""

    def __init__(self, position: int, log: str | None, filters: Query, retries: Retries) -> None:
        self.position, self.log = position, log
        self._filters, self._retries, self._failures = filters, retries, 0
        self._decoder = Decoder()

    def stream(self, http: httpx.Client | httpx.AsyncClient, token: str) -> httpx.Request:
        """Returns the request that opens a stream at the position."""
        self._decoder = Decoder()
        headers = {"Accept": EVENTS, "Last-Event-ID": str(self.position)}
        request = Call[None]("GET", PATH, query=self._filters, headers=headers).request(http, token, None)
        request.extensions["timeout"] = SILENCE.as_dict()
        return request

    def pages(self) -> Listing[Notice]:
        """Returns the request for the pages after the position."""
        return Listing("GET", PATH, query={**self._filters, "after": self.position})

    def opened(self, response: httpx.Response) -> bool:
        """Returns whether *response* is a stream; raises `LogReplaced` for one of another log."""
        if not response.is_success or not response.headers.get("Content-Type", "").startswith(EVENTS):
            return False
        self._check_log(response.headers)
        self._failures = 0
        return True

    def page(self, reply: Reply[Any]) -> Iterator[Notice]:
        """Yields the notices of a page; raises `LogReplaced` for one of another log."""
        self._check_log(reply.headers)
        for notice in reply.body["items"]:
            yield from self._unread(notice)
        self.position = max(self.position, reply.body["position"])

    def notices(self, chunk: bytes) -> Iterator[Notice]:
        """Yields the notices that a *chunk* of the stream completes."""
        for event in self._decoder.decode(chunk):
            if event.data:
                yield from self._unread(json.loads(event.data))
            else:
                # Nothing that the filters let through came up to here: a later stream starts after it.
                self.position = max(self.position, int(event.id))

    def _unread(self, notice: Notice) -> Iterator[Notice]:
        """Yields *notice* and moves the position on, unless it was yielded before."""
        if notice["position"] > self.position:
            self.position = notice["position"]
            yield notice

    def _check_log(self, headers: Mapping[str, str]) -> None:
        log = headers[LOG]
        if self.log is not None and log != self.log:
            raise LogReplaced(log)
        self.log = log

    def delay(self, refusal: Problem | None = None) -> float:
        """Returns the seconds until the next attempt to open a stream; raises a *refusal* that is final."""
        if refusal is not None and refusal.status not in TRANSIENT:
            raise refusal
        self._failures += 1
        least = refusal.retry_after if refusal is not None else self._decoder.retry
        return max(least or 0.0, self._retries.backoff(self._failures))
