"""Balance, measured: every line-up of a game played by bots, in several processes, and what came of it."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from domain.contest import Lineup, Measures
from domain.core import Rules
from domain.games import GAMES
from domain.table import MatchEnded
from domain.words import CHANCE, Answered

from . import bots

CHUNK = 8
"""How many matches a process takes at a time."""


class Fixture(NamedTuple):
    """A match to be played: who against whom, with which options, from which seed."""

    lineup: Lineup
    seed: str


class Played(NamedTuple):
    """A match that was played: who sat where, who won, and how long it took."""

    cast: tuple[tuple[str, ...], ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    answers: int
    facts: int
    measures: Measures


def fixtures(lineups: Iterable[Lineup], rounds: int, seed: str) -> list[Fixture]:
    """Returns every line-up *rounds* times, each time with a seed of its own made from *seed*."""
    every = list(lineups)
    return [
        Fixture(lineup, f"{seed}/{turn}/{number}")
        for turn in range(rounds)
        for number, lineup in enumerate(every)
    ]


def play(
    game: str, book: Any, names: Sequence[str], options: Mapping[str, Any], todo: Sequence[Fixture], jobs: int
) -> Iterator[Played]:
    """Yields the matches of *todo* as they were played, in its order, by *jobs* processes.

    *names* are the bots, one a seat; *options* hold for every match.
    """
    table = (game, book, tuple(names), dict(options))
    with ProcessPoolExecutor(jobs, initializer=_sit_down, initargs=table) as pool:
        try:
            yield from pool.map(_play, todo, chunksize=CHUNK)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class _Table(NamedTuple):
    game: str
    rules: Rules[Any, Any]
    names: tuple[str, ...]
    options: dict[str, Any]


_here: list[_Table] = []
"""Where this process plays: a book is too large to be sent along with every match."""


def _sit_down(game: str, book: Any, names: tuple[str, ...], options: dict[str, Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for whoever waits for the matches
    _here[:] = [_Table(game, GAMES[game].rules(book), names, options)]


def _play(fixture: Fixture) -> Played:
    (here,) = _here
    game = GAMES[here.game]
    seated = [bots.BOTS[name] for name in here.names]
    facts = bots.play(game, here.rules, fixture.seed, seated, here.options | fixture.lineup.options)
    ended = facts[-1].event
    assert isinstance(ended, MatchEnded)
    answers = sum(isinstance(fact.event, Answered) and fact.event.seat != CHANCE for fact in facts)
    return Played(fixture.lineup.cast, ended.winners, ended.scores, answers, len(facts), game.measures(facts))
