"""The service in a process of its own, for browsers: started, killed and started again on the same port."""

from __future__ import annotations

import atexit
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from threading import Event

import httpx

from service.subprocesses import module_command

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds that the service may take to start."""

HTTP = httpx.Client(cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())), timeout=PATIENCE)
"""Client without cookies, shared because its creation is slow.

It waits for `PATIENCE`: the first heavy request starts a process beside the server, slow on a busy machine.
"""
atexit.register(HTTP.close)

SCRIPTED = "tests.browser.scripted:app"
"""The service with chance as written; `REAL` is the one that people meet."""
REAL = "service.wsgi:app"


class Served:
    """A service that runs, at `url`."""

    def __init__(self, data: Path, application: str = SCRIPTED, sources: Path | None = None) -> None:
        self.data = data
        self._sources = sources
        self.application = application
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.lost_on_purpose = False
        self.start()

    def start(self) -> None:
        """Starts the service, and waits until it answers."""
        environment = {
            **os.environ,
            "RECOUNT_DATA": str(self.data),
            "RECOUNT_LIMITS": "off",
            "RECOUNT_RUNNER": "on",
            "RECOUNT_WEBHOOKS_LOOPBACK": "on",
        }
        environment["PYTHONPATH"] = os.pathsep.join(str(path) for path in (self._sources, ROOT) if path)
        command = module_command(
            "service.http_server", "127.0.0.1", str(self.port), "1", self.application, ""
        )
        with (self.data / "service.log").open("ab") as log:
            self._process = subprocess.Popen(
                command, env=environment, stdout=log, stderr=log, start_new_session=True
            )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < deadline, "the service did not start"
            assert self._process.poll() is None, "the service ended"
            Event().wait(0.02)

    @property
    def group(self) -> int:
        """The group of its processes."""
        return self._process.pid

    def kill(self) -> None:
        """Ends the service as a power cut would."""
        self.lost_on_purpose = True
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def expected(self, trouble: str) -> bool:
        """Tells whether a message of the browser is one that a test brought about: a lost line, a refusal."""
        return "Failed to load resource" in trouble or (self.lost_on_purpose and "net::ERR" in trouble)

    def _answers(self) -> bool:
        try:
            return HTTP.get(f"{self.url}/healthz", timeout=1).status_code == 200
        except httpx.HTTPError:
            return False


@contextmanager
def serving(data: Path, application: str = SCRIPTED, sources: Path | None = None) -> Iterator[Served]:
    """Runs the service on a free port, its data in *data*, from the sources here or from other ones."""
    service = Served(data, application, sources)
    try:
        yield service
    finally:
        service.kill()  # nobody is left who waits for the end of a stream


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
