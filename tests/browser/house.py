"""The service in a process of its own, for browsers: started, killed and started again on the same port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

PATIENCE = 60.0
"""Seconds that the service may take to start."""
_SERVE = (
    "import sys; from service.serving import serve; "
    "serve('127.0.0.1', int(sys.argv[1]), 1, 'tests.browser.scripted:app')"
)


class Served:
    """A service that runs, at `url`."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.lost_on_purpose = False
        self.start()

    def start(self) -> None:
        """Starts the service, and waits until it answers."""
        environment = {**os.environ, "RECOUNT_DATA": str(self.data), "RECOUNT_LIMITS": "off"}
        command = [sys.executable, "-c", _SERVE, str(self.port)]
        self._process = subprocess.Popen(command, env=environment, start_new_session=True)
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < deadline, "the service did not start"
            assert self._process.poll() is None, "the service ended"

    def kill(self) -> None:
        """Ends the service as a power cut would."""
        self.lost_on_purpose = True
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """Ends the service, if it runs."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGTERM)
            self._process.wait(PATIENCE)

    def expected(self, trouble: str) -> bool:
        """Tells whether a message of the browser is one that a test brought about: a lost line, a refusal."""
        return "Failed to load resource" in trouble or (self.lost_on_purpose and "net::ERR" in trouble)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz", timeout=1).status_code == 200
        except httpx.HTTPError:
            return False


@contextmanager
def serving(data: Path) -> Iterator[Served]:
    """Runs the service on a free port, its data in *data*."""
    house = Served(data)
    try:
        yield house
    finally:
        house.stop()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
