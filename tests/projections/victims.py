"""Runs the runner in processes that are there to be killed: one for each line on the standard input.

Writes the id of the process once it is there, and `gone` once it is not.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

from projections.bus import LocalBus
from projections.lobby import Lobby
from projections.projection import Projection
from projections.runner import Runner
from tests.projections.boards import BOARDS
from tests.projections.homes import open_home
from tests.projections.logs import SqliteLog
from tests.projections.tally import Tally

PROJECTIONS: dict[str, Sequence[Projection[Any]]] = {"tally": [Tally()], "all": [Tally(), Lobby(), BOARDS]}


def main(log: str, place: str, which: str, batch: str) -> None:
    """Reads the log in the file *log* into the home at *place*, until it is killed, and then again."""
    for _ in sys.stdin:
        victim = os.fork()
        if victim == 0:
            signal.alarm(60)  # should nobody be left to kill it
            runner = Runner(SqliteLog(Path(log)), open_home(place), PROJECTIONS[which], batch=int(batch))
            runner.run(Event(), LocalBus())
        print(victim, flush=True)
        os.waitpid(victim, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
