"""Plays a match on from alternative answers with bots, to compare winning rates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from math import sqrt
from random import Random
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain import table
from domain.games import GAMES, Game
from domain.model import Answered, Picks, Seat, Viewer
from domain.published import OptionalText
from domain.rules import Rules
from domain.table import Match, MatchEnded

from ..bots.candidates import sample_answers
from ..bots.determinization import redeal_hidden
from ..bots.players import BOTS, Bot, EndlessMatch, answer_question, continue_match
from ..executors import Workers, map_in_order, with_shared_state
from ..research.standings import Share
from .deals import Deals
from .decision_points import ReviewedAnswer, require_alternatives

MAX_ALTERNATIVES = 4
"""The number of other answers played by default; beyond it the bot's favourite alone."""

MAX_EXTRA_ROUNDS = 60
"""The number of further rounds after which a match is unfinished."""


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

    The same `seed`, `matches` and `bot` give the same results.
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
"""The winners of a match; `None` if it was abandoned."""
Results: TypeAlias = list[Winners]

Progress = Callable[[int, int], None]
"""Receives the number of played matches, and of all, after every match."""


def other_answers(
    game: Game, rules: Rules[Any, Any], moment: ReviewedAnswer, bot: Bot, rng: Random
) -> list[Picks]:
    """Returns the alternatives to play: all others or, if these are many, the favourite of *bot*."""
    match, question, given_answer = moment.match, moment.question, moment.answer
    alternatives = [picks for picks in sample_answers(question, rng) if picks != given_answer]
    if len(alternatives) <= MAX_ALTERNATIVES:
        return alternatives
    if question.most == 1:
        options = tuple(pick for pick in question.options if (pick,) != given_answer)
        return [bot(game, rules, match, replace(question, options=options, least=1), rng)]
    favourite = bot(game, rules, match, question, rng)
    return [favourite if favourite != given_answer else alternatives[0]]


# -- playing on --------------------------------------------------------------------------------------


class _Setup(NamedTuple):
    game: Game
    rules: Rules[Any, Any]
    moment: ReviewedAnswer
    bot: Bot


class _Line(NamedTuple):
    """A match to play, with its first answer and seed; `match` is a recorded one in a random deal."""

    picks: Picks
    seed: str
    match: Match[Any] | None = None


def _load_setup(game: str, book: Callable[[], Any], moment: ReviewedAnswer, bot: str) -> _Setup:
    return _Setup(GAMES[game], _match_rules(game, book(), moment), moment, BOTS[bot])


def _match_rules(game: str, book: Any, moment: ReviewedAnswer) -> Rules[Any, Any]:
    return GAMES[game].make_rules(book, moment.match.settings.version)


def _play_line(setup: _Setup, line: _Line) -> Winners:
    moment = setup.moment if line.match is None else setup.moment._replace(match=line.match)
    is_dealt = line.match is not None
    return play_to_end(setup.game, setup.rules, moment, line.picks, setup.bot, line.seed, is_dealt=is_dealt)


def play_to_end(
    game: Game,
    rules: Rules[Any, Any],
    moment: ReviewedAnswer,
    picks: Picks,
    bot: Bot,
    seed: str,
    *,
    is_dealt: bool = False,
) -> Winners:
    """Returns the winners after *picks* at *moment*, with a *bot* on each seat and *seed*.

    Cards hidden from all seats are shuffled again as soon as no effect is running, unless the match
    *is_dealt* at random already.
    """
    rng, seats = Random(seed), moment.match.settings.seats
    match = replace(moment.match, seeds=(f"{rng.getrandbits(128):032x}",))
    if match.position.running is None:
        match = match if is_dealt else _reshuffle_hidden(rules, match, rng)
        facts, match = table.answer_question(rules, match, Answered(moment.question.seat, picks))
    else:
        facts, match = table.answer_question(rules, match, Answered(moment.question.seat, picks))
        while (
            match.position.running is not None and (question := table.open_question(rules, match)) is not None
        ):
            new_facts, match = answer_question(game, rules, match, question, [bot] * seats, rng)
            facts += new_facts
        match = match if is_dealt else _reshuffle_hidden(rules, match, rng)
    rounds = game.measure_match(moment.facts).rounds + MAX_EXTRA_ROUNDS
    try:
        all_facts = continue_match(
            game, rules, [*moment.facts, *facts], match, [bot] * seats, rng, rounds=rounds
        )
    except EndlessMatch:
        return None
    end = all_facts[-1].event
    assert isinstance(end, MatchEnded)
    return end.winners


