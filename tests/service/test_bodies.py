"""Bodies of requests, as the event loop reads them."""

from __future__ import annotations

import asyncio
from typing import Any

from service.serving.bodies import SMALL_BYTES, Body, read_small
from service.serving.environ import LATE_BODY


def part(body: bytes, *, more: bool) -> dict[str, Any]:
    """Returns the message with a part of a body."""
    return {"type": "http.request", "body": body, "more_body": more}


def read(*messages: dict[str, Any], late: bool = False) -> Body | None:
    """Reads a body that comes in these *messages*; its connection says if it takes too long."""
    coming = iter(messages)
    scope = {LATE_BODY: True} if late else {}

    async def receive() -> dict[str, Any]:
        return next(coming)

    return asyncio.run(read_small(scope, receive))


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


def test_a_late_body_is_read_no_further() -> None:
    body = read(part(b'{"game":', more=True), late=True)
    assert body is not None
    assert (body.start, body.complete, body.late) == (b'{"game":', False, True)
