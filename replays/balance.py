"""Balance, measured: every line-up of a game played by bots, by several workers, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from domain.decider import Rules
from domain.games import GAMES
from domain.lineups import Lineup, Measures
from domain.model import CHANCE, Answered, Fact
from domain.table import MatchEnded

from . import bots
from .executors import Workers, knowing, spread

UNFINISHED = "unfinished"
"""The ending of a match that was given up."""


class Fixture(NamedTuple):
    """A match to be played: who against whom, with which options, from which seed."""

    lineup: Lineup
    seed: str


class Played(NamedTuple):
    """A match that was played: who sat where, how many sides there were, who won, and how long it took."""

    cast: tuple[tuple[str, ...], ...]
    sides: int
    winners: tuple[int, ...]
    answers: int
    facts: int
    measures: Measures


def fixtures(lineups: Iterable[Lineup], matches: int | None, seed: str) -> list[Fixture]:
    """Returns so many *matches*, every line-up once if there is no number, with seeds made from *seed*.

    Line-ups are played in turn, again and again; if the last turn is not whole, it is for some drawn by lot.
    """
    every = list(lineups)
    turns, more = divmod(len(every) if matches is None else matches, len(every))
    drawn = [every] * turns + [Random(seed).sample(every, more)]
    return [
        Fixture(lineup, f"{seed}/{turn}/{number}")
        for turn, some in enumerate(drawn)
        for number, lineup in enumerate(some)
    ]


def play(
    game: str,
    book: Callable[[], Any],
    bot: str,
    options: Mapping[str, Any],
    todo: Sequence[Fixture],
    *,
    rounds: int,
    workers: Workers,
) -> Iterator[Played]:
    """Yields the matches of *todo* as they were played, in its order, by *workers*.

    On every seat is a *bot* of that name; *options* hold for every match. What is not over after so many
    *rounds*, or after `bots.ANSWERS`, is unfinished: it has no winner. Each process asks for the *book* once.
    """
    return spread(knowing(_play, _table, game, book, bot, dict(options), rounds), todo, workers)


class _Table(NamedTuple):
    game: str
    rules: Rules[Any, Any]
    bot: str
    options: dict[str, Any]
    rounds: int


def _table(game: str, book: Callable[[], Any], bot: str, options: dict[str, Any], rounds: int) -> _Table:
    return _Table(game, GAMES[game].make_rules(book()), bot, options, rounds)


def _play(here: _Table, fixture: Fixture) -> Played:
    game, (options, cast, sides) = GAMES[here.game], fixture.lineup
    seated, agreed = [bots.BOTS[here.bot]] * len(cast), options | here.options
    facts: Sequence[Fact]
    try:
        facts = bots.play(game, here.rules, fixture.seed, seated, agreed, rounds=here.rounds)
    except bots.Endless as endless:
        facts = endless.facts
    measures, last = game.measure_match(facts), facts[-1].event
    winners: tuple[int, ...] = ()
    if isinstance(last, MatchEnded) and measures.rounds <= here.rounds:
        winners = last.winners
    else:
        measures = measures._replace(ending=UNFINISHED)
    answers = sum(isinstance(fact.event, Answered) and fact.event.seat != CHANCE for fact in facts)
    return Played(cast, sides, winners, answers, len(facts), measures)
