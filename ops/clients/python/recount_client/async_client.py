"""The client for programs on an event loop of asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from types import TracebackType
from typing import TypeVar

import httpx

from .calls import Call, Listing, Reply, read_reply
from .feed import NO_STREAM, FeedState, Notice
from .problems import Problem
from .retries import Retries

T = TypeVar("T")


class AsyncRecount:
    """Client of the service at *address*, with a *token* or as the public.

    Each request is repeated by the rules of *retries*. A POST keeps its idempotency key, so the service
    carries it out once. *http* brings connections of the caller, whose `base_url` is then the address.
    """

    def __init__(
        self,
        address: str = "",
        token: str = "",
        *,
        retries: Retries | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self.token, self.retries = token, retries or Retries()
        self.http = http or httpx.AsyncClient(base_url=address, timeout=30)

    def with_token(self, token: str) -> AsyncRecount:
        """Returns a client with another token on the same connections."""
        return AsyncRecount(token=token, retries=self.retries, http=self.http)

    async def send(self, call: Call[T], *, key: str | None = None) -> T:
        """Returns the body of the reply to *call*.

        *key* is its idempotency key, for a program that stores it to repeat the call after a crash. Raises
        `Problem`, and `httpx.TransportError` when no attempt got a reply.
        """
        return (await self.request(call, key=key)).body

    async def request(self, call: Call[T], *, key: str | None = None) -> Reply[T]:
        """Returns the whole reply to *call*, with its headers; the rest is as with `send`."""
        request, attempt = call.request(self.http, self.token, key), 0
        while True:
            attempt += 1
            try:
                response = await self.http.send(request, follow_redirects=True)
            except httpx.TransportError as error:
                delay = self.retries.delay(attempt, error)
                if delay is None:
                    raise
            else:
                delay = self.retries.delay(attempt, response)
                if delay is None:
                    return read_reply(response)
            await asyncio.sleep(delay)

    async def each(self, listing: Listing[T]) -> AsyncIterator[T]:
        """Yields the items of a list, and requests each page when it is needed."""
        async for page in self._pages(listing):
            for item in page.body["items"]:
                yield item

    def feed(self, after: int = 0, *, log: str | None = None, **filters: str | Sequence[str]) -> AsyncFeed:
        """Returns the facts after the position *after*, and all that follow, as an iterator without end.

        Store `position` of a notice in the transaction that stores its effect, and give it here after a
        restart. With the id of the *log* that the position is of, a restored service is recognized.
        """
        return AsyncFeed(self, FeedState(after, log, filters, self.retries))

    async def _pages(self, listing: Listing[T]) -> AsyncIterator[Reply[dict[str, list[T]]]]:
        following: Listing[T] | None = listing
        while following is not None:
            reply = await self.request(following)
            yield reply
            following = following.next(reply.body)

    async def close(self) -> None:
        """Closes the connections."""
        await self.http.aclose()

    async def __aenter__(self) -> AsyncRecount:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class AsyncFeed:
    """Notices of the feed, each once. Lost connections are opened again for as long as it takes.

    Raises `Problem` for a refusal that waiting does not change, and `LogReplaced`.
    """

    def __init__(self, recount: AsyncRecount, state: FeedState) -> None:
        self._recount, self._state = recount, state

    @property
    def position(self) -> int:
        """The position up to which the feed was read."""
        return self._state.position

    @property
    def log(self) -> str | None:
        """The id of the log, once the service has replied."""
        return self._state.log

    async def __aiter__(self) -> AsyncIterator[Notice]:
        while True:
            refusal = None
            try:
                async with aclosing(self._stream()) as notices:
                    async for notice in notices:
                        yield notice
            except httpx.TransportError:
                pass
            except Problem as problem:
                refusal = problem
            await asyncio.sleep(self._state.delay(refusal))

    async def _stream(self) -> AsyncGenerator[Notice, None]:
        """Yields notices from one stream to its end, or from pages where there is no stream."""
        http = self._recount.http
        response = await http.send(self._state.stream(http, self._recount.token), stream=True)
        try:
            if self._state.opened(response):
                async for chunk in response.aiter_bytes():
                    for notice in self._state.notices(chunk):
                        yield notice
                return
            await response.aread()
        finally:
            await response.aclose()
        if response.is_error and response.status_code not in NO_STREAM:
            raise Problem.of(response)
        async for page in self._recount._pages(self._state.pages()):
            for notice in self._state.page(page):
                yield notice
