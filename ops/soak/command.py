"""Lets robots play whole matches through the pages in Chromium, or run random tournaments at the desk."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.browser.chromium import chromium
from tests.browser.serving import REAL, serving
from tests.tournament_robot.campaign import play_campaign
from tests.tournament_robot.people import Fault

from .pages import find_violations, take_pictures
from .play import PlayedMatch, play
from .tables import Setting

TOURNAMENTS_PER_CAMPAIGN = 16
"""Tournaments at once on one service, between two kills."""
PRESSES = 40
"""Random presses in each tournament before its organizer ends it."""
SETTINGS = (
    Setting("arena", 2, ("mouse",), pace="normal"),
    Setting("villainous", 2, ("touch",), pace="normal"),
    Setting("arena", 2, ("keys",)),
    Setting("villainous", 2, ("mouse", "keys")),
    Setting("arena", 2, ("mouse", "touch"), 2),
    Setting("villainous", 4, ("mouse",)),
    Setting("arena", 4, ("touch",), 3, "normal"),
    Setting("villainous", 6, ("keys",), pace="normal"),
    Setting("arena", 4, ("mouse", "keys"), 4),
    Setting("villainous", 6, ("touch", "mouse")),
    Setting("arena", 2, ("touch",), 4),
    Setting("villainous", 4, ("keys", "touch")),
    Setting("arena", 2, ("zoom",)),
    Setting("villainous", 3, ("mouse", "touch")),
    Setting("arena", 2, ("tree",), 4, "normal"),
    Setting("villainous", 2, ("tree", "keys")),
)
"""Every game, number of seats and input, as evenly as possible."""


@click.command()
@click.option("--matches", type=click.IntRange(1, 600), default=60, show_default=True, help="In all.")
@click.option("--jobs", type=click.IntRange(1, 8), default=2, show_default=True, help="Browsers at once.")
@click.option("--kills", type=click.IntRange(0, 20), default=2, show_default=True, help="Of the service.")
@click.option("--seed", type=int, help="Of the robots; shuffles have none.")
@click.option("--only", default="", help="Settings that contain this text.")
@click.option(
    "--tournaments", type=click.IntRange(1, 5000), help="Random tournaments at the desk, in place of matches."
)
@click.option("--pages", is_flag=True, help="Every page in all languages with axe, in place of matches.")
@click.option(
    "--pictures",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where pictures of pages go, in place of matches: in all windows, themes and languages.",
)
def main(
    matches: int,
    jobs: int,
    kills: int,
    seed: int | None,
    only: str,
    tournaments: int | None,
    pages: bool,
    pictures: Path | None,
) -> None:
    """Plays whole matches through the pages with robots that see only what a person sees.

    They play with mouse, touch and keys, against bots and each other, while the service is killed sometimes.
    The exit code is 1 after a frozen page, an error, a jump or a lost focus.
    """
    if pictures:
        click.echo(f"{take_pictures(pictures)} pictures")
        return
    if pages:
        sys.exit(1 if look_at_pages() else 0)
    seed = int(time.time()) if seed is None else seed
    if tournaments is not None:
        click.echo(f"{tournaments} tournaments, seed {seed}")
        sys.exit(1 if run_tournaments(tournaments, seed) else 0)
    settings = [setting for setting in plan(matches, kills) if only in str(setting)]
    click.echo(f"{len(settings)} matches, {jobs} at once, seed {seed}")
    bad = 0
    with ThreadPoolExecutor(jobs) as pool:
        numbers = {pool.submit(play_alone, setting, seed + n): n + 1 for n, setting in enumerate(settings)}
        for future in as_completed(numbers):
            match = future.result()
            bad += bool(match.findings)
            for line in lines(numbers[future], match):
                click.echo(line)
    click.echo(f"{len(settings) - bad} of {len(settings)} matches went as they should")
    sys.exit(1 if bad else 0)


def look_at_pages() -> int:
    """Prints what is wrong in each page, and returns the number of pages in which something is."""
    count = bad = 0
    for page, wrong in find_violations():
        count += 1
        bad += bool(wrong)
        for line in wrong:
            click.echo(f"{page}: {line}")
    click.echo(f"{count - bad} of {count} pages have no violation")
    return bad


def plan(matches: int, kills: int) -> Sequence[Setting]:
    """Returns so many settings in turn, some with two kills of the service, *kills* in all."""
    settings = list(islice(cycle(SETTINGS), matches))
    for n in range(kills // 2):
        index = (n * 5 + 3) % len(settings)
        settings[index] = settings[index]._replace(kills=2)
    return settings


def play_alone(setting: Setting, seed: int) -> PlayedMatch:
    """Plays one match with a service and a browser of its own."""
    with (
        TemporaryDirectory(prefix="recount-") as data,
        serving(Path(data), REAL) as served,
        chromium() as browser,
    ):
        return play(browser, served, setting, seed)


def lines(number: int, match: PlayedMatch) -> Iterator[str]:
    """Yields the row of a match in the table, then its findings."""
    setting = match.setting
    kills = f"{setting.kills} kills" if setting.kills else ""
    yield (
        f"{number:>3}  {setting!s:<44}{match.moment:>10}{match.acts:>6} acts{match.seconds:>6.0f} s"
        f"{match.refused:>4} refused  {kills:<8}{'WRONG' if match.findings else 'good'}"
    )
    for finding in match.findings:
        yield f"       {finding}"


def run_tournaments(count: int, seed: int) -> int:
    """Runs so many tournaments, prints a line for each campaign, and returns the number of faults."""
    faults = 0
    for first in range(0, count, TOURNAMENTS_PER_CAMPAIGN):
        numbers = range(first, min(first + TOURNAMENTS_PER_CAMPAIGN, count))
        with TemporaryDirectory(prefix="recount-") as data:
            try:
                play_campaign(Path(data), f"{seed}:{first}", numbers, PRESSES)
                click.echo(f"tournaments {numbers.start} to {numbers.stop - 1} ended well")
            except Fault as fault:
                faults += 1
                click.echo(f"tournaments {numbers.start} to {numbers.stop - 1}: {fault}")
    return faults
