"""A process beside the one that serves, which starts it, keeps it going, and ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from threading import Event, Thread

from .interpreter import module
from .observability import logging

log = logging.logger(__name__)

LOOK = 1.0
"""Seconds between two looks whether a process goes on."""
PATIENCE = 10.0
"""Seconds that it may take to end."""


class Subprocess:
    """Keeps a process going that runs *module*, and in it `ended_with_parent`, with an *environment*."""

    def __init__(self, module: str, environment: Mapping[str, str]) -> None:
        self._module, self._environment = module, environment

    def run(self, stop: Event) -> None:
        """Starts it, and again whenever it has ended, until *stop* is set."""
        while not stop.is_set():
            process = subprocess.Popen(
                module(self._module),
                stdin=subprocess.PIPE,
                env={**os.environ, **self._environment},
                start_new_session=True,  # an interrupt is for whoever serves
            )
            try:
                while process.poll() is None and not stop.wait(LOOK):
                    pass
            finally:
                _end(process)
            if not stop.is_set():
                log.warning("a process has ended", module=self._module, status=process.returncode)


def _end(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
    process.kill()
    process.wait()


def ended_with_parent() -> Event:
    """Returns what is set when this process is to end: it is told to, or the one that started it is gone.

    That one holds the other end of the standard input, and writes nothing there.
    """
    end = Event()
    signal.signal(signal.SIGTERM, lambda *_: end.set())

    def read() -> None:
        sys.stdin.buffer.read()
        end.set()

    Thread(target=read, name="parent", daemon=True).start()
    return end
