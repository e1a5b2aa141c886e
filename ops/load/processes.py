"""Processes: what they and their children take of memory and of processors, as the kernel counts it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")


def tree(pids: Iterable[int]) -> Iterator[int]:
    """Yields *pids* and all their descendants."""
    for pid in pids:
        yield pid
        with suppress(OSError):
            for thread in Path(f"/proc/{pid}/task").iterdir():
                yield from tree(map(int, (thread / "children").read_text().split()))


def programs(*names: str) -> list[int]:
    """Returns those children of this process that run one of the programs called *names*."""
    own = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return [int(pid) for pid in own if Path(f"/proc/{pid}/comm").read_text().strip() in names]


def memory(pids: Iterable[int]) -> int:
    """Returns the bytes that *pids* and their descendants have in memory; what they share counts for each."""
    return sum(PAGE * int(_read(pid, "statm").split()[1]) for pid in tree(pids))


def busy(pids: Iterable[int]) -> float:
    """Returns the seconds that *pids* and their descendants have had of processors so far.

    What threads have had that are over is not in it.
    """
    running = (thread for pid in tree(pids) for thread in Path(f"/proc/{pid}/task").iterdir())
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in running) / 1e9


def _read(pid: int, name: str) -> str:
    return Path(f"/proc/{pid}/{name}").read_text()
