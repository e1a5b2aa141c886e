"""Campaigns of random tournaments: `ops/do soak --tournaments 500`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.tournament_robot.campaign import play_campaign
from tests.tournament_robot.people import Fault

DAYS_PER_CAMPAIGN = 16
"""Tournaments that one service holds at once, between two kills."""
PRESSES = 40
"""Random presses in each tournament, before its organizer means to end it."""


def soak_tournaments(count: int, seed: int) -> int:
    """Plays so many tournaments, prints a line for each campaign, and returns the number of faults."""
    faults = 0
    for first in range(0, count, DAYS_PER_CAMPAIGN):
        numbers = range(first, min(first + DAYS_PER_CAMPAIGN, count))
        with TemporaryDirectory(prefix="recount-") as data:
            try:
                play_campaign(Path(data), f"{seed}:{first}", numbers, PRESSES)
                click.echo(f"tournaments {numbers.start} to {numbers.stop - 1} ended well")
            except Fault as fault:
                faults += 1
                click.echo(f"tournaments {numbers.start} to {numbers.stop - 1}: {fault}")
    return faults
