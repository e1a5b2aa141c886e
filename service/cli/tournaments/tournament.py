"""The group of commands for tournaments, and the commands open, end and simulate."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random
from statistics import mean
from typing import Any, TypeVar

import click
import msgspec

from domain.clocks import Clock
from domain.ratings import CENTRE
from domain.tournament.facts import TournamentOpened
from domain.tournament.plan import Points, Stage, Tiebreaker, usual_tiebreakers
from replays.research.simulation import BY, simulate
from service.cli.context import open_services
from service.cli.options import cards_option, game_option, read_options
from service.cli.tournaments import clocks, files, players, rounds
from service.cli.tournaments.context import (
    ORGANIZER,
    minutes_option,
    overrule_option,
    run_step,
    tiebreaker_options,
    tournament_argument,
)
from service.tournaments.commands import End
from service.tournaments.plans import NewTournament

T = TypeVar("T")

stage_options = click.option(
    "--stage",
    "stages",
    multiple=True,
    required=True,
    help="A stage: its format and what else it has, as in 'swiss rounds=6' or 'pods seats=[4] going_on=1'.",
)
points_options = click.option(
    "--points", multiple=True, help="What a result is worth: win=3, unit=2, places=[5,3,1]."
)


@click.group("tournament")
def tournament_group() -> None:
    """Opens, runs, shows and simulates tournaments."""


@tournament_group.command("open")
@click.argument("title")
@game_option
@cards_option
@stage_options
@points_options
@tiebreaker_options
@minutes_option
@click.option("--online", is_flag=True, help="Tables are played as matches of this service.")
@click.option(
    "--clock",
    help="The time of each seat at tables that are played here, as in 'fischer seconds=600 increment=5 "
    "flag=judge': for each answer (move) or for the match (match, fischer); without a clock if left out.",
)
@click.option("--zone", help="The time zone of the event, such as Europe/Rome; UTC if left out.")
def open_tournament(
    title: str,
    game: str,
    cards: str | None,
    stages: Sequence[str],
    points: Sequence[str],
    tiebreakers: Sequence[Tiebreaker],
    minutes: int,
    online: bool,
    clock: str | None,
    zone: str | None,
) -> None:
    """Opens a tournament called TITLE, and prints its id."""
    plan = NewTournament(
        title,
        game,
        _read_stages(stages),
        _read_points(points),
        tuple(tiebreakers) or None,
        cards,
        minutes,
        online,
        _read_clock(clock),
        zone,
    )
    with open_services() as services:
        click.echo(services.tournament_service.create_tournament(plan, ORGANIZER).tournament)


@tournament_group.command("end")
@tournament_argument
@overrule_option
def end_tournament(id: str, overrule: str) -> None:
    """Ends the tournament ID.

    After 60 seconds the service reveals the seed of its lots.
    """
    run_step(id, End(overrule), "The tournament is over. take-back-end takes that back, for 60 seconds.")


@tournament_group.command("simulate")
@game_option
@stage_options
@points_options
@tiebreaker_options
@minutes_option
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
def simulate_tournament(
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
    """Plays a tournament many times in memory, with random results by the ratings at each table.

    It prints the number of rounds, the duration, and the chances of the best player.
    """
    seed = seed or secrets.token_hex(4)
    rng = Random(seed)
    ratings = {f"player {number}": round(rng.gauss(CENTRE, spread)) for number in range(1, players + 1)}
    plan = TournamentOpened(
        game,
        _read_stages(stages),
        _read_points(points),
        usual_tiebreakers(_read_stages(stages), tuple(tiebreakers) or None),
        "",
        BY,
        0,
        minutes=minutes,
    )
    with click.progressbar(length=times, label="tournaments") as bar:
        result = simulate(plan, ratings, times, seed, seeded=seeded, progress=lambda: bar.update(1))
    minimum, maximum = result.rounds
    rounds = f"{minimum}" if minimum == maximum else f"{minimum} to {maximum}"
    click.echo(f"Rounds: {rounds}. Games: {max(tournament.games for tournament in result.played)}.", nl=False)
    click.echo(f" By the clock: {result.minutes // 60} h {result.minutes % 60:02d} min." if minutes else "")
    first, podium, rank = result.share_within(1), result.share_within(3), mean(result.places)
    click.echo(f"The best player ({ratings[result.best]}) wins {first:.0%}, ", nl=False)
    click.echo(f"is among the first three {podium:.0%}, and comes in place {rank:.1f} on average.")
    click.echo(f"{times} tournaments of {players} players from seed {seed}.")


def _read_stages(texts: Sequence[str]) -> tuple[Stage, ...]:
    """Returns the stages in *texts*; raises `BadParameter`."""
    return tuple(
        _convert({"format": words[0]} | read_options(words[1:]), Stage, "--stage")
        for words in (text.split() or [""] for text in texts)
    )


def _read_points(texts: Sequence[str]) -> Points:
    """Returns the points of results in *texts*; raises `BadParameter`."""
    return _convert(read_options(texts), Points, "--points")


def _read_clock(text: str | None) -> Clock | None:
    """Returns the clock in *text*; raises `BadParameter`."""
    if text is None:
        return None
    kind, *fields = text.split() or [""]
    return _convert({"kind": kind} | read_options(fields), Clock, "--clock")


def _convert(fields: dict[str, Any], kind: type[T], option: str) -> T:
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise click.BadParameter(str(error), param_hint=option) from error


for command in (
    *(clocks.check_in_group, clocks.clock_group),
    *(files.show_standings, files.export_tournament, files.import_report),
    *(*players.COMMANDS, *rounds.COMMANDS),
):
    tournament_group.add_command(command)
