"""Folders that one process at a time works in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

WORKER = """
from gevent import monkey
monkey.patch_all()
import sys, threading
from pathlib import Path
from projections.files import locked
free, told = threading.Event(), []

def hold():
    with locked(Path(sys.argv[1])):
        waiting.start()
        free.wait()
        told.append("held")

def wait():
    threading.Timer(0, free.set).start()
    with locked(Path(sys.argv[1])):
        told.append("waited")

waiting = threading.Thread(target=wait)
holding = threading.Thread(target=hold)
holding.start()
holding.join()
waiting.join()
print(*told)
"""


def test_a_thread_that_waits_for_a_folder_lets_the_one_that_holds_it_go_on(tmp_path: Path) -> None:
    """Threads of a worker give way by themselves: who waits for the system to wake it stops all of them."""
    command = [sys.executable, "-c", WORKER, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True)
    assert done.stdout == "held waited\n"
