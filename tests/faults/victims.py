"""Processes of a service that are there to be killed: one life for each line on the standard input.

A life says `up` and its process id once its service is open, and then lives by its trade: a writer plays, and
says `.` before each command and its acknowledgement after it; a keeper keeps the views, and says nothing.
When a life is over, the process that began it says `gone`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event
from typing import IO, Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from projections.lobby import Lobby
from projections.match_views import MatchViews
from projections.projection import Projection
from projections.runner import Runner
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings, from_environment
from service.shared.limits import Limits
from tests.faults.play import Said, Table, move, sit_down
from tests.projections.tally import Tally

ROOT = Path(__file__).parents[2]
TABLES = 3
"""At how many tables a writer plays."""
STEP = 1
"""How many facts a keeper takes in at once."""


class Life(Struct):
    """What a process begins with: its chance, and the tables that those before it have left."""

    seed: int
    tables: list[Table]


class Spoken(Struct):
    """What a writer was acknowledged: a table with its seats taken, or an answer at one."""

    said: list[Said]
    table: Table | None = None


class Death(NamedTuple):
    """What a process had said when it died, the tables it left, and whether it died amid a command."""

    said: list[Said]
    tables: list[Table]
    amid: bool


class Victims:
    """Processes of one service, one after the other."""

    def __init__(self, orders: IO[str], replies: IO[str]) -> None:
        self._orders, self._replies = orders, replies

    def live(
        self, life: Life, seconds: float, writes: int = 0, first: Callable[[], None] = lambda: None
    ) -> Death:
        """Begins a life; ends it by force after some *writes*, what has to come *first*, and *seconds*."""
        print(msgspec.json.encode(life).decode(), file=self._orders, flush=True)
        up, victim = self._replies.readline().split()
        assert up == "up"
        lines: list[str] = []
        while sum(line != ".\n" for line in lines) < writes:
            lines.append(self._replies.readline())
        first()
        Event().wait(seconds)
        os.kill(int(victim), signal.SIGKILL)
        lines += iter(self._replies.readline, "gone\n")
        spoken = [msgspec.json.decode(line, type=Spoken) for line in lines if line != ".\n"]
        tables = [*life.tables, *(one.table for one in spoken if one.table)]
        said = [said for one in spoken for said in one.said]
        return Death(said, tables[-TABLES:], lines[-1:] == [".\n"])


@contextmanager
def victims(settings: Settings, trade: str) -> Iterator[Victims]:
    """Begins lives in the service of *settings*, all of the same *trade*."""
    command = [sys.executable, "-m", "tests.faults.victims", trade]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(settings), text=True, stdin=pipe, stdout=pipe, pipesize=1 << 20
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Victims(process.stdin, process.stdout)
        process.stdin.close()


def environment(settings: Settings) -> dict[str, str]:
    """Returns the environment by which a process serves the service of *settings*."""
    chosen = {
        "RECOUNT_DATA": str(settings.data),
        "RECOUNT_RUNNER": ("apart" if settings.separate_process else "on") if settings.runner else "off",
        "RECOUNT_LIMITS": "off" if settings.limits is None else "on",
        "RECOUNT_LOG": "quiet",
        **{
            f"RECOUNT_LIMIT_{name.upper()}": str(limit)
            for name, limit in asdict(settings.limits or Limits()).items()
        },
        "REDIS_URL": settings.redis_url,
    }
    return {**os.environ, **settings.store, **chosen}


def write(services: Services, life: Life) -> None:
    """Plays at the tables of *life* and at new ones, and now and then takes heads into the log."""
    luck, tables = Random(life.seed), life.tables
    while True:
        _say(".")
        if len(tables) < TABLES or luck.random() < 0.02:
            table, said = sit_down(services)
            tables = [*tables, table][-TABLES:]
            _speak(Spoken(said, table))
        elif luck.random() < 0.1:
            services.evidence.seal_heads()
        else:
            table = luck.choice(tables)
            done = move(services, table, luck)
            if done is None:
                tables = [other for other in tables if other is not table]
            else:
                _speak(Spoken([done]))


def keep(services: Services, life: Life) -> None:
    """Keeps the views, in small steps: most of a life is then spent where a death could do harm."""
    Runner(services.store, services.views, projections(services), batch=STEP).run(Event(), services.bus)


def projections(services: Services) -> list[Projection[Any]]:
    """Returns what keepers keep: the views, and a tally that no later fact puts right again."""
    return [MatchViews(services.library.load_rules), Lobby(), Tally()]


def _speak(spoken: Spoken) -> None:
    _say(msgspec.json.encode(spoken).decode())


def _say(line: str) -> None:
    os.write(1, f"{line}\n".encode())  # in one piece, whenever it dies


TRADES = {"writer": write, "keeper": keep}


def main(trade: str) -> None:
    """Begins a life for each line, and waits until it is over."""
    settings = from_environment(os.environ)
    library = CardSetRegistry(settings.cards)
    with (
        TemporaryDirectory() as elsewhere,
        Services(Settings(Path(elsewhere), runner=False), library) as warm,
    ):
        sit_down(warm)  # so that no life is spent on reading cards
    for line in sys.stdin:
        life = msgspec.json.decode(line, type=Life)
        victim = os.fork()
        if victim == 0:
            signal.alarm(60)  # should nobody be left to kill it
            with Services(settings, library) as services:
                _say(f"up {os.getpid()}")
                TRADES[trade](services, life)
        os.waitpid(victim, 0)
        _say("gone")


if __name__ == "__main__":
    main(*sys.argv[1:])
