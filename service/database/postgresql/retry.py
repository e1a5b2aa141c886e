"""Retries of reads over broken connections and of refused writes."""

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

MAX_BROKEN_CONNECTIONS = 20
"""Broken connections for one read. A pool may hold that many after a restart."""
TIMEOUT_ERRORS = (PoolTimeout, NoReply, QueryCanceled)
"""Errors after the longest acceptable wait."""


def retry_read(read: Callable[P, R]) -> Callable[P, R]:
    """Retries *read* immediately when its connection is broken.

    Timeouts are not retried, unlike in the library. While the database is gone or silent, a caller waits for
    one timeout and not for ten.
    """
    original: Callable[P, R] = unwrap(read)

    @wraps(original)
    def read_again(*args: P.args, **kwargs: P.kwargs) -> R:
        for _ in range(MAX_BROKEN_CONNECTIONS):
            try:
                return original(*args, **kwargs)
            except (InterfaceError, OperationalError) as error:
                if isinstance(error.__cause__, TIMEOUT_ERRORS):
                    raise
        return original(*args, **kwargs)

    return read_again


def retry_refused_write(write: Callable[P, R]) -> Callable[P, R]:
    """Retries *write* once when the server is no longer the primary and wrote nothing.

    By then the pool connects to the new primary.
    """

    @wraps(write)
    def write_again(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return write(*args, **kwargs)
        except InternalError as error:
            if not isinstance(error.__cause__, ReadOnlySqlTransaction):
                raise
        return write(*args, **kwargs)

    return write_again
