"""Streams: what everything has in common that goes on after its headers are sent."""

from __future__ import annotations

from collections.abc import Iterator

from domain.errors import RecountError

from ..observability import logging

log = logging.logger(__name__)

EVENTS = "text/event-stream"

RETRY = 2000
"""Milliseconds after which a client that lost its stream may come back."""
KEEP_ALIVE = 15.0
"""Seconds of silence after which a stream says that it is still there."""


def preamble(log_id: str) -> bytes:
    """Returns the first lines of a stream: when to return, and the id of the log as a comment."""
    return b"retry: %d\n: log %b\n\n" % (RETRY, log_id.encode())


def until_refused(events: Iterator[bytes]) -> Iterator[bytes]:
    """Yields *events* to their end, or as far as they may be told.

    A status cannot be taken back. Who is cut off comes back as after every end, and is told then why not.
    """
    try:
        yield from events
    except RecountError as refusal:
        if not refusal.slug:
            raise
        log.warning("stream cut off", problem=refusal.slug)
