"""Jobs: the time that an answer of another client takes while a job pairs a large round."""

from __future__ import annotations

import json
import time
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.request import Request, urlopen

from domain.tournament.plan import CHESS_POINTS, Stage
from service.bootstrap import Services
from service.settings import Settings

from . import children, sample
from .figure import Figure, at_most, beside
from .ground import Ground
from .http import UNLIMITED, free_port, serving
from .lean.clients import playing
from .rounds import Reading
from .tournaments import played

PLAYERS, ROUNDS = 1000, 3
"""Players of the Dutch system, and the rounds before the one that the job pairs."""
ANSWERS_PER_SECOND = 50
OPENING_SECONDS, SECONDS = 2.0, 15.0
"""How long bots play, their matches just opened, before a job begins, and how long after that."""
JOB_SECONDS = 300.0
"""Time that a job may take on a busy machine."""


def measure(ground: Ground) -> list[Figure]:
    """Measures answers without a job, and while a job pairs 1,000 players by the Dutch system."""
    with ground.directory() as directory:
        tournament, token = _prepare(directory)
        port = free_port()
        env = {"RECOUNT_DATA": str(directory), "RECOUNT_RUNNER": "on", **UNLIMITED}
        command = children.python("service", "serve", "--port", port, "--workers", 1)
        with serving(command, env, f"http://127.0.0.1:{port}/readyz", limit=600):
            alone = _answered(port)
            job = PairingJob(f"http://127.0.0.1:{port}", tournament, token)
            beside_job = _answered(port, job)
            seconds = job.wait()
    name = f"answers, {ANSWERS_PER_SECOND}/s, while a job pairs {PLAYERS:,} players"
    return [
        Figure(f"{name}, p50", beside_job["p50"], "ms", beside("without the job", alone, "p50")),
        Figure(
            f"{name}, p99",
            beside_job["p99"],
            "ms",
            beside("without the job", alone, "p99"),
            targets=(at_most(100),),
        ),
        Figure("that job, from its request to its end", 1000 * seconds, "ms"),
    ]


def _prepare(directory: Path) -> tuple[str, str]:
    """Stores a tournament some rounds old; returns its id and the token of its organizer."""
    day = played(Stage("swiss", ROUNDS + 6, engine="dutch"), PLAYERS, ROUNDS, CHESS_POINTS)
    with Services(Settings(data=directory, runner=False), sample.LIBRARY) as services:
        tournament = services.tournaments.create(day.facts[:1]).tournament
        services.tournaments.execute(tournament, lambda t: day.facts[1:])
        return tournament, services.api_tokens.issue("bench", ["organize"], event=tournament).token


class PairingJob:
    """A job that pairs the next round of a tournament, and the time it takes."""

    def __init__(self, address: str, tournament: str, token: str) -> None:
        self._address, self._tournament, self._token = address, tournament, token
        self._id, self._start, self._seconds = "", 0.0, 0.0
        self._over = Event()

    def start(self) -> None:
        """Submits the job, and follows it in a thread of its own."""
        self._start = time.monotonic()
        path = f"/api/v1/tournaments/{self._tournament}/commands"
        self._id = self._ask(path, {"type": "pair", "round": ROUNDS + 1})["id"]
        Thread(target=self._follow, daemon=True).start()

    def wait(self) -> float:
        """Returns the seconds that the job took from its request; raises when nothing was paired."""
        if not self._over.wait(JOB_SECONDS):
            raise RuntimeError(f"the job takes longer than {JOB_SECONDS:.0f} s")
        state = self._ask(f"/api/v1/jobs/{self._id}")["state"]
        if state != "done":
            raise RuntimeError(f"the job is {state}")
        return self._seconds

    def _follow(self) -> None:
        while self._ask(f"/api/v1/jobs/{self._id}")["state"] in ("queued", "running"):
            time.sleep(1)
        self._seconds = time.monotonic() - self._start
        self._over.set()

    def _ask(self, path: str, body: object = None) -> Any:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        content = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self._address + path, content, headers), timeout=60) as reply:
            return json.load(reply)


def _answered(port: int, job: PairingJob | None = None) -> Reading:
    """Lets bots play at a steady rate, with a job from the beginning if there is one."""
    with playing("recount", port) as client:
        client.play(OPENING_SECONDS, rate=ANSWERS_PER_SECOND)
        if job is not None:
            job.start()
        return client.play(SECONDS, rate=ANSWERS_PER_SECOND)
