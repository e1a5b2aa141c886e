"""Work for any executor: in order, however many work, and done again where a process died."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from functools import partial
from operator import add
from pathlib import Path

import pytest

from replays.executors import Serial, Workers, map_in_order, process_workers, with_shared_state


def square(number: int) -> int:
    """Returns a result that tells what it is of."""
    return number * number


def dies(where: Path, times: int, number: int) -> int:
    """Kills its own process at number 5, so many *times*; then works."""
    if number == 5 and len([*where.iterdir()]) < times:
        (where / str(os.getpid())).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


@pytest.mark.parametrize("start", [Serial, partial(ThreadPoolExecutor, 3)])
def test_results_come_in_the_order_of_the_work(start: Callable[[], Executor]) -> None:
    assert [*map_in_order(square, range(40), Workers(start, 7))] == [*map(square, range(40))]


def test_work_is_handed_out_as_it_is_done() -> None:
    todo = iter(range(40))
    done = map_in_order(square, todo, Workers(Serial, 3))
    assert (next(done), next(done)) == (0, 1)
    assert next(todo) == 4


def test_what_a_process_was_about_when_it_died_is_done_again(tmp_path: Path) -> None:
    done = map_in_order(partial(dies, tmp_path, 1), range(40), process_workers(2))
    assert [*done] == [*map(square, range(40))]
    assert len([*tmp_path.iterdir()]) == 1


def test_work_that_kills_whoever_does_it_is_given_up(tmp_path: Path) -> None:
    done = map_in_order(partial(dies, tmp_path, 99), range(8), process_workers(2))
    with pytest.raises(BrokenExecutor):
        list(done)
    assert len([*tmp_path.iterdir()]) == 3


def noted(file: Path) -> int:
    """Returns something, and leaves a note that it was asked for."""
    file.write_text(file.read_text() + "asked\n" if file.exists() else "asked\n")
    return 100


def test_what_is_known_is_learnt_once(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    assert [*map_in_order(with_shared_state(add, noted, file), range(3), process_workers(1))] == [
        100,
        101,
        102,
    ]
    assert file.read_text() == "asked\n"


def test_an_error_of_the_work_ends_it() -> None:
    with pytest.raises(ZeroDivisionError):
        list(map_in_order(partial(divmod, 1), range(3), process_workers(1)))
