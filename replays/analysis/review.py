"""Reviews a match: winning chances, the loss of each answer, and luck.

Each answer is judged by its player's information: a search from that seat compares the best answer with the
given one. The change up to the next question, by draws and hidden cards, is luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import exp
from statistics import mean
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain import table
from domain.model import CHANCE, Answered, Asked, Fact, Seat, Viewer
from domain.rules import Rules
from domain.table import Match
from domain.table.facts import TableFact

from ..executors import Workers, map_in_order, with_shared_state
from ..playback.replay import Replay
from .estimates import Chances, mean_chances
from .judgments import BLUNDER, MISTAKE, SLIP, Judged, judge_answer, load_desk, offers_choice

MAX_TURNING_POINTS = 5
"""The maximum number of turning points."""


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
    drawn: bool


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

    The *workers* judge the answers; each process loads the *book* once. Those of a recorded match are judged
    over random deals.
    """
    replay = load_desk(game, book, facts, bot, seed).replay
    moments = list(_find_answers(replay))
    todo = [moment.match.seq for moment in moments]
    pairs: list[tuple[_Answer, Judged]] = []
    outcomes = map_in_order(
        with_shared_state(judge_answer, load_desk, game, book, tuple(facts), bot, seed), todo, workers
    )
    progress(0, len(todo))
    for count, (moment, judgment) in enumerate(zip(moments, outcomes, strict=True), 1):
        pairs += [] if judgment is None else [(moment, judgment)]
        progress(count, len(todo))
    last = replay.at(len(replay))
    judgments = tuple(_add_luck(pairs, _final_chances(replay.rules, last)))
    seats = tuple(_rate_seat(seat, judgments) for seat in range(last.settings.seats))
    swings = sorted(judgments, key=lambda judgment: -_change_of(judgment))[:MAX_TURNING_POINTS]
    turning = tuple(sorted(judgment.seq for judgment in swings if _change_of(judgment) >= SLIP))
    winners = None if last.ended is None else last.ended.winners
    return Review(len(replay), bot, seed, judgments, seats, turning, winners)


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
            moment = _Answer(before, False) if _may_be_choice(before, question) else None
        elif moment is not None and not moment.drawn and not isinstance(event, TableFact):
            hidden = table.redact_fact(replay.rules, fact, spectator) is not fact
            moment = moment._replace(drawn=hidden or (isinstance(event, Answered) and event.seat == CHANCE))
        before = match
    if moment is not None:
        yield moment


def _may_be_choice(match: Match[Any], question: Asked) -> bool:
    """Returns whether *question* has several answers; at a real table, whether the hand may hold several."""
    if match.is_on_table and question.sight != "open":
        return question.sight == "hand"
    return offers_choice(question)


# -- what all of them come to ------------------------------------------------------------------------


def _final_chances(rules: Rules[Any, Any], last: Match[Any]) -> Chances | None:
    """Returns the chances after the end of a match; equal ones for a draw."""
    if last.ended is None:
        return None
    sides = rules.list_sides(last.position.board)
    won = [float(not last.ended.winners or side[0] in last.ended.winners) for side in sides]
    return mean_chances(sides, [{side[0]: chance for side, chance in zip(sides, won, strict=True)}])


def _add_luck(pairs: Sequence[tuple[_Answer, Judged]], end: Chances | None) -> Iterator[Judged]:
    """Yields the judgments with the change of chances up to the next question, or the end."""
    following = [*(judgment.before for _, judgment in pairs[1:]), end]
    for (moment, judgment), next_chances in zip(pairs, following, strict=False):
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
