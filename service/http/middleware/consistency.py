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
"""Hidden facts that may follow the last public one."""

Reply = TypeVar("Reply")


class NotYet(LocalizableError):
    """A list has not reached the required position."""

    slug = "not-yet"


class Freshness:
    """Freshness of reads in *store*. *is_past* returns whether a public fact is at a position or later."""

    def __init__(self, store: Store, is_past: Callable[[int], bool]) -> None:
        self._store, self._is_past = store, is_past

    def read(self, minimum: int, wrote: bool, view: Callable[[], Reply]) -> Reply:
        """Calls *view* with all facts up to position *minimum*.

        A replica serves positions of the past. The primary serves later ones at once, because it has every
        fact that a reply has named. A refusal would tell everybody how many facts the public may not see. The
        primary also serves clients that may have written (*wrote*) and send no position, and data that the
        replica lacks.
        """
        if minimum and not self._is_past(minimum):
            if not self._is_past(max(0, minimum - MAX_AHEAD_FACTS)):
                raise query_error(
                    {"min_position": [Message("No reply has told of position {least}.", least=minimum)]}
                )
            return view()
        if wrote and not minimum:
            return view()
        with self._store.database.replica_reads(minimum) as leave:
            try:
                return view()
            except RecountError:
                if not leave():
                    raise
            return view()


def read_fresh(view: Callable[..., Reply], arguments: Sequence[Any], path: Mapping[str, Any]) -> Reply:
    """Calls *view* with all facts up to the `min_position` of its first argument.

    A projection behind *view* may lag all the same. A client with a token or a cookie may have written.
    """
    wrote = "HTTP_AUTHORIZATION" in request.environ or "HTTP_COOKIE" in request.environ
    return services()[Freshness].read(arguments[0]["min_position"], wrote, lambda: view(*arguments, **path))
