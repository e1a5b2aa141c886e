"""Child processes that the service starts, watches and ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from threading import Event, Thread

from .observability import logging

log = logging.logger(__name__)

POLL_SECONDS = 1.0
"""Seconds between two looks whether a process goes on."""
END_TIMEOUT_SECONDS = 10.0
"""Seconds that it may take to end."""


class Subprocess:
    """Keeps a process going that runs *module*, and in it `watch_parent`, with an *environment*."""

    def __init__(self, module: str, environment: Mapping[str, str]) -> None:
        self._module, self._environment = module, environment

    def run(self, stop: Event) -> None:
        """Starts the process, and restarts it after each end, until *stop* is set."""
        while not stop.is_set():
            process = subprocess.Popen(
                module_command(self._module),
                stdin=subprocess.PIPE,
                env={**os.environ, **self._environment},
                start_new_session=True,  # an interrupt is for the server
            )
            try:
                while process.poll() is None and not stop.wait(POLL_SECONDS):
                    pass
            finally:
                _end_process(process)
            if not stop.is_set():
                log.warning("a process has ended", module=self._module, status=process.returncode)


def _end_process(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(END_TIMEOUT_SECONDS)
    process.kill()
    process.wait()


def watch_parent() -> Event:
    """Returns an event that SIGTERM or the end of the parent process sets.

    The parent keeps the other end of standard input open, and writes nothing to it.
    """
    end = Event()
    signal.signal(signal.SIGTERM, lambda *_: end.set())

    def wait_for_parent() -> None:
        sys.stdin.buffer.read()
        end.set()

    Thread(target=wait_for_parent, name="parent", daemon=True).start()
    return end


def module_command(name: str, *words: str) -> list[str]:
    """Returns the command that runs the module *name*, without packages of the working directory."""
    return [sys.executable, "-P", "-m", name, *words]
