"""A Redis that can be killed, and comes back at the same address with nothing in it."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path

from redis import ConnectionError

from projections.redis_view_store import connect_redis
from tests.projections.waiting import until


class MortalRedis:
    """A private Redis in the directory *home*, alive at first; it keeps nothing on disk."""

    def __init__(self, home: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self._home = home
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self.start()

    def start(self) -> None:
        """Brings it to life; returns when it answers."""
        serve = ["redis-server", "--bind", "127.0.0.1", "--port", str(self._port), "--save", ""]
        self._process = subprocess.Popen(
            ["setpriv", "--pdeathsig=KILL", "--", *serve], cwd=self._home, stdout=subprocess.DEVNULL
        )
        until(self._answers)

    def kill(self) -> None:
        """Ends it without farewell."""
        self._process.kill()
        self._process.wait()

    def _answers(self) -> bool:
        try:
            with connect_redis(self.url) as client:
                return bool(client.ping())
        except ConnectionError:
            return False
