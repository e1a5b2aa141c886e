"""A service in processes of its own, and people who play there over HTTP."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import msgspec

from recount_client import Problem, Recount, Retries
from replays.proof.receipts import Receipt
from service.matches.http_player import Player
from service.settings import Settings
from tests.faults.play import Said, read_answer
from tests.faults.victims import environment
from tests.projections.waiting import until

STARTING = 60.0
"""Seconds that a service may take to start."""

Inside = Callable[[Sequence[str]], Sequence[str]]
"""Makes of a command one that is run where a small disk is to be seen."""


class Served:
    """A service at an address; `master` is the process that keeps its workers going."""

    def __init__(self, address: str, master: int) -> None:
        self.address, self.master = address, master
        self.http = httpx.Client(base_url=address, timeout=60)

    def workers(self) -> list[int]:
        """Returns the processes that serve."""
        children = [
            child
            for thread in Path(f"/proc/{self.master}/task").iterdir()
            for child in (thread / "children").read_text().split()
        ]
        return [int(child) for child in children if "spawn_main" in _command(child)]

    def answers(self) -> bool:
        """Tells whether somebody serves."""
        try:
            return self.http.get("/healthz").is_success
        except httpx.TransportError:
            return False


@contextmanager
def served(settings: Settings, workers: int = 1, inside: Inside = list) -> Iterator[Served]:
    """Serves the service of *settings* on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "service", "serve", "--port", str(port), "--workers", str(workers)]
    bound = ["setpriv", "--pdeathsig=TERM", "--", *command]
    with subprocess.Popen(inside(bound), env=environment(settings)) as master:
        service = Served(f"http://127.0.0.1:{port}", master.pid)
        try:
            with service.http:
                until(service.answers, STARTING)
                yield service
        finally:
            master.send_signal(signal.SIGTERM)


class Choice(NamedTuple):
    """The answer of a bot, and the fact that it has seen last."""

    bot: Player
    seq: int
    picks: list[str]


def _command(process: str) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        return ""


class Party:
    """Two bots at a table, far away from the service, and what they were told."""

    def __init__(self, service: Served, luck: Random) -> None:
        self._luck = luck
        # What breaks or is refused comes to the test at once.
        self.visitor = Player(Recount(retries=Retries(attempts=1), http=service.http))
        claims = self.visitor.open_match("arena", {}, 2)
        self._bots = [
            self.visitor.claim_seat(seat, claim, f"bot-{seat}") for seat, claim in enumerate(claims)
        ]
        for bot in self._bots:
            bot.reveal_nonce()
        self.said: list[Said] = []

    def move(self) -> bool:
        """Answers the open question with any of its options; tells whether there was one."""
        choice = self.choose()
        if choice is None:
            return False
        self.said.append(_said(choice.bot.answer_question(choice.picks, choice.seq)))
        return True

    def choose(self) -> Choice | None:
        """Returns any answer to the open question, if there is one."""
        open_question = self._bots[0].get_view()["question"]  # spectators see it later
        if open_question is None:
            return None
        bot = self._bots[open_question["seat"]]
        view = bot.get_view()
        question = view["question"]
        picks = self._luck.sample(
            question["options"], self._luck.randint(question["least"], question["most"])
        )
        return Choice(bot, view["seq"], picks)


def _said(reply: Any) -> Said:
    first = reply["facts"][0]
    receipt = msgspec.convert(reply["receipt"], Receipt)
    return Said(reply["position"], receipt, first["seq"], read_answer(first["event"]))


def refused(attempt: Callable[[], object]) -> Problem | None:
    """Returns how the service said no to an *attempt*, if it did."""
    try:
        attempt()
    except Problem as no:
        return no
    return None
