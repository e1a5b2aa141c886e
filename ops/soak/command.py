"""`ops/do soak`: robots play whole matches through the pages, and tell what was wrong with them."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.browser.chromium import chromium
from tests.browser.serving import REAL, serving

from .plan import plan
from .play import Played, play
from .tables import Setting
from .tournaments import soak_tournaments


@click.command()
@click.option("--matches", type=click.IntRange(1, 600), default=60, show_default=True, help="In all.")
@click.option("--jobs", type=click.IntRange(1, 8), default=2, show_default=True, help="Browsers at once.")
@click.option("--kills", type=click.IntRange(0, 20), default=2, show_default=True, help="Of the service.")
@click.option("--seed", type=int, help="Of the robots; of the shuffles there is none.")
@click.option("--only", default="", help="Settings that have this text in them.")
@click.option(
    "--tournaments", type=click.IntRange(1, 5000), help="Random tournaments at the desk, in place of matches."
)
def main(matches: int, jobs: int, kills: int, seed: int | None, only: str, tournaments: int | None) -> None:
    """Plays whole matches through the pages with robots that see only what a person sees.

    They play with mouse, touch and keys, against bots and each other, and the service is killed on the way.
    The exit code is 1 when anything was wrong: a page that froze, an error, a jump, a lost focus.
    """
    seed = int(time.time()) if seed is None else seed
    if tournaments is not None:
        click.echo(f"{tournaments} tournaments, seed {seed}")
        sys.exit(1 if soak_tournaments(tournaments, seed) else 0)
    settings = [setting for setting in plan(matches, kills) if only in str(setting)]
    click.echo(f"{len(settings)} matches, {jobs} at once, seed {seed}")
    bad = 0
    with ThreadPoolExecutor(jobs) as pool:
        numbers = {pool.submit(_alone, setting, seed + n): n + 1 for n, setting in enumerate(settings)}
        for future in as_completed(numbers):
            played = future.result()
            bad += bool(played.wrong)
            for line in told(numbers[future], played):
                click.echo(line)
    click.echo(f"{len(settings) - bad} of {len(settings)} matches went as they should")
    sys.exit(1 if bad else 0)


def _alone(setting: Setting, seed: int) -> Played:
    """Plays one match with a service and a browser of its own."""
    with (
        TemporaryDirectory(prefix="recount-") as data,
        serving(Path(data), REAL) as served,
        chromium() as browser,
    ):
        return play(browser, served, setting, seed)


def told(number: int, played: Played) -> Iterator[str]:
    """Yields the row of a match in the table, and below it what was wrong."""
    setting, facts, acts, seconds, refused, wrong = played
    kills = f"{setting.kills} kills" if setting.kills else ""
    yield (
        f"{number:>3}  {setting!s:<44}{facts:>10}{acts:>6} acts{seconds:>6.0f} s"
        f"{refused:>4} refused  {kills:<8}{'WRONG' if wrong else 'good'}"
    )
    for each in wrong:
        yield f"       {each}"
