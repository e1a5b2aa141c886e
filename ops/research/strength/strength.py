"""Matches of one bot against greedy ones, in several processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from time import process_time
from typing import Any, NamedTuple

from domain.games import GAMES, Game
from domain.model import Asked, Picks, Seat
from domain.rules import Rules
from domain.table import Match, MatchEnded
from replays.bots import players as bots
from replays.executors import Workers, map_in_order, with_shared_state
from replays.research import balance
from replays.research.balance import Fixture

ROUNDS = 60
"""What is not over after so many rounds is unfinished, and won by nobody."""


class Outcome(NamedTuple):
    """What came of a match: as whom the bot played, whether it won, and the seconds of each answer."""

    cast: tuple[str, ...]
    won: bool
    over: bool
    seconds: tuple[float, ...]


class Timed:
    """A bot whose answers are timed, in seconds of the processor."""

    def __init__(self, bot: bots.Bot) -> None:
        self.__name__, self._bot = bot.__name__, bot
        self.seconds: list[float] = []

    def __call__(
        self, game: Game, rules: Rules[Any, Any], match: Match[Any], question: Asked, rng: Random
    ) -> Picks:
        """Answers as the bot does."""
        begun = process_time()
        picks = self._bot(game, rules, match, question, rng)
        self.seconds.append(process_time() - begun)
        return picks


class _Table(NamedTuple):
    game: Game
    rules: Rules[Any, Any]
    options: dict[str, Any]
    bot: bots.Bot


class Seated(NamedTuple):
    """A match to be played, and the bot's seat."""

    fixture: Fixture
    seat: Seat


def play(
    game: str,
    book: Callable[[], Any],
    options: Mapping[str, Any],
    bot: str,
    seats: int,
    matches: int,
    *,
    seed: str,
    workers: Workers,
) -> Iterator[Outcome]:
    """Yields what came of so many *matches*, in which the bot plays everybody equally often."""
    lineups = GAMES[game].list_lineups(book(), seats)
    fixtures = balance.make_fixtures(lineups, matches, seed)
    Random(seed).shuffle(fixtures)
    todo = list(seated(fixtures))
    return map_in_order(with_shared_state(_play, _table, game, book, dict(options), bot), todo, workers)


def seated(fixtures: Iterable[Fixture]) -> Iterator[Seated]:
    """Yields *fixtures* with a seat for the bot: of whom it played least so far, and then the least taken."""
    played, taken = Counter[str](), Counter[Seat]()
    for fixture in fixtures:
        cast = fixture.lineup.characters
        seat = min(range(len(cast)), key=lambda s: (sum(played[who] for who in cast[s]), taken[s]))
        played.update(cast[seat])
        taken[seat] += 1
        yield Seated(fixture, seat)


def _table(game: str, book: Callable[[], Any], options: dict[str, Any], bot: str) -> _Table:
    return _Table(GAMES[game], GAMES[game].make_rules(book()), options, bots.BOTS[bot])


def _play(here: _Table, seated: Seated) -> Outcome:
    (lineup, seed), seat = seated
    timed = Timed(here.bot)
    players: list[bots.Bot] = [bots.BOTS["greedy"]] * len(lineup.characters)
    players[seat] = timed
    try:
        agreed = lineup.options | here.options
        end = bots.play_match(here.game, here.rules, seed, players, agreed, rounds=ROUNDS)[-1].event
    except bots.EndlessMatch:
        return Outcome(lineup.characters[seat], False, False, tuple(timed.seconds))
    assert isinstance(end, MatchEnded)
    return Outcome(lineup.characters[seat], seat in end.winners, True, tuple(timed.seconds))
