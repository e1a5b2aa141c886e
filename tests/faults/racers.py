"""Many who write to one match at once, from threads and processes, and say what they were told, and when.

They begin when all processes are there. Times are nanoseconds of the clock that those of a machine share.
"""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from threading import Thread

from msgspec import Struct

from domain.table import WrongMoment
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings
from service.shared.errors import Forbidden, VersionConflict
from tests.faults.play import Said, Table, move

FORKED = get_context("forkserver")
"""Makes processes out of one that has loaded all this once: how they start is not what is tried."""
FORKED.set_forkserver_preload([__name__])
PATIENCE = 60.0
"""Seconds that one process may wait for the others."""


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
    together = FORKED.Barrier(processes)
    with ProcessPoolExecutor(processes, FORKED, together.wait, (PATIENCE,)) as racers:
        runs = partial(_run, settings, tables, threads)
        races = [*racers.map(runs, range(seed, seed + processes))]
    told = sorted((one for race in races for one in race.told), key=lambda one: one.heard)
    return Race(told, sum(race.slower for race in races))


def _run(settings: Settings, tables: list[Table], threads: int, seed: int) -> Race:
    with Services(settings, CardSetRegistry(settings.cards)) as services:
        came = Race([], 0)
        playing = [
            Thread(target=_play, args=(services, tables, Random(seed * 100 + number), came))
            for number in range(threads)
        ]
        for one in playing:
            one.start()
        for one in playing:
            one.join()
        return came


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
