"""Buffers the log lines of a serving process for one writing thread."""

from __future__ import annotations

import atexit
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from select import PIPE_BUF
from threading import Event, RLock, Thread

FLUSH_SECONDS = 0.05
"""Time until the write of a line. The thread may be late, and a killed process loses 100 ms at most."""
MAX_LINES = 10_000
"""Buffered lines while the error output blocks. Beyond that, their writers wait."""


class LineBuffer:
    """Log lines that a thread of the buffer writes. Any thread adds some.

    A closed buffer writes each line at once.
    """

    def __init__(self, flush_seconds: float = FLUSH_SECONDS) -> None:
        self._lines = list[str]()
        # A garbage collection during a flush may log an error.
        self._writing, self._closed = RLock(), Event()
        self._thread = Thread(target=self._run, args=(flush_seconds,), name="lines", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def append(self, line: str) -> None:
        """Adds a line with its end."""
        self._lines.append(line)
        if self._closed.is_set() or len(self._lines) >= MAX_LINES:
            self.flush()

    def flush(self) -> None:
        """Writes all buffered lines. Drops them if the error output is broken."""
        with self._writing:
            lines = self._lines[:]
            del self._lines[: len(lines)]
            with suppress(OSError):
                for part in _whole_lines(lines):
                    sys.stderr.write(part)
                    sys.stderr.flush()

    def close(self) -> None:
        """Writes all lines that wait, and ends the thread."""
        self._closed.set()
        self._thread.join()
        self.flush()
        atexit.unregister(self.close)

    def _run(self, flush_seconds: float) -> None:
        while not self._closed.wait(flush_seconds):
            self.flush()


def _whole_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yields *lines* in parts that a pipe writes atomically, without bytes of other processes between."""
    part, size = list[str](), 0
    for line in lines:
        length = len(line.encode(errors="backslashreplace"))
        if part and size + length > PIPE_BUF:
            yield "".join(part)
            part, size = [], 0
        part.append(line)
        size += length
    if part:
        yield "".join(part)
