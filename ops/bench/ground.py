"""The resources of measurements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import servers

from .peers import Peers


class Ground(ExitStack):
    """The number of *rounds*, the *seconds* of a measure in each, and servers that start on first use."""

    def __init__(self, rounds: int, seconds: float) -> None:
        super().__init__()
        self.rounds, self.seconds = rounds, seconds

    @cached_property
    def postgres(self) -> servers.Postgres:
        """A PostgreSQL."""
        return self.enter_context(servers.postgres())

    @cached_property
    def redis_url(self) -> str:
        """The URL of a Redis."""
        return self.enter_context(servers.redis_server())

    @cached_property
    def peers(self) -> Peers:
        """boardgame.io, if it can be installed."""
        return self.enter_context(Peers())

    @contextmanager
    def directory(self) -> Iterator[Path]:
        """Yields an empty directory, and removes it afterwards."""
        with TemporaryDirectory(prefix="recount-") as temporary:
            yield Path(temporary)
