"""Processes write side by side, and what they were told is kept outlives them."""

from __future__ import annotations

import subprocess
import sys

from service.eventstore.store import Store

from .facts import ONE, OTHER, facts

WRITER = """
import sys
from service.eventstore.store import Store
from tests.stores.facts import WORDS, facts

match, *pairs = sys.argv[1:]
with Store(WORDS, dict(pair.split("=", 1) for pair in pairs)) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    for seq in range(1, 101):
        store.append(match, facts(seq, 1))
"""


def test_two_processes_write_side_by_side(store: Store, env: dict[str, str]) -> None:
    command = [sys.executable, "-c", WRITER]
    settings = [f"{name}={value}" for name, value in env.items()]
    writers = [
        subprocess.Popen(
            [*command, match, *settings], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for match in (ONE, OTHER)
    ]
    for writer in writers:
        assert writer.stdout
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        assert writer.stdin
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate(timeout=60)
        assert writer.returncode == 0
    assert store.facts(ONE) == store.facts(OTHER) == facts(1, 100)
    assert len(store.read(0, 1000)) == 200


ENDLESS = """
import sys
from itertools import count
from service.eventstore.store import Store
from tests.stores.facts import WORDS, facts, head

match, *pairs = sys.argv[1:]
with Store(WORDS, dict(pair.split("=", 1) for pair in pairs)) as store:
    for first in count(1, 5):
        store.append(match, facts(first, 5), head(first + 4))
        print(first + 4, flush=True)
"""


def test_what_was_acknowledged_survives_a_killed_process(store: Store, env: dict[str, str]) -> None:
    settings = [f"{name}={value}" for name, value in env.items()]
    with subprocess.Popen(
        [sys.executable, "-c", ENDLESS, ONE, *settings], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout
        for _ in range(50):
            writer.stdout.readline()
        writer.kill()
        acknowledged = [line for line in writer.stdout if line.endswith("\n")]
    kept = store.facts(ONE)
    assert len(kept) >= int(acknowledged[-1] if acknowledged else 250)
    assert kept == facts(1, len(kept))
    assert len(kept) % 5 == 0
    assert [entered.head.seq for entered in store.tree.list_entries(ONE)] == [*range(5, len(kept) + 1, 5)]
