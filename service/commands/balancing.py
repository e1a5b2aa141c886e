"""The command that measures how even a game is: balance."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import click
import msgspec

from domain import games
from domain.games import GAMES, Game
from replays import balance as contests
from replays import bots, chart, report
from replays.standings import Standings, standings
from service import rulebook
from service.cardfile import CardSet
from service.cardsets import Library

from .opening import chosen

_ROWS = ("what", "name", "count", "won")


@click.command()
@click.option("--game", type=click.Choice(sorted(GAMES)), default="arena", show_default=True)
@click.option("--cards", help="The name of a card set; the one that comes with the game if left out.")
@click.option("--chapter", default=4, show_default=True, help="The chapter of the rules, if there are any.")
@click.option("--edition", default="en", show_default=True, help="The edition, if there are any.")
@click.option("--bots", "bot", type=click.Choice(sorted(bots.BOTS)), default="greedy", show_default=True)
@click.option("--rounds", default=1, show_default=True, help="How often every line-up is played.")
@click.option("--jobs", default=2, show_default=True, help="Processes that play.")
@click.option("--seed", default="balance", show_default=True, help="The same seed plays the same matches.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The directory of the report.")
def balance(
    game: str,
    cards: str | None,
    chapter: int,
    edition: str,
    bot: str,
    rounds: int,
    jobs: int,
    seed: str,
    out: Path,
) -> None:
    """Plays every line-up of a game with bots, and reports how even it is: a table, a picture, the counts."""
    played_with = Library(chosen().cards).cards(game, cards)
    options = _known(GAMES[game], chapter=chapter, edition=edition)
    lineups = list(GAMES[game].lineups(played_with.book))
    todo = contests.fixtures(lineups, rounds, seed)
    names = [bot] * len(lineups[0].cast)
    with click.progressbar(length=len(todo), label="matches") as bar:
        matches = []
        for match in contests.play(game, played_with.book, names, options, todo, jobs):
            matches.append(match)
            bar.update(1)
    flags = [f"--{name} {value}" for name, value in {**options, "rounds": rounds, "seed": seed}.items()]
    setting = [
        f"{GAMES[game].TITLE}, rules version {GAMES[game].VERSION}, card set “{played_with.name}” "
        f"{played_with.digest[:12]}",
        f"every one of {len(lineups)} line-ups, {rounds} times, by {bot} bots",
        f"`recount balance --game {game} {' '.join(flags)} --bots {bot} --out DIR`",
    ]
    _write(out, standings(matches), played_with, setting)
    click.echo(f"{len(matches):,} matches: the report is in {out}.")


def _known(game: Game, **options: Any) -> dict[str, Any]:
    """Returns those of *options* that the game knows of."""
    known = {field.name for field in msgspec.structs.fields(game.Options)}
    return {name: value for name, value in options.items() if name in known}


def _write(out: Path, told: Standings, cards: CardSet, setting: list[str]) -> None:
    """Writes the report, the picture and the counts into the directory *out*."""
    game = games.GAMES[cards.game]
    names = game.names(cards.book)
    book = rulebook.packaged(game.NAME)
    rules = {rule.number: rule.text["en"] for section in book.sections for rule in section.rules}
    out.mkdir(parents=True, exist_ok=True)
    (out / "report.md").write_text(report.write(told, names, rules, setting), encoding="utf-8")
    picture = chart.draw(report.panels(told, names), f"{game.TITLE}: shares of wins")
    (out / "picture.svg").write_text(picture, encoding="utf-8")
    with (out / "counts.csv").open("w", encoding="utf-8", newline="") as file:
        counts = csv.writer(file, lineterminator="\n")
        counts.writerow(_ROWS)
        counts.writerows(told.rows())
