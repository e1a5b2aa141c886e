"""What is sent to PostgreSQL again: reads over connections that broke, and writes that it has refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import unwrap
from typing import ParamSpec, TypeVar

from eventsourcing.persistence import InterfaceError, InternalError, OperationalError
from psycopg.errors import QueryCanceled, ReadOnlySqlTransaction
from psycopg_pool import PoolTimeout

from .connection import NoReply

P = ParamSpec("P")
R = TypeVar("R")

BROKEN = 20
"""How many broken connections a read puts up with: a pool may hold that many after a restart."""
WAITED = (PoolTimeout, NoReply, QueryCanceled)
"""What has taken as long as anybody should wait."""


def repeated(read: Callable[P, R]) -> Callable[P, R]:
    """Returns *read*, repeated at once when its connection turns out to be broken.

    A wait is not repeated, unlike what the library does: while the database is gone, or silent, whoever asks
    is told so after one such wait, and not after ten.
    """
    once: Callable[P, R] = unwrap(read)

    @wraps(once)
    def reading(*args: P.args, **kwargs: P.kwargs) -> R:
        for _ in range(BROKEN):
            try:
                return once(*args, **kwargs)
            except (InterfaceError, OperationalError) as error:
                if isinstance(error.__cause__, WAITED):
                    raise
        return once(*args, **kwargs)

    return reading


def refused_once(write: Callable[P, R]) -> Callable[P, R]:
    """Returns *write*, repeated once when the server was no primary any more, for then nothing was written.

    By then the pool connects to that which has taken over.
    """

    @wraps(write)
    def writing(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return write(*args, **kwargs)
        except InternalError as error:
            if not isinstance(error.__cause__, ReadOnlySqlTransaction):
                raise
        return write(*args, **kwargs)

    return writing
