"""The review of a match: how the chances went, what each answer gave away, and what was luck.

Every answer is judged by what its player could know: a search from that seat's eyes (`replays.search`) tells
the chances after the best answer and after the one that was given. What the chances are at the next question,
and were not after the answer, chance and hidden cards have made: luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import exp
from statistics import mean
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain import table
from domain.decider import Rules
from domain.games import GAMES, Game
from domain.model import CHANCE, Answered, Fact, Picks, Seat, Viewer
from domain.published import OptionalText
from domain.table import Match, MatchOpened

from .bot_levels import THINKERS, Thinker
from .budget import Budget
from .estimates import UNKNOWN, Chances, Interval, estimate, even
from .executors import Workers, knowing, spread
from .replay import Replay
from .search import Search
from .variations import Said, farthest, luck_of

LEVELS: Mapping[str, Thinker] = {thinker.__name__: thinker for thinker in THINKERS}
"""How thoroughly a match can be reviewed, by the bots that spend as much on an answer."""

SLIP, MISTAKE, BLUNDER = 0.05, 0.1, 0.15
"""From which loss of chances on an answer is called so; Lichess draws the lines there."""

TURNING = 5
"""How many turning points are told at most."""


class Judged(Struct, frozen=True):
    """An answer to the question of fact `seq`: the chances before and after it, and the loss.

    `line` is a better line, if there is one, in the imagined `world` of that number. `luck` is the later
    change of the chances of each seat, through draws and revealed cards; empty if there was none. The
    chances and the loss have intervals of 95 %: as far as they depend on hidden cards and on chance, and
    not on the judgement of the bot.
    """

    seq: int
    seat: Seat
    prompt: str
    about: OptionalText
    picks: Picks
    before: Chances
    after: Chances
    loss: float
    before_intervals: tuple[Interval, ...]
    after_intervals: tuple[Interval, ...]
    loss_interval: Interval
    line: tuple[Said, ...] = ()
    world: int = 0
    luck: Chances = ()


class Performance(Struct, frozen=True):
    """The play of a seat: its accuracy from 0 to 100, its slips, and its luck in chances."""

    seat: Seat
    answers: int
    accuracy: float
    slips: int
    mistakes: int
    blunders: int
    luck: float


class Review(Struct, frozen=True, tag_field="type", tag="review"):
    """A match up to fact `head`, reviewed by a bot: every answer that was a choice, and the totals.

    `turning` are the questions, by their facts, whose answers changed the chances most. The same `seed`
    gives the same review.
    """

    head: int
    bot: str
    seed: str
    answers: tuple[Judged, ...]
    seats: tuple[Performance, ...]
    turning: tuple[int, ...]
    winners: tuple[Seat, ...] | None


Progress = Callable[[int, int], None]
"""Hears after every answer how many were judged, and of how many."""


class _Moment(NamedTuple):
    """An answer that was a choice, the match before it, and whether anything hidden came to light by it."""

    match: Match[Any]
    picks: Picks
    drawn: bool


class _Desk(NamedTuple):
    game: Game
    film: Replay[Any, Any]
    thinker: Thinker
    seed: str


def review(
    game: str,
    book: Callable[[], Any],
    facts: Sequence[Fact],
    *,
    bot: str,
    seed: str,
    workers: Workers,
    progress: Progress = lambda judged, of: None,
) -> Review:
    """Returns the review of the match that *facts* tell, by a *bot* that is one of `LEVELS`.

    Its answers are judged by *workers*, each process of which asks for the *book* once.
    """
    film = _desk(game, book, facts, bot, seed).film
    moments = list(_moments(film))
    todo = [moment.match.seq for moment in moments]
    judged: list[Judged] = []
    for one in spread(knowing(_judge, _desk, game, book, tuple(facts), bot, seed), todo, workers):
        judged.append(one)
        progress(len(judged), len(todo))
    last = film.at(len(film))
    told = tuple(_with_luck(moments, judged, _end(film.rules, last)))
    seats = tuple(_performance(seat, told) for seat in range(last.opened.seats))
    swings = sorted(told, key=lambda one: -_swing(one))[:TURNING]
    turning = tuple(sorted(one.seq for one in swings if _swing(one) >= SLIP))
    winners = None if last.ended is None else last.ended.winners
    return Review(len(film), bot, seed, told, seats, turning, winners)


def _desk(game: str, book: Callable[[], Any], facts: Sequence[Fact], bot: str, seed: str) -> _Desk:
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    film = Replay(GAMES[game].make_rules(book(), opened.version), facts)
    return _Desk(GAMES[game], film, LEVELS[bot], seed)


def _moments(film: Replay[Any, Any]) -> Iterator[_Moment]:
    """Yields the answers of the line that counts, where something else could have been answered."""
    left, before = film.at(len(film)).abandoned, None
    spectator = Viewer("spectator", frozenset())
    found: _Moment | None = None
    for match, fact in zip(film, film.facts, strict=True):
        said = fact.event
        if any(first <= fact.seq <= last for first, last in left):
            continue
        asked = None if before is None else table.open_question(film.rules, before)
        if isinstance(said, Answered) and said.seat != CHANCE and asked is not None and before is not None:
            if found is not None:
                yield found
            choice = len(asked.options) > asked.least or asked.most > 1
            found = _Moment(before, said.picks, False) if choice else None
        elif found is not None and not found.drawn:
            hidden = table.redact_fact(film.rules, fact, spectator) is not fact
            found = found._replace(drawn=hidden or (isinstance(said, Answered) and said.seat == CHANCE))
        before = match
    if found is not None:
        yield found


# -- one answer --------------------------------------------------------------------------------------


def _judge(here: _Desk, seq: int) -> Judged:
    """Judges the answer to the question that was open after fact *seq*."""
    match, rules = here.film.at(seq), here.film.rules
    asked, answered = table.open_question(rules, match), here.film.facts[seq:]
    assert asked is not None
    given = next(fact.event.picks for fact in answered if isinstance(fact.event, Answered))
    budget = Budget(here.thinker.positions, here.thinker.seconds)
    watched = range(match.opened.seats)
    search = Search(here.game, rules, match.position, asked, luck_of(here.seed, seq), budget, watched)
    found = search.run()
    budget.more(here.thinker.positions // 3, here.thinker.seconds)
    edge = search.probe(given)
    sides = rules.list_sides(match.position.board)
    if not found or edge is None or not found[0].ends or not edge.ends:
        alike, far = even(sides, [dict.fromkeys(watched, 1.0)]), (UNKNOWN,) * len(watched)
        return Judged(
            seq, asked.seat, asked.prompt, asked.about, given, alike, alike, 0.0, far, far, (0.0, 0.0)
        )
    best, after = estimate(sides, found[0].ends), estimate(sides, edge.ends)
    loss = 0.0 if found[0] is edge else max(0.0, best.chances[asked.seat] - after.chances[asked.seat])
    before = best if loss else after
    world, line = farthest(asked.seat, found[0]) if loss >= SLIP else (0, ())
    return Judged(
        seq,
        asked.seat,
        asked.prompt,
        asked.about,
        given,
        before.chances,
        after.chances,
        loss,
        before.intervals,
        after.intervals,
        best.above(after, asked.seat) if loss else (0.0, 0.0),
        line,
        world,
    )


# -- what all of them come to ------------------------------------------------------------------------


def _end(rules: Rules[Any, Any], last: Match[Any]) -> Chances | None:
    """Returns the chances after the end of a match, if it has ended; all alike in a draw."""
    if last.ended is None:
        return None
    sides = rules.list_sides(last.position.board)
    won = [float(not last.ended.winners or side[0] in last.ended.winners) for side in sides]
    return even(sides, [{side[0]: one for side, one in zip(sides, won, strict=True)}])


def _with_luck(moments: Sequence[_Moment], judged: Sequence[Judged], end: Chances | None) -> Iterator[Judged]:
    """Yields *judged* with what chance made of the chances until the next question, or the end."""
    following = [*(one.before for one in judged[1:]), end]
    for moment, one, then in zip(moments, judged, following, strict=True):
        luck: Chances = ()
        if moment.drawn and then is not None:
            luck = tuple(b - a for a, b in zip(one.after, then, strict=True))
        yield replace(one, luck=luck)


def _swing(one: Judged) -> float:
    return max(one.loss, *map(abs, one.luck), 0.0)


def _performance(seat: Seat, told: Sequence[Judged]) -> Performance:
    losses = [one.loss for one in told if one.seat == seat]
    return Performance(
        seat,
        len(losses),
        mean(map(_accuracy, losses)) if losses else 100.0,
        sum(SLIP <= loss < MISTAKE for loss in losses),
        sum(MISTAKE <= loss < BLUNDER for loss in losses),
        sum(loss >= BLUNDER for loss in losses),
        sum(one.luck[seat] for one in told if one.luck),
    )


def _accuracy(loss: float) -> float:
    """Returns how accurate an answer was that gave away so much, from 0 to 100, by Lichess' curve."""
    return max(0.0, min(100.0, 103.1668 * exp(-4.354 * loss) - 3.1669))
