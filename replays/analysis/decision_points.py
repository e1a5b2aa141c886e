"""Moments with an open question, the starting points of alternatives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from domain import decider, table
from domain.decider import Unplayable
from domain.messages import Message
from domain.model import CHANCE, Answered, Asked, Fact, Picks
from domain.notation import Unreadable
from domain.recording.possible import find_question, list_possible_picks
from domain.recording.prints import Prints
from domain.rules import Rules
from domain.snapshot import restore_position, take_snapshot
from domain.table import Aside, Match, WrongMoment
from domain.table.recordings.facts import Entered

from ..bots.candidates import sample_answers
from ..playback.replay import Replay
from .deals import Deals


class DecisionPoint(NamedTuple):
    """A match with its open question."""

    match: Match[Any]
    question: Asked


class ReviewedAnswer(NamedTuple):
    """An answer with the match, question and facts at that time."""

    facts: Sequence[Fact]
    match: Match[Any]
    question: Asked
    answer: Picks


def nearest_point(replay: Replay[Any, Any], seq: int) -> DecisionPoint:
    """Returns the decision point after fact *seq*, or the next one.

    Raises `UnknownMoment`, and `WrongMoment` if no question follows.
    """
    match = replay.at(seq)
    following = iter(replay.facts[seq:])
    while (moment := point_at(replay, match)) is None:
        fact = next(following, None) if match.ended is None else None
        if fact is None:
            if match.ended is None:
                message = Message("No question follows fact {seq}: the game has not begun.", seq=seq)
            else:
                message = Message("No question follows fact {seq}: the match is over.", seq=seq)
            raise WrongMoment(message)
        match = table.evolve(replay.rules, match, fact)
    return moment


def point_at(replay: Replay[Any, Any], match: Match[Any]) -> DecisionPoint | None:
    """Returns the decision point of *match*, if a seat has to answer."""
    question = table.open_question(replay.rules, match)
    return DecisionPoint(match, question) if question is not None and question.seat != CHANCE else None


def rewind_points(replay: Replay[Any, Any], write: Callable[[Any], str]) -> Iterator[DecisionPoint]:
    """Yields the targets of a rewind: each question of the current line, once.

    Questions to chance are skipped except for the first one, in matches that may deal again. *write* is the
    game's notation of positions.
    """
    current, last_moved = replay.at(len(replay)), 0
    for match in replay:
        is_abandoned = any(first <= match.seq <= last for first, last in current.abandoned)
        question = table.open_question(replay.rules, match)
        if is_abandoned or question is None or match.last_game_seq in (last_moved, current.last_game_seq):
            continue
        if question.seat == CHANCE and (match.ply or not table.may_deal_at_once(match)):
            continue
        try:
            restore_position(replay.rules, take_snapshot(write, match.position), match.seq)
        except (Unplayable, Unreadable):
            continue
        last_moved = match.last_game_seq
        yield DecisionPoint(match, question)


def find_answer(replay: Replay[Any, Any], seq: int) -> ReviewedAnswer:
    """Returns the answer to the question that was open after fact *seq*.

    Raises `UnknownMoment`, and `WrongMoment` without an open question or an answer.
    """
    moment = point_at(replay, replay.at(seq))
    if moment is None:
        following = nearest_point(replay, seq).match.seq
        raise WrongMoment(
            Message(
                "No question is open after fact {seq}; the next one is after fact {following}.",
                seq=seq,
                following=following,
            )
        )
    events = (fact.event for fact in replay.facts[seq:] if not isinstance(fact.event, Aside | Entered))
    answer = next(events, None)
    if not isinstance(answer, Answered):
        raise WrongMoment(Message("The question that is open after fact {seq} was not answered.", seq=seq))
    if moment.match.is_on_table and answer.secret:
        raise WrongMoment(Message("The answer after fact {seq} was secret: nobody has seen it.", seq=seq))
    return ReviewedAnswer(replay.facts[:seq], *moment, answer.picks)


def require_alternatives(
    rules: Rules[Any, Any], moment: ReviewedAnswer, alternatives: Sequence[Picks]
) -> None:
    """Raises `decider.Illegal` for impossible answers, and `WrongMoment` for the given one.

    Raises `WrongMoment` too if no other answer was possible. In a recorded match, those of some deals are:
    `WrongMoment` if no deal is found for an answer that some hand may allow.
    """
    deals = Deals(rules, moment.match)
    match = deals.draw(Random(0), moment.answer)
    for picks in alternatives:
        possible = deals.try_draw(Random(0), moment.answer, picks)
        position = match.position if possible is None else possible.position
        try:
            decider.check_answer(rules, position, Answered(moment.question.seat, picks))
        except decider.Illegal as refused:
            if possible is not None or not _may_answer(rules, moment, picks):
                raise
            raise WrongMoment(
                Message(
                    "No deal was found in which “{picks}” can be answered after fact {seq}.",
                    picks=" ".join(picks),
                    seq=moment.match.seq,
                )
            ) from refused
        if picks == moment.answer:
            raise WrongMoment(
                Message("“{picks}” is what was answered: something else is wanted.", picks=" ".join(picks))
            )
    question = decider.open_question(rules, match.position)
    assert question is not None
    if not alternatives and all(picks == moment.answer for picks in sample_answers(question, Random(0))):
        raise WrongMoment(Message("Nothing else could have been answered there."))


def _may_answer(rules: Rules[Any, Any], moment: ReviewedAnswer, picks: Picks) -> bool:
    """Returns whether some hand that agrees with what the table saw may allow an answer."""
    record, question = moment.match.record, moment.question
    recording = None if record is None else find_question(rules, record.line, moment.match.position)
    if recording is None or question.sight == "open":
        return False
    prints, listed = Prints(rules), list_possible_picks(rules, recording)
    possible = {prints.generic(each.pick) for each in listed if each.legality != "illegal"}
    return possible.issuperset(map(prints.generic, picks))
