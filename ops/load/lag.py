"""Lag: how old the oldest fact is that a projection has not taken in, looked at again and again."""

from __future__ import annotations

import asyncio
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families

PAUSE = 0.25
"""Seconds between two looks."""
LAG = "recount_projection_lag_seconds"


async def watch(address: str, lags: list[float]) -> None:
    """Adds to *lags* what the metrics at *address* tell, in seconds, of the projection furthest behind."""
    while True:
        lags.append(await asyncio.to_thread(_look, address))
        await asyncio.sleep(PAUSE)


def _look(address: str) -> float:
    with urlopen(address, timeout=30) as reply:
        families = text_string_to_metric_families(reply.read().decode())
        return max(sample.value for family in families if family.name == LAG for sample in family.samples)
