"""Plays every line-up of a game with bots, in several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from domain.games import GAMES
from domain.lineups import Lineup, Measures
from domain.model import CHANCE, Answered, Fact
from domain.rules import Rules
from domain.table import MatchEnded

from ..bots.players import BOTS, EndlessMatch, play_match
from ..executors import Workers, map_in_order, with_shared_state

UNFINISHED = "unfinished"
"""The ending of an abandoned match."""


class Fixture(NamedTuple):
    """A planned match with its line-up, options and seed."""

    lineup: Lineup
    seed: str


class BalanceMatch(NamedTuple):
    """A finished match with its characters, sides, winners and lengths."""

    cast: tuple[tuple[str, ...], ...]
    sides: int
    winners: tuple[int, ...]
    answers: int
    facts: int
    measures: Measures


def make_fixtures(lineups: Iterable[Lineup], matches: int | None, seed: str) -> list[Fixture]:
    """Returns *matches* fixtures, or one for each line-up, with seeds derived from *seed*.

    Line-ups rotate. An incomplete last rotation is drawn by lot.
    """
    all_lineups = list(lineups)
    turns, remainder = divmod(len(all_lineups) if matches is None else matches, len(all_lineups))
    rotations = [all_lineups] * turns + [Random(seed).sample(all_lineups, remainder)]
    return [
        Fixture(lineup, f"{seed}/{turn}/{number}")
        for turn, chosen_lineups in enumerate(rotations)
        for number, lineup in enumerate(chosen_lineups)
    ]


def play_fixtures(
    game: str,
    book: Callable[[], Any],
    bot: str,
    options: Mapping[str, Any],
    todo: Sequence[Fixture],
    *,
    rounds: int,
    workers: Workers,
) -> Iterator[BalanceMatch]:
    """Yields the results of *todo* in order, played by *workers*.

    Every seat has the same *bot*, and *options* hold for every match. A match is unfinished, without a
    winner, after *rounds* or `MAX_ANSWERS`. Each process loads the *book* once.
    """
    return map_in_order(
        with_shared_state(_play_fixture, _load_setup, game, book, bot, dict(options), rounds), todo, workers
    )


class _Setup(NamedTuple):
    game: str
    rules: Rules[Any, Any]
    bot: str
    options: dict[str, Any]
    rounds: int


def _load_setup(game: str, book: Callable[[], Any], bot: str, options: dict[str, Any], rounds: int) -> _Setup:
    return _Setup(game, GAMES[game].make_rules(book()), bot, options, rounds)


def _play_fixture(setup: _Setup, fixture: Fixture) -> BalanceMatch:
    game, (options, cast, sides) = GAMES[setup.game], fixture.lineup
    seats, match_options = [BOTS[setup.bot]] * len(cast), options | setup.options
    facts: Sequence[Fact]
    try:
        facts = play_match(game, setup.rules, fixture.seed, seats, match_options, rounds=setup.rounds)
    except EndlessMatch as endless:
        facts = endless.facts
    measures, last = game.measure_match(facts), facts[-1].event
    winners: tuple[int, ...] = ()
    if isinstance(last, MatchEnded) and measures.rounds <= setup.rounds:
        winners = last.winners
    else:
        measures = measures._replace(ending=UNFINISHED)
    answers = sum(isinstance(fact.event, Answered) and fact.event.seat != CHANCE for fact in facts)
    return BalanceMatch(cast, sides, winners, answers, len(facts), measures)
