"""Measures scribes at many real tables at once over HTTP, and an amendment in the middle of a match."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ops.load.stand import UNLIMITED
from ops.shared import processes
from ops.shared.bots import percentiles
from ops.shared.processes import free_port, serving
from tests.recording.robot_scribe import RobotScribe, bot_match
from tests.service.recordings.scribe import entry_body

from .figures import Figure, Reading, at_most, side_by_side
from .ground import Ground

TABLES, THREADS = 64, 8
"""Tables at once, and the clients that send their entries."""
ENTRIES = 40
"""Entries of each table in a round, one a second."""
AMENDED, LENGTH = 20, 80
"""The amended entry, and the entries of its match."""
SEEDS = (4, 7, 12, 15)
"""The matches of bots that the tables play."""


def measure(ground: Ground) -> list[Figure]:
    """Measures the wait of a scribe at one of `TABLES` tables, and of an amendment."""
    bodies = [_entries(seed) for seed in SEEDS]
    with ground.directory() as directory:
        env = {"RECOUNT_DATA": str(directory / "data"), "RECOUNT_RUNNER": "apart", **UNLIMITED}
        [reading] = side_by_side(ground.rounds, lambda: _record(env, bodies))
    name = f"{TABLES} scribes, an entry a second each"
    return [
        Figure(f"{name}, p50", reading["p50"], "ms", targets=(at_most(15),)),
        Figure(f"{name}, p99", reading["p99"], "ms", targets=(at_most(150),)),
        Figure(f"entry {AMENDED} of {LENGTH} amended", reading["amended"], "ms", targets=(at_most(300),)),
    ]


def _entries(seed: int) -> list[dict[str, Any]]:
    """Returns the entries of a match of the Arena as a device sends them."""
    robot = RobotScribe(bot_match("arena", seed, 2, {"chapter": 1}), between=1)
    return [
        entry_body(logged.entry, number)
        for number, (_, logged) in enumerate(zip(robot.record(), robot.log, strict=False), 1)
    ]


def _record(env: dict[str, str], bodies: list[list[dict[str, Any]]]) -> Reading:
    """Records matches at all tables; reads `p50`, `p99` and `amended` in ms."""
    port = free_port()
    command = processes.python("service", "serve", "--port", port, "--workers", 1)
    with serving(command, env, f"http://127.0.0.1:{port}/readyz", silent=True):
        hall = [_Table(port, bodies[number % len(bodies)]) for number in range(TABLES)]
        groups = [hall[number::THREADS] for number in range(THREADS)]
        with ThreadPoolExecutor(THREADS) as threads:
            waits = [wait for group in threads.map(_play, groups) for wait in group]
        table = max(hall, key=lambda table: len(table.bodies))
        return {**percentiles(waits), "amended": 1000 * table.amend(AMENDED, LENGTH)}


def _play(tables: list[_Table]) -> list[float]:
    """Sends an entry of each table every second; returns the waits in seconds."""
    waits: list[float] = []
    start = time.monotonic()
    for number in range(ENTRIES):
        for index, table in enumerate(tables):
            due = start + number + index / len(tables)
            time.sleep(max(0.0, due - time.monotonic()))
            waits += table.enter(number)
    return waits


class _Table:
    """A recording with its scribe and its connection."""

    def __init__(self, port: int, bodies: list[dict[str, Any]]) -> None:
        self.bodies, self._connection = bodies, http.client.HTTPConnection("127.0.0.1", port)
        opening = {"game": "arena", "options": {"chapter": 1}, "seats": 2, "source": "table"}
        opened = self._post("/api/v1/matches", opening, "")
        self._path, self._token = f"/api/v1/matches/{opened['id']}", opened["scribe"]
        for seat, claim in enumerate(opened["claims"]):
            self._post(
                f"{self._path}/seats/{seat}/claim", {"player": f"Player {port}-{id(self)}-{seat}"}, claim
            )

    def enter(self, index: int) -> Iterator[float]:
        """Sends the entry at *index*, if there is one; yields the wait in seconds."""
        if index < len(self.bodies):
            before = time.monotonic()
            body = {"after": index, "entries": [self.bodies[index]]}
            reply = self._post(f"{self._path}/entries", body, self._token)
            if reply["last"] != index + 1:
                raise RuntimeError(f"Entry {index + 1} was refused: {reply['refused']}")
            yield time.monotonic() - before

    def amend(self, number: int, length: int) -> float:
        """Amends entry *number* of *length* by the same words; returns the wait in seconds."""
        for index in range(ENTRIES, length):
            list(self.enter(index))
        before = time.monotonic()
        entry = self.bodies[number - 1] | {"id": "00000000-amended"}
        body = {"entry": entry, "reason": "Typed again."}
        reply = self._post(f"{self._path}/entries/{number}/amend", body, self._token)
        if reply["last"] != min(length, len(self.bodies)):
            raise RuntimeError(f"The amendment ended at entry {reply['last']}: {reply['refused']}")
        return time.monotonic() - before

    def _post(self, path: str, body: Any, token: str) -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        self._connection.request("POST", path, json.dumps(body), headers)
        with self._connection.getresponse() as response:
            content = response.read()
        if response.status != 201:
            raise RuntimeError(f"{path}: {response.status} {content[:200]!r}, 201 expected")
        return json.loads(content)
