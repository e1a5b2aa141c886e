"""Threads that decode into one type for the first time at once: in a process of its own, as it may crash."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

RACE = """
import sys, threading
import msgspec
from service.eventstore.codec import prepare_decoders

sys.setswitchinterval(1e-6)

class Inner(msgspec.Struct):
    words: dict[str, list[int]]
    outer: "Outer | None" = None

class Outer(msgspec.Struct):
    inner: Inner | None
    pair: tuple[int, ...] = ()

def meets(kind, start):
    start.wait()
    told = msgspec.convert({"inner": {"words": {"a": [1]}, "outer": {"inner": None, "pair": [1, 2]}}}, kind)
    assert told.inner.outer.pair == (1, 2)

for number in range(100):
    inner = msgspec.defstruct("Inner", [("words", dict[str, list[int]]), ("outer", Outer | None, None)])
    outer = msgspec.defstruct("Outer", [("inner", inner | None), ("pair", tuple[int, ...], ())])
    prepare_decoders.__wrapped__()  # without this, the process crashes here
    start = threading.Barrier(4)
    threads = [threading.Thread(target=meets, args=(outer, start)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("all of them")
"""


def test_threads_may_meet_a_type_at_once() -> None:
    command = [sys.executable, "-c", RACE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "all of them\n", done.stderr
