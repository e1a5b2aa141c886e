"""Freshness: who has written reads what was written, by the position that the reply told."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from flask import request

from domain.errors import LocalizableError, RecountError
from domain.messages import Message

from ..eventstore.store import Store
from .problems import refused
from .responses import services

AHEAD = 1_000_000
"""How many facts a database that stood in for another may be behind what the other has told."""

Reply = TypeVar("Reply")


class NotYet(LocalizableError):
    """The log or its views have not come as far as was asked."""

    slug = "not-yet"


def fresh(view: Callable[..., Reply]) -> Callable[..., Reply]:
    """Lets *view* read only when the log has come to the `min_position` it is asked with.

    What is read from the log itself is there then; what is read from a view waits for it. The log is read
    from a replica, where there is one, unless who asks may have written and does not say up to where. What a
    replica lacks is looked for in the primary before it is refused.
    """

    def checked(asked: dict[str, Any], *sent: Any, **named: Any) -> Reply:
        check_fresh(services().store, asked["min_position"])
        return view(asked, *sent, **named)

    @wraps(view)
    def read(asked: dict[str, Any], *sent: Any, **named: Any) -> Reply:
        least = asked["min_position"]
        if not least and (request.authorization or request.cookies):
            return checked(asked, *sent, **named)
        with services().store.database.reading(least) as leave:
            try:
                return checked(asked, *sent, **named)
            except RecountError:
                if not leave():
                    raise
            return checked(asked, *sent, **named)

    return read


def check_fresh(store: Store, least: int) -> None:
    """Raises `NotYet` unless the log has come to position *least*; no reply has told of one far ahead."""
    ahead = least - store.position() if least > store.known else 0
    if ahead > AHEAD:
        raise refused({"min_position": [Message("No reply has told of position {least}.", least=least)]})
    if ahead > 0:
        raise NotYet(Message("Nothing stands at position {least} yet.", least=least))
