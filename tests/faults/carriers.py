"""Processes that carry on tournaments, and are there to be killed: one life for each line on standard input.

A life ends itself by force when it is about to write something, or right after: `before` and `after`. It
writes when it appends to the log, and when it keeps how far it has come. When it finds nothing to write it
says `done`; when a life is over, the process that began it says `gone`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import IO, Any

from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings, from_environment
from tests.faults.victims import ROOT, environment


class Carriers:
    """Processes of one service, one after the other."""

    def __init__(self, orders: IO[str], replies: IO[str]) -> None:
        self._orders, self._replies = orders, replies

    def live(self, death: str) -> bool:
        """Begins a life that ends `before` or `after` it writes; tells whether it had anything to write."""
        print(death, file=self._orders, flush=True)
        lines = [*iter(self._replies.readline, "gone\n")]
        return "done\n" not in lines


@contextmanager
def carriers(settings: Settings) -> Iterator[Carriers]:
    """Begins lives in the service of *settings*."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-m", "tests.faults.carriers"],
        cwd=ROOT,
        env=environment(settings),
        text=True,
        stdin=pipe,
        stdout=pipe,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Carriers(process.stdin, process.stdout)
        process.stdin.close()


def mortal(write: Callable[..., Any], death: str) -> Callable[..., Any]:
    """Returns *write*, which is the last thing that its process does, or what it does not come to do."""

    @wraps(write)
    def dies(*sent: Any, **named: Any) -> None:
        if death == "after":
            write(*sent, **named)
        os.kill(os.getpid(), signal.SIGKILL)

    return dies


def live(settings: Settings, death: str) -> None:
    """Carries on tournaments until the first write."""
    with Services(settings, CardSetRegistry()) as services:
        services.store.append = mortal(services.store.append, death)  # type: ignore[method-assign]
        services.views.save = mortal(services.views.save, death)  # type: ignore[method-assign]
        services.result_process.catch_up()
    os.write(1, b"done\n")


def main() -> None:
    """Begins a life for each line, and waits until it is over."""
    settings = from_environment(os.environ)
    with Services(settings, CardSetRegistry()) as warm:
        warm.library.find_cards("arena")  # so that no life is spent on reading cards, and on loading modules
    for line in sys.stdin:
        victim = os.fork()
        if victim == 0:
            signal.alarm(60)  # should nobody be left to kill it
            live(settings, line.strip())
            os._exit(0)
        os.waitpid(victim, 0)
        os.write(1, b"gone\n")


if __name__ == "__main__":
    main()
