"""The command that plays a tournament many times over: simulate."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random
from statistics import mean

import click

from domain.ratings import CENTRE
from domain.tournament.facts import TournamentOpened
from domain.tournament.plan import Tiebreaker, usual_tiebreakers
from replays.research.simulation import BY
from replays.research.simulation import simulate as simulated
from service.cli.options import game
from service.cli.tournaments.plan import minutes, points, read_points, read_stages, stages, tiebreakers


@click.command()
@game
@stages
@points
@tiebreakers
@minutes
@click.option("--players", type=click.IntRange(2, 2000), default=64, show_default=True, help="So many.")
@click.option(
    "--spread",
    type=click.IntRange(0, 2000),
    default=150,
    show_default=True,
    help="The standard deviation of their ratings around 1500.",
)
@click.option("--seeded/--unseeded", default=True, help="Whether pairings know the ratings.")
@click.option(
    "--times", type=click.IntRange(1), default=100, show_default=True, help="How often it is played."
)
@click.option("--seed", help="The same seed draws the same; drawn by lot if it is left out.")
def simulate(
    game: str,
    stages: Sequence[str],
    points: Sequence[str],
    tiebreakers: Sequence[Tiebreaker],
    minutes: int,
    players: int,
    spread: int,
    seeded: bool,
    times: int,
    seed: str | None,
) -> None:
    """Plays a tournament many times in memory, every table drawn by the ratings at it.

    Tells how many rounds and how long it takes, and how often the best player wins.
    """
    seed = seed or secrets.token_hex(4)
    rng = Random(seed)
    ratings = {f"player {one}": round(rng.gauss(CENTRE, spread)) for one in range(1, players + 1)}
    plan = TournamentOpened(
        game,
        read_stages(stages),
        read_points(points),
        usual_tiebreakers(read_stages(stages), tuple(tiebreakers) or None),
        "",
        BY,
        0,
        minutes=minutes,
    )
    with click.progressbar(length=times, label="tournaments") as bar:
        found = simulated(plan, ratings, times, seed, seeded=seeded, progress=lambda: bar.update(1))
    minimum, maximum = found.rounds
    taken = f"{minimum}" if minimum == maximum else f"{minimum} to {maximum}"
    click.echo(
        f"Rounds: {taken}. Games: {max(played_tournament.games for played_tournament in found.played)}.",
        nl=False,
    )
    click.echo(f" By the clock: {found.minutes // 60} h {found.minutes % 60:02d} min." if minutes else "")
    first, three, place = found.share_within(1), found.share_within(3), mean(found.places)
    click.echo(f"The best player ({ratings[found.best]}) wins {first:.0%}, ", nl=False)
    click.echo(f"is among the first three {three:.0%}, and comes in place {place:.1f} on average.")
    click.echo(f"{times} tournaments of {players} players from seed {seed}.")
