"""The ground that measurements stand on: how long they may take, servers, directories, peers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from tests import servers

from .peers import Peers


class Ground:
    """What every measurement is given: *rounds* to take the median of, and *seconds* for a measure in each.

    Servers and peers are started and installed when they are first asked for, and end with it.
    """

    def __init__(self, rounds: int, seconds: float) -> None:
        self.rounds, self.seconds = rounds, seconds
        self._ending = ExitStack()

    @cached_property
    def postgres(self) -> servers.Postgres:
        """A PostgreSQL of our own."""
        return self._ending.enter_context(servers.postgres())

    @cached_property
    def redis_url(self) -> str:
        """The URL of a Redis of our own."""
        return self._ending.enter_context(servers.redis_server())

    @cached_property
    def peers(self) -> Peers:
        """The peers, as far as they can be installed."""
        return self._ending.enter_context(Peers())

    @contextmanager
    def directory(self) -> Iterator[Path]:
        """Makes an empty directory and removes it afterwards."""
        with TemporaryDirectory(prefix="recount-") as temporary:
            yield Path(temporary)

    def __enter__(self) -> Ground:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ending.close()
