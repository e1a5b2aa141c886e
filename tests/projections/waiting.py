"""Waiting for what has to come about."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event


def until(true: Callable[[], bool], patience: float = 10.0) -> None:
    """Returns once *true* holds; fails when it does not within *patience* seconds."""
    deadline = time.monotonic() + patience
    while not true():
        assert time.monotonic() < deadline, f"not within {patience} seconds"
        Event().wait(0.002)
