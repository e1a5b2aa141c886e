"""Several days at once at one service, which is killed twice on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from threading import Timer

import httpx

from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings
from tests.browser.serving import REAL, Served

from .day import Day, describe
from .people import Fault

KILL_SECONDS = 0.05
"""Time within which a press meets the kill: long enough for it to be under way."""
JOURNAL_CHARACTERS = 8_000
"""How much of the end of the service's journal a fault quotes."""


def play_campaign(data: Path, seed: str, numbers: Sequence[int], presses: int) -> None:
    """Plays the days with these *numbers* in turns, so many *presses* each; raises `Fault`."""
    rng = Random(f"{seed}:campaign")
    tokens = _issue_tokens(data)
    served = Served(data, REAL)
    try:
        days = [Day(served.url, served.group, tokens, seed, number) for number in numbers]
        kills = rng.sample(range(presses), 2)
        for turn in range(presses):
            for day in days:
                _describe_faults(day, day.press)
            if turn in kills:
                _kill_during(served, rng.choice(days), rng)
                for day in days:
                    day.group = served.group
                    _describe_faults(day, day.check_memory)
        for day in days:
            _describe_faults(day, day.finish)
            day.close()
    except Fault as fault:
        journal = (data / "service.log").read_text(errors="replace")
        raise Fault(f"{fault}\nThe service wrote last:\n{journal[-JOURNAL_CHARACTERS:]}") from fault
    finally:
        served.kill()


def _issue_tokens(data: Path) -> tuple[str, str]:
    settings = Settings(data=data, runner=False)
    with Services(settings, CardSetRegistry()) as services:
        first, second = (
            services.api_tokens.issue_token(f"robot-{number}", ["organize", "judge"]).token
            for number in (1, 2)
        )
    return first, second


def _describe_faults(day: Day, act: Callable[[], None]) -> None:
    """Does something of a *day*; raises `Fault` with its last requests."""
    try:
        act()
    except Fault as fault:
        raise describe(day, fault) from fault


def _kill_during(served: Served, day: Day, rng: Random) -> None:
    """Kills the service while somebody presses a button, and starts it again."""
    timer = Timer(rng.uniform(0, KILL_SECONDS), served.kill)
    timer.start()
    try:
        while timer.is_alive():
            day.press()
    except httpx.HTTPError:
        day.log.append("  the service was killed")
    timer.join()
    served.start()
