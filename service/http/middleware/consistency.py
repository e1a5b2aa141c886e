"""Freshness: who has written reads what was written, by the position that the reply told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from flask import request

from domain.errors import LocalizableError, RecountError
from domain.messages import Message

from ...eventstore.store import Store
from ..problems import query_error
from ..services import services

MAX_AHEAD_FACTS = 1_000_000
"""How many facts a database that stood in for another may be behind what the other has told."""

Reply = TypeVar("Reply")


class NotYet(LocalizableError):
    """The log or its views have not come as far as was asked."""

    slug = "not-yet"


def read_fresh(view: Callable[..., Reply], arguments: Sequence[Any], path: Mapping[str, Any]) -> Reply:
    """Calls *view* only when the log has come to the `min_position` of its first argument.

    A projection that *view* reads may be behind the log all the same. A client with a token or a cookie
    may have written, which decides where `read_log` reads.
    """
    store, min_position = services()[Store], arguments[0]["min_position"]

    def call_view() -> Reply:
        check_fresh(store, min_position)
        return view(*arguments, **path)

    wrote = "HTTP_AUTHORIZATION" in request.environ or "HTTP_COOKIE" in request.environ
    return read_log(store, min_position, wrote, call_view)


def read_log(store: Store, minimum: int, wrote: bool, read: Callable[[], Reply]) -> Reply:
    """Lets *read* read the log from a replica, where there is one, that has come to position *minimum*.

    Who may have written (*wrote*) and does not say up to where is answered by the primary. What a replica
    lacks is looked for there before it is refused.
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
    """Raises `NotYet` unless the log has come to position *minimum*; no reply has told of one far ahead."""
    ahead = minimum - store.position() if minimum > store.known_position else 0
    if ahead > MAX_AHEAD_FACTS:
        raise query_error(
            {"min_position": [Message("No reply has told of position {least}.", least=minimum)]}
        )
    if ahead > 0:
        raise NotYet(Message("Nothing stands at position {least} yet.", least=minimum))
