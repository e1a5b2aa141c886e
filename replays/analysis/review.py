"""Reviews a match: winning chances, the loss of each answer, and luck.

Each answer is judged by its player's information: a search from that seat compares the best answer with the
given one. The change up to the next question, by draws and hidden cards, is luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import exp
from statistics import mean
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain import table
from domain.games import GAMES, Game
from domain.model import CHANCE, Answered, Fact, Picks, Seat, Viewer
from domain.published import OptionalText
from domain.rules import Rules
from domain.table import Match, MatchOpened

from ..bots.budget import Budget
from ..bots.levels import SEARCH_BOTS, SearchBot
from ..bots.search import Search
from ..executors import Workers, map_in_order, with_shared_state
from ..playback.replay import Replay
from .estimates import UNKNOWN, Chances, Interval, estimate_chances, mean_chances
from .variations import Said, longest_line, rng_at

REVIEW_LEVELS: Mapping[str, SearchBot] = {thinker.__name__: thinker for thinker in SEARCH_BOTS}
"""Levels of thoroughness, by the bots with that budget."""

SLIP, MISTAKE, BLUNDER = 0.05, 0.1, 0.15
"""The minimum losses of a slip, a mistake and a blunder, as Lichess defines them."""

MAX_TURNING_POINTS = 5
"""The maximum number of turning points."""


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
"""Receives the number of judged answers, and of all, after every answer."""


class _Answer(NamedTuple):
    """An answer with alternatives, the match before it, and whether it revealed hidden cards."""

    match: Match[Any]
    picks: Picks
    drawn: bool


class _Desk(NamedTuple):
    game: Game
    replay: Replay[Any, Any]
    thinker: SearchBot
    seed: str


def review_match(
    game: str,
    book: Callable[[], Any],
    facts: Sequence[Fact],
    *,
    bot: str,
    seed: str,
    workers: Workers,
    progress: Progress = lambda judged, of: None,
) -> Review:
    """Returns the review of *facts* by a *bot* of `REVIEW_LEVELS`.

    The *workers* judge the answers; each process loads the *book* once.
    """
    replay = _load_desk(game, book, facts, bot, seed).replay
    moments = list(_find_answers(replay))
    todo = [moment.match.seq for moment in moments]
    judged: list[Judged] = []
    for judgment in map_in_order(
        with_shared_state(_judge_answer, _load_desk, game, book, tuple(facts), bot, seed), todo, workers
    ):
        judged.append(judgment)
        progress(len(judged), len(todo))
    last = replay.at(len(replay))
    judgments = tuple(_add_luck(moments, judged, _final_chances(replay.rules, last)))
    seats = tuple(_rate_seat(seat, judgments) for seat in range(last.settings.seats))
    swings = sorted(judgments, key=lambda judgment: -_change_of(judgment))[:MAX_TURNING_POINTS]
    turning = tuple(sorted(judgment.seq for judgment in swings if _change_of(judgment) >= SLIP))
    winners = None if last.ended is None else last.ended.winners
    return Review(len(replay), bot, seed, judgments, seats, turning, winners)


def _load_desk(game: str, book: Callable[[], Any], facts: Sequence[Fact], bot: str, seed: str) -> _Desk:
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    replay = Replay(GAMES[game].make_rules(book(), opened.version), facts)
    return _Desk(GAMES[game], replay, REVIEW_LEVELS[bot], seed)


def _find_answers(replay: Replay[Any, Any]) -> Iterator[_Answer]:
    """Yields the answers with alternatives of the final line."""
    abandoned, before = replay.at(len(replay)).abandoned, None
    spectator = Viewer("spectator", frozenset())
    moment: _Answer | None = None
    for match, fact in zip(replay, replay.facts, strict=True):
        event = fact.event
        if any(first <= fact.seq <= last for first, last in abandoned):
            continue
        question = None if before is None else table.open_question(replay.rules, before)
        if (
            isinstance(event, Answered)
            and event.seat != CHANCE
            and question is not None
            and before is not None
        ):
            if moment is not None:
                yield moment
            choice = len(question.options) > question.least or question.most > 1
            moment = _Answer(before, event.picks, False) if choice else None
        elif moment is not None and not moment.drawn:
            hidden = table.redact_fact(replay.rules, fact, spectator) is not fact
            moment = moment._replace(drawn=hidden or (isinstance(event, Answered) and event.seat == CHANCE))
        before = match
    if moment is not None:
        yield moment


# -- one answer --------------------------------------------------------------------------------------


def _judge_answer(desk: _Desk, seq: int) -> Judged:
    """Returns the judgment of the answer after fact *seq*."""
    match, rules = desk.replay.at(seq), desk.replay.rules
    question, later_facts = table.open_question(rules, match), desk.replay.facts[seq:]
    assert question is not None
    picks = next(fact.event.picks for fact in later_facts if isinstance(fact.event, Answered))
    budget = Budget(desk.thinker.positions, desk.thinker.seconds)
    watched = range(match.settings.seats)
    search = Search(desk.game, rules, match.position, question, rng_at(desk.seed, seq), budget, watched)
    edges = search.run()
    budget.extend(desk.thinker.positions // 3, desk.thinker.seconds)
    edge = search.probe(picks)
    sides = rules.list_sides(match.position.board)
    if not edges or edge is None or not edges[0].ends or not edge.ends:
        equal, unknown = mean_chances(sides, [dict.fromkeys(watched, 1.0)]), (UNKNOWN,) * len(watched)
        return Judged(
            seq,
            question.seat,
            question.prompt,
            question.about,
            picks,
            equal,
            equal,
            0.0,
            unknown,
            unknown,
            (0.0, 0.0),
        )
    best, after = estimate_chances(sides, edges[0].ends), estimate_chances(sides, edge.ends)
    loss = 0.0 if edges[0] is edge else max(0.0, best.chances[question.seat] - after.chances[question.seat])
    before = best if loss else after
    world, line = longest_line(question.seat, edges[0]) if loss >= SLIP else (0, ())
    return Judged(
        seq,
        question.seat,
        question.prompt,
        question.about,
        picks,
        before.chances,
        after.chances,
        loss,
        before.intervals,
        after.intervals,
        best.difference_to(after, question.seat) if loss else (0.0, 0.0),
        line,
        world,
    )


# -- what all of them come to ------------------------------------------------------------------------


def _final_chances(rules: Rules[Any, Any], last: Match[Any]) -> Chances | None:
    """Returns the chances after the end of a match; equal ones for a draw."""
    if last.ended is None:
        return None
    sides = rules.list_sides(last.position.board)
    won = [float(not last.ended.winners or side[0] in last.ended.winners) for side in sides]
    return mean_chances(sides, [{side[0]: chance for side, chance in zip(sides, won, strict=True)}])


def _add_luck(moments: Sequence[_Answer], judged: Sequence[Judged], end: Chances | None) -> Iterator[Judged]:
    """Yields *judged* with the change of chances up to the next question, or the end."""
    following = [*(judgment.before for judgment in judged[1:]), end]
    for moment, judgment, next_chances in zip(moments, judged, following, strict=True):
        rng: Chances = ()
        if moment.drawn and next_chances is not None:
            rng = tuple(b - a for a, b in zip(judgment.after, next_chances, strict=True))
        yield replace(judgment, luck=rng)


def _change_of(judgment: Judged) -> float:
    return max(judgment.loss, *map(abs, judgment.luck), 0.0)


def _rate_seat(seat: Seat, judgments: Sequence[Judged]) -> Performance:
    losses = [judgment.loss for judgment in judgments if judgment.seat == seat]
    return Performance(
        seat,
        len(losses),
        mean(map(_accuracy_of, losses)) if losses else 100.0,
        sum(SLIP <= loss < MISTAKE for loss in losses),
        sum(MISTAKE <= loss < BLUNDER for loss in losses),
        sum(loss >= BLUNDER for loss in losses),
        sum(judgment.luck[seat] for judgment in judgments if judgment.luck),
    )


def _accuracy_of(loss: float) -> float:
    """Returns the accuracy of an answer from 0 to 100, by Lichess' curve."""
    return max(0.0, min(100.0, 103.1668 * exp(-4.354 * loss) - 3.1669))
