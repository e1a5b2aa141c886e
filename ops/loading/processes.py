"""Processes: what they and their children take of memory and of processors, as the kernel counts it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

PAGE, TICK = os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")


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
    """Returns the seconds that *pids* and their descendants have had of processors so far."""
    # After the name, in parentheses, the 12th and 13th words are the time in the program and in the kernel.
    words = (_read(pid, "stat").rpartition(")")[2].split() for pid in tree(pids))
    return sum(int(time) for word in words for time in word[11:13]) / TICK


def _read(pid: int, what: str) -> str:
    return Path(f"/proc/{pid}/{what}").read_text()
