"""Moments at which a match can be gone on with: somebody is asked, and has not answered yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

from domain import core, table
from domain.core import Rules
from domain.table import Aside, Match, WrongMoment
from domain.words import CHANCE, Answered, Asked, Fact, Picks

from .bots import answers
from .film import Film


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


def nearest(film: Film[Any, Any], seq: int) -> Moment:
    """Returns the moment after fact *seq* or, in the midst of things, the next one that follows of itself.

    Raises `NoSuchMoment`, and `WrongMoment` when nobody is asked any more.
    """
    match = film.at(seq)
    following = iter(film.facts[seq:])
    while (moment := open_at(film, match)) is None:
        fact = next(following, None) if match.ended is None else None
        if fact is None:
            told = "the game has not begun" if match.ended is None else "the match is over"
            raise WrongMoment(f"Nobody is asked after fact {seq}, nor later: {told}.")
        match = table.evolve(film.rules, match, fact)
    return moment


def open_at(film: Film[Any, Any], match: Match[Any]) -> Moment | None:
    """Returns the moment at which *match* stands, if a seat is asked there."""
    asked = table.asked(film.rules, match)
    return Moment(match, asked) if asked is not None and asked.seat != CHANCE else None


def disputed(film: Film[Any, Any], seq: int) -> Disputed:
    """Returns the answer to the question that was open after fact *seq*.

    Raises `NoSuchMoment`, and `WrongMoment` when no question was open, or it was not answered.
    """
    moment = open_at(film, film.at(seq))
    if moment is None:
        following = nearest(film, seq).match.seq
        raise WrongMoment(f"No question is open after fact {seq}; the next one is after fact {following}.")
    said = (fact.event for fact in film.facts[seq:] if not isinstance(fact.event, Aside))
    answer = next(said, None)
    if not isinstance(answer, Answered):
        raise WrongMoment(f"The question that is open after fact {seq} was not answered.")
    return Disputed(film.facts[:seq], *moment, answer.picks)


def check(rules: Rules[Any, Any], moment: Disputed, instead: Iterable[Picks]) -> None:
    """Raises `core.Illegal` unless all *instead* could have been answered; `WrongMoment` for what was.

    Raises `WrongMoment` as well when nothing else could have been answered at all.
    """
    for picks in instead:
        core.check(rules, moment.match.position, Answered(moment.asked.seat, picks))
        if picks == moment.given:
            raise WrongMoment(f"“{' '.join(picks)}” is what was answered: something else is wanted.")
    if not any(picks != moment.given for picks in answers(moment.asked, Random(0))):
        raise WrongMoment("Nothing else could have been answered there.")
