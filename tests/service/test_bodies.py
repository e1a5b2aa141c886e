"""Bodies of requests, as the event loop reads them."""

from __future__ import annotations

import asyncio
from typing import Any

from service.serving.bodies import SMALL_BYTES, Body, read_small


def part(body: bytes, *, more: bool) -> dict[str, Any]:
    """Returns the message with a part of a body."""
    return {"type": "http.request", "body": body, "more_body": more}


def read(*messages: dict[str, Any]) -> Body | None:
    """Reads a body that comes in these *messages*."""
    coming = iter(messages)

    async def receive() -> dict[str, Any]:
        return next(coming)

    return asyncio.run(read_small(receive))


def test_a_small_body_is_whole_before_a_thread_takes_the_request() -> None:
    body = read(part(b'{"game":', more=True), part(b'"arena"}', more=False))
    assert body is not None
    assert (body.start, body.complete) == (b'{"game":"arena"}', True)


def test_a_large_body_is_left_to_a_thread() -> None:
    body = read(part(b"a" * (SMALL_BYTES + 1), more=True))
    assert body is not None
    assert not body.complete


def test_a_body_that_its_client_cut_off_is_not_answered() -> None:
    assert read(part(b'{"game":"arena"}', more=True), {"type": "http.disconnect"}) is None
