"""Moments at which a match can be gone on with: somebody is asked, and has not answered yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from domain import decider, table
from domain.decider import Rules, Unplayable
from domain.messages import Message
from domain.model import CHANCE, Answered, Asked, Fact, Picks
from domain.notation import Unreadable
from domain.snapshot import restore_position, take_snapshot
from domain.table import Aside, Match, WrongMoment

from .candidates import answers
from .replay import Replay


class Moment(NamedTuple):
    """A match as it stood when *asked* was open."""

    match: Match[Any]
    asked: Asked


class Disputed(NamedTuple):
    """An answer, and the moment at which it was given: the match, the facts that led there, the question."""

    facts: Sequence[Fact]
    match: Match[Any]
    asked: Asked
    given: Picks


def nearest(film: Replay[Any, Any], seq: int) -> Moment:
    """Returns the moment after fact *seq* or, in the midst of things, the next one that follows of itself.

    Raises `NoSuchMoment`, and `WrongMoment` when nobody is asked any more.
    """
    match = film.at(seq)
    following = iter(film.facts[seq:])
    while (moment := open_at(film, match)) is None:
        fact = next(following, None) if match.ended is None else None
        if fact is None:
            if match.ended is None:
                told = Message(
                    "Nobody is asked after fact {seq}, nor later: the game has not begun.", seq=seq
                )
            else:
                told = Message("Nobody is asked after fact {seq}, nor later: the match is over.", seq=seq)
            raise WrongMoment(told)
        match = table.evolve(film.rules, match, fact)
    return moment


def open_at(film: Replay[Any, Any], match: Match[Any]) -> Moment | None:
    """Returns the moment at which *match* stands, if a seat is asked there."""
    asked = table.open_question(film.rules, match)
    return Moment(match, asked) if asked is not None and asked.seat != CHANCE else None


def rewinds(film: Replay[Any, Any], write: Callable[[Any], str]) -> Iterator[Moment]:
    """Yields the moments that a rewind can go back to: each question of the line that is played, once.

    Of what chance is asked that is the beginning alone, for it to deal again, in matches where it may.

    *write* is the game's notation of positions.
    """
    now, moved = film.at(len(film)), 0
    for match in film:
        gone = any(first <= match.seq <= last for first, last in now.abandoned)
        asked = table.open_question(film.rules, match)
        if gone or asked is None or match.last_game_seq in (moved, now.last_game_seq):
            continue
        if asked.seat == CHANCE and (match.ply or not table.may_deal_at_once(match)):
            continue
        try:
            restore_position(film.rules, take_snapshot(write, match.position), match.seq)
        except (Unplayable, Unreadable):
            continue
        moved = match.last_game_seq
        yield Moment(match, asked)


def disputed(film: Replay[Any, Any], seq: int) -> Disputed:
    """Returns the answer to the question that was open after fact *seq*.

    Raises `NoSuchMoment`, and `WrongMoment` when no question was open, or it was not answered.
    """
    moment = open_at(film, film.at(seq))
    if moment is None:
        following = nearest(film, seq).match.seq
        raise WrongMoment(
            Message(
                "No question is open after fact {seq}; the next one is after fact {following}.",
                seq=seq,
                following=following,
            )
        )
    said = (fact.event for fact in film.facts[seq:] if not isinstance(fact.event, Aside))
    answer = next(said, None)
    if not isinstance(answer, Answered):
        raise WrongMoment(Message("The question that is open after fact {seq} was not answered.", seq=seq))
    return Disputed(film.facts[:seq], *moment, answer.picks)


def check(rules: Rules[Any, Any], moment: Disputed, instead: Iterable[Picks]) -> None:
    """Raises `decider.Illegal` unless all *instead* could have been answered; `WrongMoment` for what was.

    Raises `WrongMoment` as well when nothing else could have been answered at all.
    """
    for picks in instead:
        decider.check_answer(rules, moment.match.position, Answered(moment.asked.seat, picks))
        if picks == moment.given:
            raise WrongMoment(
                Message("“{picks}” is what was answered: something else is wanted.", picks=" ".join(picks))
            )
    if not any(picks != moment.given for picks in answers(moment.asked, Random(0))):
        raise WrongMoment(Message("Nothing else could have been answered there."))
