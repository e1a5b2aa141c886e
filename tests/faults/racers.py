"""Many who write to one match at once, from threads and processes, and say what they were told, and when.

A process opens the service, says `ready`, and begins when it reads a line. Times are nanoseconds of the clock
that all processes of a machine share.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Thread

import msgspec
from msgspec import Struct

from domain.table import WrongMoment
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.matches.errors import Forbidden
from service.matches.repository import VersionConflict
from service.settings import Settings, from_environment
from tests.faults.play import Said, Table, move
from tests.faults.victims import environment

ROOT = Path(__file__).parents[2]


class Told(Struct):
    """What somebody was told, when they asked, and when they heard."""

    asked: int
    heard: int
    said: Said


class Race(Struct):
    """What came of a race: what everybody was told, and how often somebody else was faster."""

    told: list[Told]
    slower: int


def race(settings: Settings, tables: list[Table], processes: int, threads: int, seed: int) -> Race:
    """Lets so many *threads* in each of so many *processes* play out each match, all of them at once."""
    pipe = subprocess.PIPE
    with ExitStack() as running:
        racers = [
            running.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", "tests.faults.racers", str(threads), str(seed + number)],
                    cwd=ROOT,
                    env=environment(settings),
                    text=True,
                    stdin=pipe,
                    stdout=pipe,
                )
            )
            for number in range(processes)
        ]
        for racer in racers:
            assert racer.stdout is not None
            assert racer.stdout.readline() == "ready\n"
        order = f"{msgspec.json.encode(tables).decode()}\n"
        for racer in racers:
            assert racer.stdin is not None
            racer.stdin.write(order)
            racer.stdin.flush()
        races = [msgspec.json.decode(racer.communicate()[0], type=Race) for racer in racers]
    told = sorted((one for race in races for one in race.told), key=lambda one: one.heard)
    return Race(told, sum(race.slower for race in races))


def main(threads: str, seed: str) -> None:
    """Plays the matches that are read, to their ends, and says what it was told."""
    settings = from_environment(os.environ)
    with Services(settings, CardSetRegistry(settings.cards)) as services:
        print("ready", flush=True)
        tables = msgspec.json.decode(sys.stdin.readline(), type=list[Table])
        came = Race([], 0)
        playing = [
            Thread(target=_play, args=(services, tables, Random(int(seed) * 100 + number), came))
            for number in range(int(threads))
        ]
        for one in playing:
            one.start()
        for one in playing:
            one.join()
        print(msgspec.json.encode(came).decode(), flush=True)


def _play(services: Services, tables: list[Table], luck: Random, came: Race) -> None:
    left = list(tables)
    while left:
        asked = time.monotonic_ns()
        try:
            said = move(services, left[0], luck)
        except (
            VersionConflict,
            Forbidden,
            WrongMoment,
        ):  # somebody was faster; perhaps it is another's turn, or over
            came.slower += 1
            continue
        if said is None:
            del left[0]
        else:
            came.told.append(Told(asked, time.monotonic_ns(), said))


if __name__ == "__main__":
    main(*sys.argv[1:])
