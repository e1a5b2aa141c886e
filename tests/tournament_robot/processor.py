"""The time that a request costs: of the processor, or of waiting while a processor of the machine is idle.

A busy machine makes a request late, and no more costly.
"""

from __future__ import annotations

import os
import time
from functools import lru_cache
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
IDLE_FIELD = 4
"""Column of idle time in the first line of `/proc/stat`."""


class Stopwatch:
    """Measures a request to the processes of a *group*."""

    def __init__(self, group: int) -> None:
        self._group = group
        self._processor, self._idle, self._time = _read_clocks(group)

    def read_seconds(self) -> float:
        """Returns the processor time of the group, or the time of idle waiting, whichever is longer."""
        processor, idle, now = _read_clocks(self._group)
        return max(processor - self._processor, min(idle - self._idle, now - self._time))


def _read_clocks(group: int) -> tuple[float, float, float]:
    processor = sum(_ticks(entry, group) for entry in _processes(group)) / TICKS
    idle = int(Path("/proc/stat").read_text().split(maxsplit=IDLE_FIELD + 1)[IDLE_FIELD]) / TICKS
    return processor, idle, time.monotonic()


@lru_cache(maxsize=1)
def _processes(group: int) -> tuple[Path, ...]:
    """Returns the processes of a group; they live as long as the service does."""
    return tuple(entry for entry in Path("/proc").glob("[0-9]*") if _ticks(entry, group))


def _ticks(entry: Path, group: int) -> int:
    try:
        fields = (entry / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12]) if int(fields[2]) == group else 0
