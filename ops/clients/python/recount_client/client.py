"""The client for programs that wait for each reply."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import TypeVar

import httpx

from .calls import Call, Listing, Reply, read_reply
from .feed import NO_STREAM, FeedState, Notice
from .problems import Problem
from .retries import Retries

T = TypeVar("T")


class Recount:
    """Client of the service at *address*, with a *token* or as the public. Threads may share it.

    Each request is repeated by the rules of *retries*. A POST keeps its idempotency key, so the service
    carries it out once. *http* brings connections of the caller, whose `base_url` is then the address.
    """

    def __init__(
        self,
        address: str = "",
        token: str = "",
        *,
        retries: Retries | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        self.token, self.retries = token, retries or Retries()
        self.http = http or httpx.Client(base_url=address, timeout=30)

    def with_token(self, token: str) -> Recount:
        """Returns a client with another token on the same connections."""
        return Recount(token=token, retries=self.retries, http=self.http)

    def send(self, call: Call[T], *, key: str | None = None) -> T:
        """Returns the body of the reply to *call*.

        *key* is its idempotency key, for a program that stores it to repeat the call after a crash. Raises
        `Problem`, and `httpx.TransportError` when no attempt got a reply.
        """
        return self.request(call, key=key).body

    def request(self, call: Call[T], *, key: str | None = None) -> Reply[T]:
        """Returns the whole reply to *call*, with its headers; the rest is as with `send`."""
        request, attempt = call.request(self.http, self.token, key), 0
        while True:
            attempt += 1
            try:
                response = self.http.send(request, follow_redirects=True)
            except httpx.TransportError as error:
                delay = self.retries.delay(attempt, error)
                if delay is None:
                    raise
            else:
                delay = self.retries.delay(attempt, response)
                if delay is None:
                    return read_reply(response)
            time.sleep(delay)

    def each(self, listing: Listing[T]) -> Iterator[T]:
        """Yields the items of a list, and requests each page when it is needed."""
        for page in self._pages(listing):
            yield from page.body["items"]

    def feed(self, after: int = 0, *, log: str | None = None, **filters: str | Sequence[str]) -> Feed:
        """Returns the facts after the position *after*, and all that follow, as an iterator without end.

        Store `position` of a notice in the transaction that stores its effect, and give it here after a
        restart. With the id of the *log* that the position is of, a restored service is recognized.
        """
        return Feed(self, FeedState(after, log, filters, self.retries))

    def _pages(self, listing: Listing[T]) -> Iterator[Reply[dict[str, list[T]]]]:
        following: Listing[T] | None = listing
        while following is not None:
            reply = self.request(following)
            yield reply
            following = following.next(reply.body)

    def close(self) -> None:
        """Closes the connections."""
        self.http.close()

    def __enter__(self) -> Recount:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Feed:
    """Notices of the feed, each once. Lost connections are opened again for as long as it takes.

    Raises `Problem` for a refusal that waiting does not change, and `LogReplaced`.
    """

    def __init__(self, recount: Recount, state: FeedState) -> None:
        self._recount, self._state = recount, state

    @property
    def position(self) -> int:
        """The position up to which the feed was read."""
        return self._state.position

    @property
    def log(self) -> str | None:
        """The id of the log, once the service has replied."""
        return self._state.log

    def __iter__(self) -> Iterator[Notice]:
        while True:
            refusal = None
            try:
                yield from self._stream()
            except httpx.TransportError:
                pass
            except Problem as problem:
                refusal = problem
            time.sleep(self._state.delay(refusal))

    def _stream(self) -> Iterator[Notice]:
        """Yields notices from one stream to its end, or from pages where there is no stream."""
        http = self._recount.http
        response = http.send(self._state.stream(http, self._recount.token), stream=True)
        try:
            if self._state.opened(response):
                for chunk in response.iter_bytes():
                    yield from self._state.notices(chunk)
                return
            response.read()
        finally:
            response.close()
        if response.is_error and response.status_code not in NO_STREAM:
            raise Problem.of(response)
        for page in self._recount._pages(self._state.pages()):
            yield from self._state.page(page)
