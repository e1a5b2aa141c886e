"""What if? A moment of a match is played on, again and again, from the answer that was given and from others.

Nobody knows what would have happened. But bots that go on from the same position, once for each answer and
many times over, tell how much that answer changed who wins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain import table
from domain.decider import Rules
from domain.games import GAMES, Game
from domain.model import Answered, Picks, Seat, Viewer
from domain.published import OptionalText
from domain.table import Match, MatchEnded

from . import bots
from .candidates import answers
from .decision_points import Disputed, check
from .determinization import redealt
from .executors import Workers, knowing, spread
from .standings import Share

MOST = 4
"""So many other answers are played on from unasked; if there are more, the bot's favourite alone."""

ROUNDS = 60
"""What is not over so many rounds later is unfinished, and won by nobody."""


class Estimate(Struct, frozen=True):
    """A share or a difference of shares, as counted, with its interval of 95 % confidence."""

    value: float
    low: float
    high: float


class Chances(Struct, frozen=True):
    """The matches that a seat won, and the difference of that share from the given answer's."""

    seat: Seat
    won: int
    share: Estimate
    change: Estimate | None


class Continuation(Struct, frozen=True):
    """The outcome of one answer: the number of abandoned matches, and the chances of each seat."""

    picks: Picks
    given: bool
    unfinished: int
    chances: tuple[Chances, ...]


class WhatIf(Struct, frozen=True, tag_field="type", tag="result"):
    """The outcomes of the answer that `seat` gave after fact `seq`, the first one, and of other answers.

    The same `seed`, and as many `matches` by the same `bot`, give the same.
    """

    seq: int
    seat: Seat
    prompt: str
    about: OptionalText
    bot: str
    matches: int
    seed: str
    continuations: tuple[Continuation, ...]


Winners: TypeAlias = tuple[Seat, ...] | None
"""Who won a match; `None` when it was given up."""
Results: TypeAlias = list[Winners]

Progress = Callable[[int, int], None]
"""Hears after every match how many were played, and of how many."""


def others(game: Game, rules: Rules[Any, Any], moment: Disputed, bot: bots.Bot, luck: Random) -> list[Picks]:
    """Returns what else to look into: every other answer or, if these are many, the favourite of *bot*."""
    match, asked, given = moment.match, moment.asked, moment.given
    every = [picks for picks in answers(asked, luck) if picks != given]
    if len(every) <= MOST:
        return every
    if asked.most == 1:
        left = tuple(pick for pick in asked.options if (pick,) != given)
        return [bot(game, rules, match, replace(asked, options=left, least=1), luck)]
    liked = bot(game, rules, match, asked, luck)
    return [liked if liked != given else every[0]]


# -- playing on --------------------------------------------------------------------------------------


class _Table(NamedTuple):
    game: Game
    rules: Rules[Any, Any]
    moment: Disputed
    bot: bots.Bot


class _Line(NamedTuple):
    """A match to be played: on from which answer, and from which seed."""

    picks: Picks
    seed: str


def _table(game: str, book: Callable[[], Any], moment: Disputed, bot: str) -> _Table:
    return _Table(GAMES[game], _rules(game, book(), moment), moment, bots.BOTS[bot])


def _rules(game: str, book: Any, moment: Disputed) -> Rules[Any, Any]:
    return GAMES[game].make_rules(book, moment.match.opened.version)


def _play(here: _Table, line: _Line) -> Winners:
    return play_on(here.game, here.rules, here.moment, line.picks, here.bot, line.seed)


