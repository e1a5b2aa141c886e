"""Measures the strength of a bot in matches against greedy bots, and the cost of its answers."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time
from typing import Any, NamedTuple

import click

from domain.games import GAMES, Game
from domain.model import Asked, Picks, Seat
from domain.rules import Rules
from domain.table import Match, MatchEnded
from replays.bots.players import BOTS, Bot, EndlessMatch, play_match
from replays.executors import Workers, map_in_order, process_workers, with_shared_state
from replays.research import balance
from replays.research.balance import Fixture
from replays.research.standings import Share
from service.catalog import cardset_files
from service.catalog.cardsets import CardSetRegistry
from service.cli.options import game_option, game_options, read_options

MAX_ROUNDS = 60
"""Rounds after which a match is unfinished and has no winner."""


class Outcome(NamedTuple):
    """The result of a match: the bot's characters, its success, and the processor time of each answer."""

    cast: tuple[str, ...]
    won: bool
    is_over: bool
    seconds: tuple[float, ...]


class TimedBot:
    """A bot with the processor seconds of its answers."""

    def __init__(self, bot: Bot) -> None:
        self.__name__, self._bot = bot.__name__, bot
        self.seconds: list[float] = []

    def __call__(
        self, game: Game, rules: Rules[Any, Any], match: Match[Any], question: Asked, rng: Random
    ) -> Picks:
        """Returns the answer of the bot."""
        before = process_time()
        picks = self._bot(game, rules, match, question, rng)
        self.seconds.append(process_time() - before)
        return picks


class Setup(NamedTuple):
    """The game, its options, and the measured bot."""

    game: Game
    rules: Rules[Any, Any]
    options: dict[str, Any]
    bot: Bot


class SeatedFixture(NamedTuple):
    """A match to play, and the seat of the bot."""

    fixture: Fixture
    seat: Seat


def play_matches(
    game: str,
    load_book: Callable[[], Any],
    options: Mapping[str, Any],
    bot: str,
    seats: int,
    matches: int,
    *,
    seed: str,
    workers: Workers,
) -> Iterator[Outcome]:
    """Yields the outcome of each match; the bot plays all characters equally often."""
    lineups = GAMES[game].list_lineups(load_book(), seats)
    fixtures = balance.make_fixtures(lineups, matches, seed)
    Random(seed).shuffle(fixtures)
    play = with_shared_state(_play_match, _make_setup, game, load_book, dict(options), bot)
    return map_in_order(play, list(assign_seats(fixtures)), workers)


def assign_seats(fixtures: Iterable[Fixture]) -> Iterator[SeatedFixture]:
    """Yields *fixtures* with the seat of the characters that the bot played least, then the rarest seat."""
    characters, seats = Counter[str](), Counter[Seat]()
    for fixture in fixtures:
        cast = fixture.lineup.characters
        seat = min(range(len(cast)), key=lambda s: (sum(characters[name] for name in cast[s]), seats[s]))
        characters.update(cast[seat])
        seats[seat] += 1
        yield SeatedFixture(fixture, seat)


def _make_setup(game: str, load_book: Callable[[], Any], options: dict[str, Any], bot: str) -> Setup:
    return Setup(GAMES[game], GAMES[game].make_rules(load_book()), options, BOTS[bot])


def _play_match(setup: Setup, seated: SeatedFixture) -> Outcome:
    (lineup, seed), seat = seated
    timed = TimedBot(setup.bot)
    players: list[Bot] = [BOTS["greedy"]] * len(lineup.characters)
    players[seat] = timed
    options = lineup.options | setup.options
    try:
        facts = play_match(setup.game, setup.rules, seed, players, options, rounds=MAX_ROUNDS)
    except EndlessMatch:
        return Outcome(lineup.characters[seat], False, False, tuple(timed.seconds))
    end = facts[-1].event
    assert isinstance(end, MatchEnded)
    return Outcome(lineup.characters[seat], seat in end.winners, True, tuple(timed.seconds))


def write_report(
    title: str, names: Mapping[str, str], bot: str, seats: int, outcomes: Sequence[Outcome], command: str
) -> str:
    """Returns the report in Markdown; *names* are those of characters, *command* repeats the matches."""
    seconds = sorted(second for outcome in outcomes for second in outcome.seconds)
    unfinished = sum(not outcome.is_over for outcome in outcomes)
    cast = sorted({name for outcome in outcomes for name in outcome.cast})
    share = _share(outcomes)
    low, high = share.interval
    lines = [
        f"# {title}: {bot} against {seats - 1} greedy",
        "",
        f"- won {share.won} of {share.of} matches: {share.rate:.1%}, with 95 % confidence {low:.1%} to "
        f"{high:.1%}; a fair share is {1 / seats:.0%}",
        f"- {unfinished} unfinished and without a winner after {MAX_ROUNDS} rounds",
        f"- an answer took {mean(seconds):.3f} s of the processor, nine in ten within "
        f"{seconds[-len(seconds) // 10 - 1]:.3f} s, the longest {seconds[-1]:.3f} s of {len(seconds):,}",
        f"- `{command}`",
        "",
        "| played as | won | with 95 % confidence |",
        "|---|---:|---:|",
    ]
    for name in cast:
        share = _share([outcome for outcome in outcomes if name in outcome.cast])
        low, high = share.interval
        lines.append(f"| {names.get(name, name)} | {share.won} of {share.of} | {low:.0%} to {high:.0%} |")
    return "\n".join([*lines, ""])


def _share(outcomes: Sequence[Outcome]) -> Share:
    return Share(sum(outcome.won for outcome in outcomes), len(outcomes))


@click.command()
@game_option
@game_options
@click.option("--bot", type=click.Choice([*BOTS]), default="deep", show_default=True)
@click.option("--seats", type=int, default=2, show_default=True, help="One for the bot, all others greedy.")
@click.option("--matches", type=click.IntRange(1), default=100, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Processes that play.")
@click.option("--seed", default="strength", show_default=True, help="The same seed plays the same matches.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True)
def main(
    game: str, options: tuple[str, ...], bot: str, seats: int, matches: int, jobs: int, seed: str, out: Path
) -> None:
    """Lets a bot play against greedy ones, and reports how often it won.

    The report is written after every match, so an interrupted command leaves a valid one.
    """
    words = ["ops/do", "research", "strength", "--game", game, *(f"--option={option}" for option in options)]
    words += ["--bot", bot, "--seats", str(seats), "--matches", str(matches), "--seed", seed]
    command = shlex.join([*words, "--out", "FILE"])
    cards = CardSetRegistry().find_cards(game)
    load_book, names = (
        partial(cardset_files.restore_book, cards.content()),
        GAMES[game].display_names(cards.book),
    )
    outcomes: list[Outcome] = []
    workers = process_workers(jobs)
    played = play_matches(
        game, load_book, read_options(options), bot, seats, matches, seed=seed, workers=workers
    )
    with click.progressbar(played, length=matches, label="matches") as bar:
        for outcome in bar:
            outcomes.append(outcome)
            report = write_report(GAMES[game].TITLE, names, bot, seats, outcomes, command)
            out.write_text(report, encoding="utf-8")
    click.echo(f"{sum(outcome.won for outcome in outcomes)} of {matches} were won: the report is in {out}.")
