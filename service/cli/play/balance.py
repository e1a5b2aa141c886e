"""The command that measures how even a game is: balance."""

from __future__ import annotations

import csv
import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from domain.games import GAMES
from replays.bots import players as bots
from replays.research import balance as contests
from replays.research import chart, report
from replays.research.balance import UNFINISHED, Fixture
from replays.research.standings import Standings, add_up_matches
from service.catalog import cardset_files, rulebook
from service.catalog.cardset_files import CardSet
from service.catalog.cardsets import CardSetRegistry
from service.cli import options as choosing
from service.cli.settings import chosen
from service.cli.workers import worked, workers

_ROWS = ("seats", "what", "name", "count", "won")


@click.command()
@choosing.game
@choosing.cards
@choosing.options
@click.option(
    "--seats", type=int, multiple=True, help="How many play; may be repeated; the fewest if left out."
)
@click.option(
    "--matches", type=click.IntRange(1), help="With each number of seats; if left out, each line-up once."
)
@click.option("--most-rounds", default=60, show_default=True, help="What is not over by then is unfinished.")
@click.option("--bots", "bot", type=click.Choice(sorted(bots.BOTS)), default="greedy", show_default=True)
@worked
@click.option("--seed", default="balance", show_default=True, help="The same seed plays the same matches.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The directory of the report.")
def balance(
    game: str,
    cards: str | None,
    options: Sequence[str],
    seats: Sequence[int],
    matches: int | None,
    most_rounds: int,
    bot: str,
    jobs: int,
    on: str | None,
    seed: str,
    out: Path,
) -> None:
    """Plays the line-ups of a game with bots, and reports how even it is: a table, a picture, the counts."""
    played_with = CardSetRegistry(chosen().cards).cards(game, cards)
    wanted = choosing.named(options)
    asked = sorted({*seats}) or GAMES[game].SEATS[:1]
    todo = [fixture for n in asked for fixture in _fixtures(played_with, wanted, n, matches, seed)]
    book = partial(cardset_files.book, played_with.content())
    with workers(jobs, on) as those:
        matches_played = contests.play_fixtures(
            game, book, bot, wanted, todo, rounds=most_rounds, workers=those
        )
        with click.progressbar(matches_played, length=len(todo), label="matches") as bar:
            balance_matches = list(bar)
    words = ["recount", "balance", "--game", game, *(["--cards", cards] if cards else [])]
    words += [word for option in options for word in ("--option", option)]
    words += [word for n in asked for word in ("--seats", str(n))]
    words += ["--matches", str(matches)] if matches else []
    words += ["--most-rounds", str(most_rounds), "--bots", bot, "--seed", seed, "--out", "DIR"]
    setting = [
        f"{GAMES[game].TITLE}, rules version {GAMES[game].VERSION}, card set “{played_with.name}” "
        f"{played_with.digest[:12]}",
        f"by {bot} bots, {UNFINISHED} and without a winner after {most_rounds} rounds "
        f"or {bots.MAX_ANSWERS:,} answers",
        f"`{shlex.join(words)}`",
    ]
    _write(out, add_up_matches(balance_matches), played_with, setting)
    click.echo(f"{len(balance_matches):,} matches: the report is in {out}.")


def _fixtures(
    cards: CardSet, options: dict[str, Any], seats: int, matches: int | None, seed: str
) -> list[Fixture]:
    """Returns the matches with so many *seats*; raises `decider.Unplayable` if *options* allow none."""
    game = GAMES[cards.game]
    lineups = list(game.list_lineups(cards.book, seats)) if seats in game.SEATS else []
    if not lineups:
        raise click.BadParameter(f"{game.TITLE} is not for {seats} players.", param_hint="--seats")
    game.make_rules(cards.book).initial_board(lineups[0].options | options, seats)
    return contests.make_fixtures(lineups, matches, seed)


def _write(out: Path, standingses: Sequence[Standings], cards: CardSet, setting: list[str]) -> None:
    """Writes the report, the picture and the counts into the directory *out*."""
    game = GAMES[cards.game]
    names = game.display_names(cards.book)
    book = rulebook.packaged(game.NAME)
    rules = {rule.number: rule.text["en"] for section in book.sections for rule in section.rules}
    out.mkdir(parents=True, exist_ok=True)
    (out / "report.md").write_text(report.write_report(standingses, names, rules, setting), encoding="utf-8")
    picture = chart.draw_chart(report.share_panels(standingses, names), f"{game.TITLE}: shares of wins")
    (out / "picture.svg").write_text(picture, encoding="utf-8")
    with (out / "counts.csv").open("w", encoding="utf-8", newline="") as file:
        counts = csv.writer(file, lineterminator="\n")
        counts.writerow(_ROWS)
        for standingse in standingses:
            counts.writerows(standingse.rows())
