"""Races: how many rounds a Villain takes to its objective, alone against an opponent who only hinders it.

They tell in minutes what matches of four tell in hours: which way of playing gets there sooner.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from statistics import mean
from typing import Any, NamedTuple

import click

from domain import chance, decider
from domain.games import GAMES, Game
from domain.model import Answered, Asked, Picks
from domain.rules import Rules
from domain.table import Match
from replays.bots import players as bots
from replays.bots.candidates import END, declining_answer
from replays.executors import Workers, map_in_order, process_workers, with_shared_state
from service.catalog import cardset_files
from service.catalog.cardsets import CardSetRegistry

ROUNDS = 40
"""A race that is not over after so many rounds counts as if it had been then."""
GAME = "villainous"
HINDERERS = ("prince-john", "queen-of-hearts")
"""Who may hinder; the second one where the first one races."""


class Hinderer:
    """A player who deals a Fate in a part of its turns, *often* from 0 to 1, and does nothing else."""

    __name__ = "hinderer"

    def __init__(self, often: float) -> None:
        self._often, self._deals = often, False

    def __call__(
        self, game: Game, rules: Rules[Any, Any], match: Match[Any], question: Asked, rng: Random
    ) -> Picks:
        """Moves where it can deal a Fate, deals one if it is to, and ends its turn; it declines the rest."""
        if question.prompt == "move":
            self._deals = rng.random() < self._often
            return max(((move,) for move in question.options), key=lambda picks: _fate(rules, match, picks))
        if END in question.options:
            fates = [option for option in question.options if option.startswith("fate:")]
            deals, self._deals = self._deals and bool(fates), False
            return (fates[0],) if deals else (END,)
        declined = declining_answer(question)
        return bots.BOTS["greedy"](game, rules, match, question, rng) if declined is None else declined


def _fate(rules: Rules[Any, Any], match: Match[Any], picks: Picks) -> bool:
    """Tells whether a Fate can be dealt where a move leads."""
    question = decider.open_question(rules, match.position)
    assert question is not None
    moved = decider.decide(
        rules, match.position, Answered(question.seat, picks), chance.chance_by_fact(b"")
    ).position
    following = decider.open_question(rules, moved)
    return following is not None and any(option.startswith("fate:") for option in following.options)


class Race(NamedTuple):
    """A race to be run: as whom, and with which seed."""

    villain: str
    seed: str


class _Course(NamedTuple):
    game: Game
    rules: Rules[Any, Any]
    bot: str
    often: float


def run(
    book: Callable[[], Any],
    bot: str,
    villains: Iterable[str],
    races: int,
    often: float,
    seed: str,
    workers: Workers,
) -> Iterator[tuple[Race, int]]:
    """Yields how many rounds each of so many *races* of each of the *villains* took."""
    todo = [Race(villain, f"{seed}-{number}") for villain in villains for number in range(races)]
    rounds = map_in_order(with_shared_state(_run, _course, book, bot, often), todo, workers)
    yield from zip(todo, rounds, strict=True)


def _course(book: Callable[[], Any], bot: str, often: float) -> _Course:
    return _Course(GAMES[GAME], GAMES[GAME].make_rules(book()), bot, often)


def _run(course: _Course, race: Race) -> int:
    hinderer = next(who for who in HINDERERS if who != race.villain)
    players = (bots.BOTS[course.bot], Hinderer(course.often))
    options = {"villains": (race.villain, hinderer)}
    try:
        facts = bots.play_match(course.game, course.rules, race.seed, players, options, rounds=ROUNDS)
    except bots.EndlessMatch:
        return ROUNDS
    return min(ROUNDS, course.game.measure_match(facts).rounds)


@click.command()
@click.option("--bot", type=click.Choice([*bots.BOTS]), default="deep", show_default=True)
@click.option("--villain", "villains", multiple=True, help="Whom it plays; everybody by default.")
@click.option("--races", type=click.IntRange(1), default=8, show_default=True, help="Of each Villain.")
@click.option(
    "--fates", type=click.FloatRange(0, 1), default=0.5, show_default=True, help="Dealt to it in a round."
)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Processes that play.")
@click.option("--seed", default="races", show_default=True, help="The same seed runs the same races.")
def main(bot: str, villains: tuple[str, ...], races: int, fates: float, jobs: int, seed: str) -> None:
    """Tells how many rounds a bot takes to win as each Villain, against who only deals it Fates."""
    cards = CardSetRegistry().cards(GAME)
    rounds: dict[str, list[int]] = defaultdict(list)
    among = villains or GAMES[GAME].list_characters(cards.book)
    book = partial(cardset_files.book, cards.content())
    for (villain, _), took in run(book, bot, among, races, fates, seed, process_workers(jobs)):
        rounds[villain].append(took)
        if len(rounds[villain]) == races:
            each = ", ".join(map(str, rounds[villain]))
            click.echo(f"{villain}: {mean(rounds[villain]):.1f} rounds ({each})")
