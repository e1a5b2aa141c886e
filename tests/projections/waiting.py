"""Waiting for what has to come about."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event

SHORTEST_PAUSE, LONGEST_PAUSE = 0.002, 0.05
"""Seconds between two looks: a tenth of the wait so far, in these bounds.

A look may be a request. Without pauses it would take the processor from the process that is waited for.
"""


def until(true: Callable[[], bool], patience: float = 60.0, event: str = "") -> None:
    """Returns once *true* holds; fails, with the *event*, when it does not within *patience* seconds."""
    start = time.monotonic()
    while not true():
        waited = time.monotonic() - start
        assert waited < patience, f"not within {patience} seconds: {event}"
        Event().wait(min(max(SHORTEST_PAUSE, waited / 10), LONGEST_PAUSE))
