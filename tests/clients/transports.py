"""Networks that lose what they carry."""

from __future__ import annotations

import httpx


class LostReplies(httpx.HTTPTransport):
    """Loses the first reply to a POST, after the service has carried out the request."""

    def __init__(self) -> None:
        super().__init__()
        self.lost = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Sends *request*."""
        response = super().handle_request(request)
        if request.method == "POST" and not self.lost:
            self.lost += 1
            response.read()
            raise httpx.ReadError("The reply is lost.")
        return response


class AsyncLostReplies(httpx.AsyncHTTPTransport):
    """The same on an event loop."""

    def __init__(self) -> None:
        super().__init__()
        self.lost = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Sends *request*."""
        response = await super().handle_async_request(request)
        if request.method == "POST" and not self.lost:
            self.lost += 1
            await response.aread()
            raise httpx.ReadError("The reply is lost.")
        return response


class PlainProxy(httpx.HTTPTransport):
    """Lets no stream through."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Sends *request*, unless it is for a stream."""
        if request.headers["Accept"] == "text/event-stream":
            return httpx.Response(406, request=request)
        return super().handle_request(request)