def _reshuffle_hidden(rules: Rules[Any, Any], match: Match[Any], rng: Random) -> Match[Any]:
    """Returns *match* with all cards hidden from every seat in another order."""
    everyone = Viewer("every seat", frozenset(range(match.settings.seats)))
    return replace(match, position=redeal_hidden(rules, match.position, everyone, rng))


def _deal_moment(rules: Rules[Any, Any], moment: ReviewedAnswer) -> ReviewedAnswer:
    """Returns *moment* of a recorded match in a random deal, or else *moment* itself."""
    match = Deals(rules, moment.match).draw(Random(0), moment.answer)
    question = table.open_question(rules, match)
    assert question is not None
    return moment._replace(match=match, question=question)


def _list_lines(deals: Deals, answers: Sequence[Picks], matches: int, seed: str) -> Iterator[_Line]:
    """Yields the matches to play: from each of the *answers* in turn, all in a deal for each number.

    Of a recorded match, the deals for one number differ in the cards that an answer needs.
    """
    dealt: dict[Picks, Match[Any] | None] = {}
    for number in range(matches):
        for picks in answers:
            if deals.are_random:
                rng = Random(f"{seed}/{number}/deal")
                match = deals.try_draw(rng, answers[0], picks)
                dealt[picks] = match or dealt.get(picks) or deals.draw(Random(0), answers[0], picks)
            yield _Line(picks, f"{seed}/{number}", dealt.get(picks))


def run_whatif(
    game: str,
    book: Callable[[], Any],
    moment: ReviewedAnswer,
    alternatives: Sequence[Picks],
    *,
    bot: str,
    matches: int,
    seed: str,
    workers: Workers,
    progress: Progress = lambda outcomes, of: None,
) -> WhatIf:
    """Returns the results of the given answer and of *alternatives*, in *matches* each.

    Without *alternatives*, `other_answers` are played. The n-th match starts with the same hidden orders for
    every answer; that of a recorded match starts in a random deal, which allows both the given answer and the
    other one. The *workers* play; each process loads the *book* once. Raises like
    `decision_points.require_alternatives`.
    """
    rules = _match_rules(game, book(), moment)
    require_alternatives(rules, moment, alternatives)
    first = _deal_moment(rules, moment)
    others = list(dict.fromkeys(alternatives))
    others = others or other_answers(GAMES[game], rules, first, BOTS[bot], Random(seed))
    answers = [moment.answer, *others]
    todo = _list_lines(Deals(rules, moment.match), answers, matches, seed)
    results_by_answer: dict[Picks, Results] = {picks: [] for picks in answers}
    outcomes = map_in_order(with_shared_state(_play_line, _load_setup, game, book, first, bot), todo, workers)
    for count, (picks, winners) in enumerate(zip(cycle(answers), outcomes, strict=False), 1):
        results_by_answer[picks].append(winners)
        progress(count, matches * len(answers))
    question, given_results = moment.question, results_by_answer[moment.answer]
    return WhatIf(
        moment.match.seq,
        question.seat,
        question.prompt,
        question.about,
        bot,
        matches,
        seed,
        tuple(
            Continuation(
                picks,
                results is given_results,
                results.count(None),
                tuple(
                    _seat_chances(seat, results, None if results is given_results else given_results)
                    for seat in range(moment.match.settings.seats)
                ),
            )
            for picks, results in results_by_answer.items()
        ),
    )


def _seat_chances(seat: Seat, results: Results, given_results: Results | None) -> Chances:
    share = _winning_share(seat, results)
    estimate = Estimate(share.rate, *share.interval)
    change = None if given_results is None else share_difference(share, _winning_share(seat, given_results))
    return Chances(seat, share.won, estimate, change)


def _winning_share(seat: Seat, results: Results) -> Share:
    return Share(sum(seat in winners for winners in results if winners is not None), len(results))


def share_difference(first: Share, second: Share) -> Estimate:
    """Returns the difference of two shares with Newcombe's hybrid score interval.

    It assumes independence. The shared orders make it rather too wide than too narrow.
    """
    (low, high), (other_low, other_high) = first.interval, second.interval
    value = first.rate - second.rate
    below = sqrt((first.rate - low) ** 2 + (other_high - second.rate) ** 2)
    above = sqrt((high - first.rate) ** 2 + (second.rate - other_low) ** 2)
    return Estimate(value, value - below, value + above)
