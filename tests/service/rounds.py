"""Rounds of the event loop, for tests that look at its order."""

from __future__ import annotations

import asyncio


async def pass_round() -> None:
    """Returns in the next round of the event loop."""
    loop = asyncio.get_running_loop()
    following = loop.create_future()
    loop.call_soon(following.set_result, None)
    await following
