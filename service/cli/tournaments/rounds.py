"""Commands for the rounds of a tournament: pair, publish, start, result, close, cut."""

from __future__ import annotations

from collections.abc import Sequence

import click

from domain.messages import Message
from domain.tournament.facts import Bye
from domain.tournament.plan import BYES
from domain.tournament.play.pairings import next_round_number
from domain.tournament.refusals import require_round
from domain.tournament.scoring.results import Result
from domain.tournament.wording import describe_result
from service.cli.context import open_services
from service.cli.tournaments.acting import (
    meant,
    of_round,
    of_stage,
    of_tournament,
    overruled,
    run,
    tell_round,
    told_by_name,
)
from service.tournaments.commands import Assign, Close, Command, Correct, Cut, Enter, Pair, Publish, Start


@click.command()
@of_tournament
@of_round
@click.option("--bye", "byes", multiple=True, help="A bye that a player asked for: ID=half_bye.")
@click.option("--why", default="", help="Why the last round is paired anew, which has not started.")
@overruled
def pair(id: str, round_: int | None, byes: Sequence[str], why: str, overrule: str) -> None:
    """Pairs the next round of the tournament ID, and tells its tables."""
    with open_services() as services:
        due = next_round_number(services.tournaments.get(id)) - bool(why)
        asked = Pair(round_ or due, byes=tuple(map(_bye, byes)), why=why, overrule=overrule)
        command_result = run(services, id, asked)
        tell_round(services, command_result.seen, command_result.seen.rounds[-1])


@click.command()
@of_tournament
@of_round
def publish(id: str, round_: int | None) -> None:
    """Shows the pairing of the last round of the tournament ID to everybody."""
    with open_services() as services:
        known = meant(services, id, None, round_)
        run(services, id, Publish(known.stage, known.number))
        click.echo(f"Round {known.number} is published.")


@click.command()
@of_tournament
@of_round
@overruled
def start(id: str, round_: int | None, overrule: str) -> None:
    """Starts the last round of the tournament ID, and its clock."""
    with open_services() as services:
        known = meant(services, id, None, round_)
        run(services, id, Start(known.stage, known.number, overrule))
        click.echo(f"Round {known.number} is being played.")


@click.command()
@of_tournament
@click.argument("table", type=click.IntRange(1))
@click.argument("places")
@click.option("--scores", default="", help="Those of the game, by seat: 2,1.")
@click.option(
    "--forfeit", "forfeits", type=click.IntRange(0), multiple=True, help="A seat that did not play."
)
@click.option("--why", default="", help="Why it is corrected, if the table has a result already.")
@of_stage
@of_round
@overruled
def result(
    id: str,
    table: int,
    places: str,
    scores: str,
    forfeits: Sequence[int],
    why: str,
    stage: int | None,
    round_: int | None,
    overrule: str,
) -> None:
    """Enters the result of a TABLE: the PLACES of its seats, as in 1,2 where the first has won.

    With a forfeit it is assigned. Why tells that a result is corrected.
    """
    told = Result(_numbers(places, "PLACES"), _numbers(scores, "--scores"), tuple(forfeits))
    with open_services() as services:
        known = meant(services, id, stage, round_)
        place = (known.stage, known.number, table)
        command: Command = Enter(*place, told, overrule=overrule)
        if why:
            command = Correct(*place, told, why, assigned=bool(forfeits), overrule=overrule)
        elif forfeits:
            command = Assign(*place, told, overrule=overrule)
        command_result = run(services, id, command)
        seats = require_round(command_result.seen, known.stage, known.number).tables[table].seats
        click.echo(told_by_name(services, Message("{result}.", result=describe_result(told, seats))))


@click.command()
@of_tournament
@of_round
@overruled
def close(id: str, round_: int | None, overrule: str) -> None:
    """Closes the last round of the tournament ID."""
    with open_services() as services:
        known = meant(services, id, None, round_)
        run(services, id, Close(known.stage, known.number, overrule))
        click.echo(f"Round {known.number} is closed.")


@click.command()
@of_tournament
@click.argument("through", nargs=-1)
@click.option("--why", default="", help="Why these go on, and not those whom the standings tell.")
@click.option("--again", is_flag=True, help="Replaces the last cut, while nothing was played after it.")
@overruled
def cut(id: str, through: Sequence[str], why: str, again: bool, overrule: str) -> None:
    """Ends a stage of the tournament ID: those THROUGH go on, or the first of the standings."""
    with open_services() as services:
        command_result = run(services, id, Cut(tuple(through), why, overrule, again))
        for player in command_result.seen.cuts[-1].event.through:
            click.echo(f"{player}  {services.players.names([player])[player]}")


def _bye(text: str) -> Bye:
    player, _, kind = text.partition("=")
    for known in BYES:
        if known == kind:
            return Bye(player, known)
    raise click.BadParameter(f"“{text}” is no bye: ID={', ID='.join(sorted(BYES))}.", param_hint="--bye")


def _numbers(text: str, option: str) -> tuple[int, ...]:
    try:
        return tuple(int(one) for one in text.split(",") if text)
    except ValueError:
        raise click.BadParameter(f"“{text}” is no list of numbers, as in 1,2.", param_hint=option) from None
