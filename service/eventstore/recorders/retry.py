"""Reading from PostgreSQL over connections that may have broken since they were last used."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import unwrap
from typing import ParamSpec, TypeVar

from eventsourcing.persistence import InterfaceError, OperationalError
from psycopg_pool import PoolTimeout

P = ParamSpec("P")
R = TypeVar("R")

BROKEN = 20
"""How many broken connections a read puts up with: a pool may hold that many after a restart."""


def repeated(read: Callable[P, R]) -> Callable[P, R]:
    """Returns *read*, repeated at once when its connection turns out to be broken.

    The wait for a new connection is not repeated, unlike what the library does: while the database is gone,
    whoever asks is told so after one such wait, and not after ten.
    """
    once: Callable[P, R] = unwrap(read)

    @wraps(once)
    def reading(*args: P.args, **kwargs: P.kwargs) -> R:
        for _ in range(BROKEN):
            try:
                return once(*args, **kwargs)
            except (InterfaceError, OperationalError) as error:
                if isinstance(error.__cause__, PoolTimeout):
                    raise
        return once(*args, **kwargs)

    return reading
