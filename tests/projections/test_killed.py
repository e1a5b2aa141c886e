"""Killed at any point, the runner repeats nothing and loses nothing."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from select import select
from typing import IO

import pytest

from projections.runner import Runner
from projections.sqlite_view_store import SqliteViewStore
from projections.view_store import ViewStore
from tests.examples import TIMES
from tests.projections.homes import everything
from tests.projections.logs import SqliteLog, at_once
from tests.projections.tally import count
from tests.projections.victims import PROJECTIONS
from tests.projections.waiting import until

DEATHS = 12 * TIMES
ROOT = Path(__file__).parents[2]


class Victims:
    """Runners in processes of their own, one after the other."""

    def __init__(self, orders: IO[str], replies: IO[str]) -> None:
        self._orders, self._replies = orders, replies

    def start(self) -> int:
        """Starts the next one; returns its process id."""
        print(file=self._orders, flush=True)
        return int(self._replies.readline())

    def kill(self, victim: int) -> None:
        """Kills *victim*; fails should it have died before by itself."""
        died, _, _ = select([self._replies], [], [], 0)
        assert not died, "the runner ended by itself"
        os.kill(victim, signal.SIGKILL)
        assert self._replies.readline() == "gone\n"


@contextmanager
def victims(*arguments: str) -> Iterator[Victims]:
    command = [sys.executable, "-m", "tests.projections.victims", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, text=True, stdin=pipe, stdout=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Victims(process.stdin, process.stdout)
        process.stdin.close()


def moved_on(home: ViewStore, before: int) -> bool:
    return home.position("tally") > before


@pytest.mark.parametrize(
    ("which", "batch"),
    [
        # A save for each fact: most of a life is then spent where a death could do harm.
        pytest.param("tally", 1, id="small steps"),
        pytest.param("all", 10, id="larger steps"),
    ],
)
def test_killed_at_any_point_it_repeats_nothing_and_loses_nothing(
    which: str, batch: int, place: str, home: ViewStore, tmp_path: Path
) -> None:
    chances = random.Random(20)
    log = SqliteLog(tmp_path / "log.db")
    facts = at_once(1, matches=4 * DEATHS)
    share = len(facts) // DEATHS
    amid = 0
    with victims(str(tmp_path / "log.db"), place, which, str(batch)) as runners:
        for death in range(DEATHS):
            mine = facts[death * share : (death + 1) * share]
            before = home.position("tally")
            log.append(mine[: share // 2])
            victim = runners.start()
            log.append(mine[share // 2 :])
            # Less than half of its work: it dies amid, however fast the machine is.
            until(partial(moved_on, home, before + chances.randrange(share // 2)))
            runners.kill(victim)
            amid += home.position("tally") < log.position()
    assert amid > DEATHS / 4, "too few died amid their work for this to prove anything"

    fresh = SqliteViewStore(tmp_path / "fresh.db")
    for end in (home, fresh):
        Runner(log, end, PROJECTIONS[which]).catch_up()
    for projection in PROJECTIONS[which]:
        assert home.position(projection.name) == log.position()
        assert everything(home, projection.name) == everything(fresh, projection.name)
    matches = {match for match, _ in facts[: DEATHS * share]}
    assert everything(home, "tally") == {match: count(len(log.facts(match))) for match in matches}
    fresh.close()
    log.close()
