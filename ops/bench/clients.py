"""Programs that play many matches at once on one server.

The lean client in C costs about 50 µs an answer, and its source is in `lean/`. Without gcc, `ops.shared.bots`
plays on Recount alone. It shares the processors with the server, and costs ten times as much.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Any, Literal, TypeAlias

from ops.shared import processes
from ops.shared.bots import OPENING

from .figures import Reading

Service: TypeAlias = Literal["recount", "boardgame", "hello"]
"""The kind of server: Recount, boardgame.io, or a greeting."""

SOURCES = Path(__file__).with_name("lean")
BUILD_SECONDS = 60.0
MATCHES = 32
"""Matches that are played at once."""
MATCH_ANSWERS = 220
"""Moves in a match of boardgame.io; a match of the Arena by chance has 205 to 280 answers."""
ARGUMENTS: Mapping[Service, str] = {
    "recount": OPENING.decode(),
    "boardgame": str(MATCH_ANSWERS),
    "hello": "/",
}
"""The body that opens a match, the moves of a match, or the path."""


class Client:
    """Bots that wait at open matches."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._input, self._output = processes.pipes_of(process)

    def play(self, seconds: float = 0.0, answers: int = 0, rate: float = 0.0) -> Reading:
        """Plays until a limit is reached (0: none), at *rate* answers a second unless 0.

        Reads `answers`, `answers/s`, `p50` and `p99` in ms, `looks` an answer, and the processor time of the
        client itself as `client µs`.
        """
        self._input.write(f"{seconds} {answers} {rate}\n")
        self._input.flush()
        reading: dict[str, Any] = json.loads(processes.read_line(self._output))
        return reading


@cache
def build_lean_client() -> Path | None:
    """Compiles the lean client once for each state of its sources; `None` without gcc.

    The program stays in a folder of this user among the temporary ones.
    """
    folder = Path(gettempdir(), f"recount-lean-{os.geteuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.geteuid():
        raise PermissionError(f"“{folder}” belongs to another user. Remove it, or set another TMPDIR.")
    sources = sorted([*SOURCES.glob("*.c"), *SOURCES.glob("*.h")])
    digest = sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    program = folder / f"client-{digest}"
    if not program.exists() and (compiler := shutil.which("gcc")) is not None:
        with TemporaryDirectory(dir=folder) as temporary:
            path = Path(temporary, "client")
            command = [compiler, "-O2", "-o", str(path), str(SOURCES / "client.c")]
            if not subprocess.run(command, check=False, timeout=BUILD_SECONDS).returncode:
                path.replace(program)
    if os.access(program, os.X_OK):
        return program
    sys.stderr.write("bench: gcc makes no client here. Bots in Python play, and peers have no figures.\n")
    return None


@contextmanager
def playing(
    service: Service,
    port: int,
    env: Mapping[str, str] | None = None,
    build: Callable[[], Path | None] = build_lean_client,
) -> Iterator[Client]:
    """Runs bots on the server at *port*: the program of *build*, or bots in Python on Recount."""
    program = build()
    if program is not None:
        command = [str(program), service, str(port), str(MATCHES), ARGUMENTS[service]]
    elif service == "recount":
        command = processes.python("ops.shared.bots", port, MATCHES)
    else:
        raise RuntimeError(f"Only the lean client plays on “{service}”. Install gcc.")
    with processes.running(command, env) as process:
        yield Client(process)
