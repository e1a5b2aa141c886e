"""Which worker plays which tests first: what takes long begins early, and nobody is left with it at the end.

Each worker gets an equal count of tests, in order, and takes from the others once it is done. So every share
begins with its part of what takes long, and ends with tests that take no time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import PurePath
from typing import Protocol, TypeVar

PAGES = ("browser",)
"""Where tests keep the processor busy, and share a browser: they stay together."""
PROCESSES = (
    *("faults", "test_load.py", "test_wheel.py", "service/test_serving.py", "service/cli/test_commands.py"),
    *("service/feed/test_killed.py", "service/portability/test_commands.py"),
    *("service/http/test_contract.py", "service/http/test_generated_client.py"),
    *("service/http/test_connections.py", "service/webhooks/test_couriers.py"),
)
"""Where tests wait for other processes, while somebody else can have the processor."""


class Test(Protocol):
    """A test as pytest has collected it."""

    @property
    def path(self) -> PurePath:
        """The file it stands in."""


T = TypeVar("T", bound=Test)


def shares(tests: Sequence[T], workers: int, root: PurePath) -> list[T]:
    """Returns *tests*, of files below *root*, in the order in which *workers* share them equally."""
    files = [list(group) for _, group in groupby(tests, lambda test: test.path)]
    pages = [file for file in files if _among(file[0], PAGES, root)]
    processes = [file for file in files if _among(file[0], PROCESSES, root)]
    dealt = [_flat(pages[worker::workers]) for worker in range(workers)]
    for worker, share in enumerate(dealt):
        others = _flat(processes[worker::workers])
        share[:] = [*share, *others] if worker % 2 else [*others, *share]  # not all wait at the same time
    long = {id(test) for share in dealt for test in share}
    short = [test for test in tests if id(test) not in long]
    found: list[T] = []
    for worker, share in enumerate(dealt):
        size = (len(tests) - len(found)) // (workers - worker)
        room = max(0, size - len(share))
        found += [*share, *short[:room]]
        short = short[room:]
    return [*found, *short]


def _among(test: Test, places: Iterable[str], root: PurePath) -> bool:
    return any(test.path.is_relative_to(root / place) for place in places)


def _flat(files: Iterable[list[T]]) -> list[T]:
    return [test for file in files for test in file]
