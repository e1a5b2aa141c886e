"""Connections to PostgreSQL that the server has not hung up on since they were last used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from eventsourcing.postgres import PostgresDatastore
from psycopg import Connection, OperationalError
from psycopg.rows import DictRow

GOODBYES = 2
"""How often is listened: the server says why it hangs up, and hangs up."""


class SteadyDatastore(PostgresDatastore):
    """A datastore that hands out no connection that has been closed by the other side.

    After a restart of the server all that lie in the pool are. The first that is found so has all of them
    looked at, and nobody else meets one: no write is put in doubt by it. It costs no word with the server.
    """

    def __init__(self, made: PostgresDatastore) -> None:
        vars(self).update(vars(made))  # the library's factory makes no others

    @contextmanager
    def get_connection(self) -> Iterator[Connection[DictRow]]:
        """Lends a connection."""
        with ExitStack() as lending:
            connection = lending.enter_context(super().get_connection())
            if _hung_up(connection):
                lending.close()
                self.pool.check()
                connection = lending.enter_context(super().get_connection())
            yield connection


def _hung_up(connection: Connection[DictRow]) -> bool:
    try:
        for _ in range(GOODBYES):
            connection.pgconn.consume_input()
    except OperationalError:
        return True
    return False
