"""The command balance for comparing the chances of characters and seats."""

from __future__ import annotations

import csv
import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from domain.games import GAMES
from replays.bots.players import BOTS, MAX_ANSWERS
from replays.research import chart, report
from replays.research.balance import UNFINISHED, Fixture, make_fixtures, play_fixtures
from replays.research.standings import Standings, add_up_matches
from service.catalog import cardset_files, rulebook
from service.catalog.cardset_files import CardSet
from service.catalog.cardsets import CardSetRegistry
from service.cli.options import cards_option, game_option, game_options, read_options
from service.cli.serving import load_settings
from service.cli.workers import open_workers, worker_options

_COUNT_COLUMNS = ("seats", "what", "name", "count", "won")


@click.command("balance")
@game_option
@cards_option
@game_options
@click.option(
    "--seats", type=int, multiple=True, help="How many play; may be repeated; the fewest if left out."
)
@click.option(
    "--matches", type=click.IntRange(1), help="With each number of seats; if left out, each line-up once."
)
@click.option("--most-rounds", default=60, show_default=True, help="What is not over by then is unfinished.")
@click.option("--bots", "bot", type=click.Choice(sorted(BOTS)), default="greedy", show_default=True)
@worker_options
@click.option("--seed", default="balance", show_default=True, help="The same seed plays the same matches.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The directory of the report.")
def measure_balance(
    game: str,
    cards: str | None,
    options: Sequence[str],
    seats: Sequence[int],
    matches: int | None,
    most_rounds: int,
    bot: str,
    jobs: int,
    address: str | None,
    seed: str,
    out: Path,
) -> None:
    """Plays the line-ups of a game with bots, and writes a report, a picture and the counts of wins."""
    card_set = CardSetRegistry(load_settings().cards).find_cards(game, cards)
    fixed_options = read_options(options)
    seat_counts = sorted({*seats}) or GAMES[game].SEATS[:1]
    fixtures = [
        fixture
        for count in seat_counts
        for fixture in _make_fixtures(card_set, fixed_options, count, matches, seed)
    ]
    book = partial(cardset_files.restore_book, card_set.content())
    with open_workers(jobs, address) as pool:
        matches_played = play_fixtures(
            game, book, bot, fixed_options, fixtures, rounds=most_rounds, workers=pool
        )
        with click.progressbar(matches_played, length=len(fixtures), label="matches") as bar:
            balance_matches = list(bar)
    words = ["recount", "balance", "--game", game, *(["--cards", cards] if cards else [])]
    words += [word for option in options for word in ("--option", option)]
    words += [word for count in seat_counts for word in ("--seats", str(count))]
    words += ["--matches", str(matches)] if matches else []
    words += ["--most-rounds", str(most_rounds), "--bots", bot, "--seed", seed, "--out", "DIR"]
    setting = [
        f"{GAMES[game].TITLE}, rules version {GAMES[game].VERSION}, card set “{card_set.name}” "
        f"{card_set.digest[:12]}",
        f"by {bot} bots, {UNFINISHED} and without a winner after {most_rounds} rounds "
        f"or {MAX_ANSWERS:,} answers",
        f"`{shlex.join(words)}`",
    ]
    _write_report(out, add_up_matches(balance_matches), card_set, setting)
    click.echo(f"{len(balance_matches):,} matches: the report is in {out}.")


def _make_fixtures(
    cards: CardSet, options: dict[str, Any], seats: int, matches: int | None, seed: str
) -> list[Fixture]:
    """Returns the matches for *seats* players; raises `decider.Unplayable` if *options* allow none."""
    game = GAMES[cards.game]
    lineups = list(game.list_lineups(cards.book, seats)) if seats in game.SEATS else []
    if not lineups:
        raise click.BadParameter(f"{game.TITLE} is not for {seats} players.", param_hint="--seats")
    game.make_rules(cards.book).initial_board(lineups[0].options | options, seats)
    return make_fixtures(lineups, matches, seed)


def _write_report(out: Path, all_standings: Sequence[Standings], cards: CardSet, setting: list[str]) -> None:
    """Writes the report, the picture and the counts into the directory *out*."""
    game = GAMES[cards.game]
    names = game.display_names(cards.book)
    book = rulebook.packaged_rulebook(game.NAME)
    rules = {rule.number: rule.text["en"] for section in book.sections for rule in section.rules}
    out.mkdir(parents=True, exist_ok=True)
    (out / "report.md").write_text(
        report.write_report(all_standings, names, rules, setting), encoding="utf-8"
    )
    picture = chart.draw_chart(report.share_panels(all_standings, names), f"{game.TITLE}: shares of wins")
    (out / "picture.svg").write_text(picture, encoding="utf-8")
    with (out / "counts.csv").open("w", encoding="utf-8", newline="") as file:
        counts = csv.writer(file, lineterminator="\n")
        counts.writerow(_COUNT_COLUMNS)
        for standings in all_standings:
            counts.writerows(standings.rows())
