"""Folders that one process at a time works in."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread

from projections.files import lock_directory


def test_a_thread_that_waits_for_a_folder_lets_the_one_that_holds_it_go_on(tmp_path: Path) -> None:
    waits, order = Event(), list[str]()

    def wait() -> None:
        waits.set()
        with lock_directory(tmp_path):
            order.append("waited")

    waiting = Thread(target=wait)
    with lock_directory(tmp_path):
        waiting.start()
        assert waits.wait(60)
        order.append("held")
    waiting.join(60)
    assert order == ["held", "waited"]
