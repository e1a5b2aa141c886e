"""Commands for looking closer at a position: study, options."""

from __future__ import annotations

import click

from domain.games import GAMES
from domain.position import game_of
from replays.analysis.legality import explain_options as told
from service.cli.context import open_services
from service.cli.matches import of_match, record, seen_as


@click.command()
@click.argument("position")
@click.option("--cards", help="The name of a card set; the one that comes with the game if left out.")
def study(position: str, cards: str | None) -> None:
    """Opens a study: a match that goes on from POSITION, in the notation of its game."""
    if (game := game_of(position)) not in GAMES:
        known = ", ".join(GAMES)
        raise click.BadParameter(f"it begins with the name of its game: {known}.", param_hint="POSITION")
    with open_services() as services:
        begun = services.matches.study(game, position, cards)
        click.echo(f"study {begun.match}")
        for seat, claim in enumerate(begun.claims):
            click.echo(f"  seat {seat} is claimed with {claim}")


@click.command()
@of_match
@click.option("--at", "seq", type=int, help="The number of a fact; the last one if it is left out.")
@seen_as
def options(match: str, seq: int | None, who: str) -> None:
    """Tells what can be answered in MATCH, and of everything else on the table which rule forbids it."""
    with record(match) as found:
        replay = found.film
        choices = told(replay.rules, replay.at(len(replay) if seq is None else seq), found.viewer(who))
        if (asked := choices.question) is not None:
            click.echo(
                f"Seat {asked.seat} is asked “{asked.prompt}”" + (f", {asked.about}" if asked.about else "")
            )
        if choices.sentence:
            click.echo(choices.sentence)
        for choice in choices.choices:
            click.echo(f"+ {choice.pick}" if choice.possible else f"- [{choice.rule}] {choice.sentence}")
