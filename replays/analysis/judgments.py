"""Judges one answer of a match by the information of its player.

A search from that seat compares the best answer with the given one. At a real table nobody knows the hand, so
that the search begins in several random deals, each with its share of the work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from domain import table
from domain.games import GAMES, Game
from domain.messages import Message
from domain.model import Answered, Asked, Fact, Picks, Seat
from domain.published import OptionalText
from domain.rules import Rules
from domain.table import Match, MatchOpened, WrongMoment

from ..bots.budget import Budget
from ..bots.determinization import WORLD_COUNT
from ..bots.levels import SEARCH_BOTS, SearchBot
from ..bots.search import Edge, Search
from ..playback.replay import Replay
from .deals import Deals
from .decision_points import find_answer
from .estimates import UNKNOWN, Chances, Interval, estimate_chances, mean_chances
from .variations import Said, longest_line, rng_at

REVIEW_LEVELS: Mapping[str, SearchBot] = {thinker.__name__: thinker for thinker in SEARCH_BOTS}
"""Levels of thoroughness, by the bots with that budget."""

SLIP, MISTAKE, BLUNDER = 0.05, 0.1, 0.15
"""The minimum losses of a slip, a mistake and a blunder, as Lichess defines them."""

DEAL_COUNT = 4
"""The number of random deals for each answer of a recorded match."""


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


class Desk(NamedTuple):
    """A match to judge, with the search and the seed of its worlds."""

    game: Game
    replay: Replay[Any, Any]
    thinker: SearchBot
    seed: str


def load_desk(game: str, book: Callable[[], Any], facts: Sequence[Fact], bot: str, seed: str) -> Desk:
    """Returns the desk for the match of *facts*."""
    opened = facts[0].event
    assert isinstance(opened, MatchOpened)
    replay = Replay(GAMES[game].make_rules(book(), opened.version), facts)
    return Desk(GAMES[game], replay, REVIEW_LEVELS[bot], seed)


class Dealt(NamedTuple):
    """A match in a deal of a review, if it was found, and the random generator of the worlds in it."""

    match: Match[Any] | None
    rng: Random


def deal_match(deals: Deals, seed: str, seq: int, picks: Picks, deal: int) -> Dealt:
    """Returns the match after fact *seq* in the *deal* of that number, which allows the answer *picks*."""
    rng = rng_at(f"{seed}/{deal}" if deals.are_random else seed, seq)
    return Dealt(deals.try_draw(rng, picks), rng)


def deal_line(replay: Replay[Any, Any], seed: str, seq: int, deal: int) -> tuple[Match[Any], Random]:
    """Returns the match and the random generator of a line of a review, after fact *seq* in a *deal*.

    Raises `UnknownMoment`, and `WrongMoment` where no line begins.
    """
    match = replay.at(seq)
    picks = find_answer(replay, seq).answer if match.is_on_table else ()
    dealt, rng = deal_match(Deals(replay.rules, match), seed, seq, picks, deal)
    if dealt is None:
        raise WrongMoment(Message("No line begins after fact {seq}.", seq=seq))
    return dealt, rng


class _Opinion(NamedTuple):
    """The best and the given answer in one deal."""

    best: Edge
    given: Edge


def judge_answer(desk: Desk, seq: int) -> Judged | None:
    """Returns the judgment of the answer after fact *seq*, or `None` if no deal allowed another."""
    match, rules = desk.replay.at(seq), desk.replay.rules
    question, later_facts = table.open_question(rules, match), desk.replay.facts[seq:]
    assert question is not None
    picks = next(fact.event.picks for fact in later_facts if isinstance(fact.event, Answered))
    deals = Deals(rules, match)
    share = DEAL_COUNT if deals.are_random else 1
    opinions: dict[int, _Opinion] = {}
    is_choice = False
    for number in range(share):
        dealt = deal_match(deals, desk.seed, seq, picks, number)
        dealt_question = None if dealt.match is None else table.open_question(rules, dealt.match)
        if dealt.match is not None and dealt_question is not None:
            is_choice = is_choice or offers_choice(dealt_question)
            opinion = _search(desk, dealt.match, dealt_question, picks, dealt.rng, share)
            opinions |= {} if opinion is None else {number: opinion}
    if not is_choice:
        return None
    if not opinions:
        return _judge_nothing(rules, match, question, picks)
    return _sum_up(rules, match, question, picks, opinions, by_deal=deals.are_random)


def offers_choice(question: Asked) -> bool:
    """Returns whether *question* has more than one answer."""
    return len(question.options) > question.least or question.most > 1


def _search(
    desk: Desk, match: Match[Any], question: Asked, picks: Picks, rng: Random, share: int
) -> _Opinion | None:
    """Returns the answers that a search finds with one *share* of the positions, as a fraction of 1."""
    positions, watched = desk.thinker.positions // share, range(match.settings.seats)
    budget = Budget(positions, desk.thinker.seconds)
    search = Search(desk.game, desk.replay.rules, match.position, question, rng, budget, watched)
    edges = search.run()
    budget.extend(positions // 3, desk.thinker.seconds)
    edge = search.probe(picks)
    if not edges or edge is None or not edges[0].ends or not edge.ends:
        return None
    return _Opinion(edges[0], edge)


def _judge_nothing(rules: Rules[Any, Any], match: Match[Any], question: Asked, picks: Picks) -> Judged:
    """Returns a judgment of equal chances, which nothing is known about."""
    seats = range(match.settings.seats)
    equal = mean_chances(rules.list_sides(match.position.board), [dict.fromkeys(seats, 1.0)])
    unknown = (UNKNOWN,) * len(seats)
    seat, prompt, about = question.seat, question.prompt, question.about
    return Judged(match.seq, seat, prompt, about, picks, equal, equal, 0.0, unknown, unknown, (0.0, 0.0))


def _sum_up(
    rules: Rules[Any, Any],
    match: Match[Any],
    question: Asked,
    picks: Picks,
    opinions: Mapping[int, _Opinion],
    *,
    by_deal: bool,
) -> Judged:
    """Returns the judgment of *opinions*; its intervals are those over worlds, or *by_deal* over deals."""
    sides, seat = rules.list_sides(match.position.board), question.seat
    best_ends, given_ends = (
        _join_ends({number: opinion[place] for number, opinion in opinions.items()}, by_deal=by_deal)
        for place in (0, 1)
    )
    best, after = estimate_chances(sides, best_ends), estimate_chances(sides, given_ends)
    is_best = all(opinion.best is opinion.given for opinion in opinions.values())
    loss = 0.0 if is_best else max(0.0, best.chances[seat] - after.chances[seat])
    before = best if loss else after
    world, line = _find_line(sides, seat, opinions) if loss >= SLIP else (0, ())
    return Judged(
        match.seq,
        seat,
        question.prompt,
        question.about,
        picks,
        before.chances,
        after.chances,
        loss,
        before.intervals,
        after.intervals,
        best.difference_to(after, seat) if loss else (0.0, 0.0),
        line,
        world,
    )


def _join_ends(edges: Mapping[int, Edge], *, by_deal: bool) -> Mapping[int, Sequence[Mapping[Seat, float]]]:
    """Returns the ends of an answer by world, or *by_deal* those of all worlds by deal."""
    if by_deal:
        return {number: [*chain.from_iterable(edge.ends.values())] for number, edge in edges.items()}
    (edge,) = edges.values()
    return edge.ends


def _find_line(
    sides: Sequence[Sequence[Seat]], seat: Seat, opinions: Mapping[int, _Opinion]
) -> tuple[int, tuple[Said, ...]]:
    """Returns the line of the deal in which the given answer lost most, and the number of its world."""

    def gain(number: int) -> float:
        best, given = opinions[number]
        chances = (estimate_chances(sides, edge.ends).chances[seat] for edge in (best, given))
        return next(chances) - next(chances)

    number = max(opinions, key=gain)
    world, line = longest_line(seat, opinions[number].best)
    return number * WORLD_COUNT + world, line
