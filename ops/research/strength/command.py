"""The command that measures how strong a bot is: `ops/do research strength --bot deep --out FILE`."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path

import click

from domain.games import GAMES
from replays.bots import players as bots
from replays.executors import process_workers
from service.catalog import cardset_files
from service.catalog.cardsets import CardSetRegistry
from service.cli.options import game_option, game_options, read_options

from . import report, strength


@click.command()
@game_option
@game_options
@click.option("--bot", type=click.Choice([*bots.BOTS]), default="deep", show_default=True)
@click.option("--seats", type=int, default=2, show_default=True, help="One for the bot, all others greedy.")
@click.option("--matches", type=click.IntRange(1), default=100, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Processes that play.")
@click.option("--seed", default="strength", show_default=True, help="The same seed plays the same matches.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True)
def main(
    game: str, options: tuple[str, ...], bot: str, seats: int, matches: int, jobs: int, seed: str, out: Path
) -> None:
    """Lets a bot play against greedy ones, as everybody equally often, and reports how often it won.

    The report is written anew after every match: what is there when it is interrupted, holds.
    """
    words = ["ops/do", "research", "strength", "--game", game, *(f"--option={option}" for option in options)]
    words += ["--bot", bot, "--seats", str(seats), "--matches", str(matches), "--seed", seed]
    command = shlex.join([*words, "--out", "FILE"])
    cards = CardSetRegistry().cards(game)
    book = partial(cardset_files.book, cards.content())
    agreed = read_options(options)
    played: list[strength.Outcome] = []
    with click.progressbar(length=matches, label="matches") as bar:
        for outcome in strength.play(
            game, book, agreed, bot, seats, matches, seed=seed, workers=process_workers(jobs)
        ):
            played.append(outcome)
            told = report.write(
                GAMES[game].TITLE, GAMES[game].display_names(cards.book), bot, seats, played, command
            )
            out.write_text(told, encoding="utf-8")
            bar.update(1)
    click.echo(f"{sum(one.won for one in played)} of {matches} were won: the report is in {out}.")