def play_on(
    game: Game, rules: Rules[Any, Any], moment: Disputed, picks: Picks, bot: bots.Bot, seed: str
) -> Winners:
    """Returns who won when *picks* were answered at *moment* and a *bot* on each seat played on from *seed*.

    What lies hidden from all seats lies in another order, told by *seed*, as soon as no effect is under way:
    what an effect has begun with, it ends with.
    """
    luck, seats = Random(seed), moment.match.opened.seats
    match = replace(moment.match, seeds=(f"{luck.getrandbits(128):032x}",))
    if match.position.running is None:
        match = _reshuffled(rules, match, luck)
        facts, match = table.answer_question(rules, match, Answered(moment.asked.seat, picks))
    else:
        facts, match = table.answer_question(rules, match, Answered(moment.asked.seat, picks))
        while match.position.running is not None and (asked := table.open_question(rules, match)) is not None:
            followed, match = bots.answered(game, rules, match, asked, [bot] * seats, luck)
            facts += followed
        match = _reshuffled(rules, match, luck)
    rounds = game.measure_match(moment.facts).rounds + ROUNDS
    try:
        played = bots.play_on(game, rules, [*moment.facts, *facts], match, [bot] * seats, luck, rounds=rounds)
    except bots.Endless:
        return None
    end = played[-1].event
    assert isinstance(end, MatchEnded)
    return end.winners


def _reshuffled(rules: Rules[Any, Any], match: Match[Any], luck: Random) -> Match[Any]:
    """Returns *match* with all that no seat can see in another order."""
    everyone = Viewer("every seat", frozenset(range(match.opened.seats)))
    return replace(match, position=redealt(rules, match.position, everyone, luck))


def whatif(
    game: str,
    book: Callable[[], Any],
    moment: Disputed,
    instead: Sequence[Picks],
    *,
    bot: str,
    matches: int,
    seed: str,
    workers: Workers,
    progress: Progress = lambda played, of: None,
) -> WhatIf:
    """Returns what comes of the answer at *moment* and of those *instead*, in so many *matches* each.

    Without any *instead*, `others` are played on from. The n-th match begins alike for every answer, with the
    same hidden orders, so that what differs is the answer. It is played by *workers*, each process of which
    asks for the *book* once. Raises what `decision_points.check` does.
    """
    rules = _rules(game, book(), moment)
    check(rules, moment, instead)
    wanted = list(dict.fromkeys(instead))
    wanted = wanted or others(GAMES[game], rules, moment, bots.BOTS[bot], Random(seed))
    answers = [moment.given, *wanted]
    todo = [_Line(picks, f"{seed}/{n}") for n in range(matches) for picks in answers]
    ended: dict[Picks, Results] = {picks: [] for picks in answers}
    played = spread(knowing(_play, _table, game, book, moment, bot), todo, workers)
    for count, (line, winners) in enumerate(zip(todo, played, strict=True), 1):
        ended[line.picks].append(winners)
        progress(count, len(todo))
    asked, given = moment.asked, ended[moment.given]
    return WhatIf(
        moment.match.seq,
        asked.seat,
        asked.prompt,
        asked.about,
        bot,
        matches,
        seed,
        tuple(
            Continuation(
                picks,
                results is given,
                results.count(None),
                tuple(
                    _chances(seat, results, None if results is given else given)
                    for seat in range(moment.match.opened.seats)
                ),
            )
            for picks, results in ended.items()
        ),
    )


def _chances(seat: Seat, results: Results, given: Results | None) -> Chances:
    share = _share(seat, results)
    estimate = Estimate(share.rate, *share.interval)
    change = None if given is None else difference(share, _share(seat, given))
    return Chances(seat, share.won, estimate, change)


def _share(seat: Seat, results: Results) -> Share:
    return Share(sum(seat in winners for winners in results if winners is not None), len(results))


def difference(one: Share, other: Share) -> Estimate:
    """Returns how much larger *one* is than the *other*: Newcombe's hybrid score interval, from Wilson's.

    It takes the two as independent. Here they have orders in common: it is rather too wide than too narrow.
    """
    (low, high), (other_low, other_high) = one.interval, other.interval
    value = one.rate - other.rate
    below = sqrt((one.rate - low) ** 2 + (other_high - other.rate) ** 2)
    above = sqrt((high - one.rate) ** 2 + (other.rate - other_low) ** 2)
    return Estimate(value, value - below, value + above)
