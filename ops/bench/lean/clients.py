"""Clients: programs that play many matches at once on one server, for as long as each call says."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from subprocess import Popen
from typing import Any, Literal, TypeAlias

from .. import children, sample
from ..rounds import Reading
from .building import build

Service: TypeAlias = Literal["recount", "boardgame", "hello"]
"""The server that is played on: Recount, boardgame.io, or one that greets."""

MATCHES = 32
"""How many matches are played at once."""
MATCH_ANSWERS = 220
"""Answers in a match of the Arena by chance (205 to 280 in 20); a match of boardgame.io has as many moves."""

ARGUMENTS: Mapping[Service, str] = {
    "recount": json.dumps({"game": sample.ARENA.NAME, "options": sample.OPTIONS}),
    "boardgame": str(MATCH_ANSWERS),
    "hello": "/",
}
"""Last words of the command: the body that opens a match, the moves of a match, the path."""


class Client:
    """Bots that have opened their matches and wait."""

    def __init__(self, process: Popen[str]) -> None:
        self._process = process

    def play(self, seconds: float = 0.0, answers: int = 0, rate: float = 0.0) -> Reading:
        """Lets the bots play until a limit is reached, at once or at a *rate* of answers a second.

        Reads `answers`, `answers/s`, `p50` and `p99` in ms, `looks` an answer, and the client's own
        processor time an answer as `client µs`.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{seconds} {answers} {rate}\n")
        self._process.stdin.flush()
        reported = self._process.stdout.readline()
        if not reported:
            raise RuntimeError("the client has ended; its complaint stands above")
        reading: dict[str, Any] = json.loads(reported)
        return reading


@cache
def lean_program() -> Path | None:
    """Returns the lean client; tells once that there is none."""
    path = build()
    if path is None:
        sys.stderr.write(
            "bench: no client by gcc here: bots in Python and JavaScript play, and share the processors\n"
        )
    return path


@contextmanager
def playing(
    service: Service,
    port: int,
    env: Mapping[str, str] | None = None,
    program: Callable[[], Path | None] = lean_program,
) -> Iterator[Client]:
    """Runs bots on the server at *port*; *env* tells Node where the packages of boardgame.io are.

    They are the lean client's, or bots in Python and JavaScript where *program* returns none.
    """
    with children.running(_command(service, port, program()), env) as process:
        yield Client(process)


def _command(service: Service, port: int, lean: Path | None) -> list[str]:
    arguments = [service, str(port), str(MATCHES), ARGUMENTS[service]]
    if lean is not None:
        return [str(lean), *arguments]
    if service == "boardgame":
        script = Path(__file__).parents[1] / "peers" / "boardgame_players.js"
        return ["node", str(script), *arguments]
    return children.python("ops.bench.bots", *arguments)
