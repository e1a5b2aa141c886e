"""The lines of a serving process: written together, errors at once, and none lost but by a kill."""

from __future__ import annotations

import errno
import logging
import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, redirect_stderr
from io import StringIO
from pathlib import Path
from select import PIPE_BUF

from service.observability.line_buffer import LineBuffer
from service.observability.logging import JSON, Journal, logger
from tests.service.client import wait_for
from tests.service.processes import serving

NEVER = 3600.0
"""Seconds after which no test looks."""
LOST_SECONDS, PLAYED_SECONDS = 0.1, 0.5
"""How much of the time before a kill may be missing, and how long requests go on until the kill."""
KILLS = 5
"""Kills at most: a machine with other work wakes the thread of the lines late now and then."""


class Output(StringIO):
    """An error output that notes each part written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.parts = list[str]()

    def write(self, part: str) -> int:
        """Writes a part."""
        self.parts.append(part)
        return super().write(part)


@contextmanager
def buffered(flush_seconds: float = NEVER) -> Iterator[tuple[LineBuffer, list[str]]]:
    """Yields a buffer, and the parts that were written to the error output so far."""
    output = Output()
    with redirect_stderr(output), closing(LineBuffer(flush_seconds)) as lines:
        yield lines, output.parts


def test_lines_are_written_together() -> None:
    with buffered() as (lines, parts):
        for number in range(3):
            lines.append(f"{number}\n")
        assert parts == []
        lines.flush()
        assert parts == ["0\n1\n2\n"]


def test_the_thread_of_the_buffer_writes_them() -> None:
    with buffered(0.001) as (lines, parts):
        lines.append("by itself\n")
        wait_for(lambda: parts == ["by itself\n"], "the line is written")


def test_no_part_is_larger_than_a_pipe_takes_whole_and_none_ends_within_a_line() -> None:
    written = ["é" * 500 + "\n"] * 20
    with buffered() as (lines, parts):
        for line in written:
            lines.append(line)
    assert "".join(parts) == "".join(written)
    assert len(parts) == 5
    assert all(len(part.encode()) <= PIPE_BUF and part.endswith("\n") for part in parts)


def test_a_closed_buffer_has_written_all_and_writes_what_comes_later_at_once() -> None:
    with buffered() as (lines, parts):
        lines.append("before\n")
        lines.close()
        assert parts == ["before\n"]
        lines.append("after\n")
        assert parts == ["before\n", "after\n"]


def test_a_full_disk_costs_lines_and_ends_nothing() -> None:
    class Full(Output):
        def write(self, part: str) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    with buffered() as (lines, parts):
        with redirect_stderr(Full()):
            lines.append("lost\n")
            lines.flush()
        lines.append("written\n")
        lines.flush()
        assert parts == ["written\n"]


def test_an_error_is_written_at_once_with_all_that_came_before() -> None:
    root, output = logging.getLogger(), Output()
    with redirect_stderr(output):
        root.addHandler(served := Journal(JSON))
        with closing(served.start_buffer()):
            log = logger("service.of_this_test")
            log.warning("first")
            log.error("second")
            assert "".join(output.parts).count("\n") == 2
            logging.getLogger("a.library").error("third")
            assert "".join(output.parts).count("\n") == 3


def test_a_killed_worker_loses_at_most_the_lines_of_the_last_tenth_of_a_second(tmp_path: Path) -> None:
    assert any(kill_worker(tmp_path) <= LOST_SECONDS for _ in range(KILLS))


def kill_worker(data: Path) -> float:
    """Kills a worker among requests; returns how long before that the first request without a line began."""
    began = dict[str, float]()
    with serving({"RECOUNT_DATA": str(data)}) as (process, client):
        start = time.monotonic()
        while (now := time.monotonic()) < start + PLAYED_SECONDS:
            began[request := f"request-{len(began)}"] = now
            client.get("/api/v1/games", headers={"X-Request-ID": request})
        killed = time.monotonic()
        os.kill(process.workers()[0], signal.SIGKILL)
        wait_for(lambda: process.lines[-1]["event"] == "a worker has ended", "the supervisor tells of it")
        written = {line.get("request") for line in process.lines}
    lost = [request for request in began if request not in written]
    assert lost == list(began)[len(began) - len(lost) :]
    assert len(lost) < len(began)
    return killed - began[lost[0]] if lost else 0.0
