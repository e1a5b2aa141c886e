"""The service as a process of its own, for tests of what an operator sees of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import httpx

from service.subprocesses import module_command
from tests.servers import free_port

from .client import Json, wait_for


class Process:
    """A command of ours, running; what it writes into its journal is read while it runs.

    It runs in a directory with packages of somebody else, which have the names of ours.
    """

    def __init__(self, words: list[str], env: dict[str, str], program: str = "service") -> None:
        folder = Path(env["RECOUNT_DATA"])
        for ours in ("domain", "projections", "recount_client", "replays", "service"):
            (folder / f"{ours}.py").write_text("raise SystemExit('somebody else is run')")
        self._running = subprocess.Popen(
            module_command(program, *words),
            env={**os.environ, "RECOUNT_LOG": "json", **env},
            cwd=folder,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.lines: list[Json] = []
        self._reading = Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        assert self._running.stderr is not None
        for line in self._running.stderr:
            self.lines.append(json.loads(line))

    @property
    def pid(self) -> int:
        """The process that keeps the workers going, of a service."""
        return self._running.pid

    def workers(self) -> list[int]:
        """Returns the workers of a service."""
        return [pid for pid in children_of(self.pid) if "spawn_main" in command_line(pid)]

    def send(self, number: signal.Signals) -> None:
        """Sends the process a signal."""
        self._running.send_signal(number)

    def tell_to_end(self) -> None:
        """Asks it to end, as the system does."""
        self.send(signal.SIGTERM)

    def ended(self) -> int:
        """Waits for its end; returns its exit code."""
        code = self._running.wait(60)
        self._reading.join()
        assert self._running.stderr is not None
        self._running.stderr.close()
        return code

    def stop(self) -> None:
        """Ends it, if it has not ended."""
        if self._running.poll() is None:
            self._running.kill()
        self.ended()


@contextmanager
def serving(env: dict[str, str], workers: int = 1) -> Iterator[tuple[Process, httpx.Client]]:
    """Runs the service on a port of its own."""
    port = free_port()
    command = ["serve", "--port", str(port), "--workers", str(workers)]
    process = Process(command, {"RECOUNT_RUNNER": "on", **env})
    try:
        never = httpx.Limits(max_keepalive_connections=0)  # what a client keeps open, a worker waits for
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, limits=never) as client:

            def answers() -> bool:
                try:
                    return client.get("/healthz").is_success
                except httpx.TransportError:
                    return False

            wait_for(answers, "the service answers")
            yield process, client
    finally:
        process.stop()


def children_of(pid: int) -> list[int]:
    """Returns the children of a process."""
    threads = [file.read_text() for file in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for line in threads for child in line.split()]


def command_line(pid: int) -> str:
    """Returns the words of the command of a process, each with its end; none of one that has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""
