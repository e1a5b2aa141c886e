"""Read-your-writes consistency by positions that earlier replies contained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from flask import request

from domain.errors import LocalizableError, RecountError
from domain.messages import Message

from ...eventstore.store import Store
from ..errors import query_error
from ..services import services

MAX_AHEAD_FACTS = 1_000_000
"""Facts by which a promoted database may be behind the positions that the former one sent."""

Reply = TypeVar("Reply")


class NotYet(LocalizableError):
    """The log or its views have not reached the required position."""

    slug = "not-yet"


def read_fresh(view: Callable[..., Reply], arguments: Sequence[Any], path: Mapping[str, Any]) -> Reply:
    """Calls *view* only when the log has reached the `min_position` of its first argument.

    A projection behind *view* may lag all the same. A client with a token or a cookie may have written, and
    `read_log` needs to know that.
    """
    store, min_position = services()[Store], arguments[0]["min_position"]

    def call_view() -> Reply:
        check_fresh(store, min_position)
        return view(*arguments, **path)

    wrote = "HTTP_AUTHORIZATION" in request.environ or "HTTP_COOKIE" in request.environ
    return read_log(store, min_position, wrote, call_view)


def read_log(store: Store, minimum: int, wrote: bool, read: Callable[[], Reply]) -> Reply:
    """Calls *read* on a replica that has reached position *minimum*, if there is one.

    The primary serves clients that may have written (*wrote*) and send no position. Data that the replica
    lacks comes from the primary too.
    """
    if wrote and not minimum:
        return read()
    with store.database.replica_reads(minimum) as leave:
        try:
            return read()
        except RecountError:
            if not leave():
                raise
        return read()


def check_fresh(store: Store, minimum: int) -> None:
    """Raises `NotYet` unless the log has reached position *minimum*. No reply names one far ahead."""
    ahead = minimum - store.position() if minimum > store.known_position else 0
    if ahead > MAX_AHEAD_FACTS:
        raise query_error(
            {"min_position": [Message("No reply has told of position {least}.", least=minimum)]}
        )
    if ahead > 0:
        raise NotYet(Message("Nothing stands at position {least} yet.", least=minimum))
