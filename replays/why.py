"""Why? The facts that led to a fact, and the fact that made something what it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jsonpointer import JsonPointer, JsonPointerException
from msgspec import Struct

from domain import table
from domain.games import Game
from domain.reckoning import Part, Passage
from domain.table import TableFact
from domain.words import CHANCE, Answered, Asked, Fact, Viewer

from .diff import plain
from .film import Film
from .voice import Voice


class NoSuchThing(LookupError):
    """There is nothing of that name for this viewer, and there has not been; the message says what."""


class Step(Struct, frozen=True):
    """A fact on the way back to the answer that began it all, and the sentence that tells it.

    It follows from the next one, whose number is its cause.
    """

    seq: int
    cause: int
    rule: str
    text: str


class Why(Struct, frozen=True):
    """Why a fact happened, or why something is what it is after that fact.

    `of` is what was asked about: nothing, for the fact itself; a JSON Pointer into the view; or a number that
    stands on no board, `strength:peter-pan`, made of `parts`. `value` is what it is: null, if it is gone.
    `steps` lead from the fact that made it so back to the answer that began it; `cards` are the cards that
    steps and parts name as their rule.
    """

    seq: int
    viewer: str
    of: str
    value: Any
    parts: tuple[Part, ...]
    steps: list[Step]
    cards: dict[str, Passage]


def why(game: Game, film: Film[Any, Any], seq: int, viewer: Viewer, voice: Voice, of: str = "") -> Why:
    """Returns why fact *seq* happened, or why *of* is what it is then for *viewer*.

    *voice* tells facts. Raises `NoSuchMoment` and `NoSuchThing`.
    """
    book = film.rules.book
    scene = film.scene(seq, viewer)
    value: Any = None
    parts: tuple[Part, ...] = ()
    chain: list[Fact] = []
    if not of:
        chain = list(_chain(film, seq))
    elif of.startswith("/"):
        last, value = _changed(film, seq, viewer, of)
        chain = list(_chain(film, last))
    else:
        found = game.reckon(scene.board, book, of)
        if found is None:
            raise NoSuchThing(f"{game.TITLE} reckons nothing that is called “{of}” here.")
        value, parts = sum(part.amount for part in found), found
    steps = [Step(fact.seq, fact.cause, fact.rule, voice.tells(fact.seq)) for fact in chain]
    cards = {
        rule: passage
        for rule, then in [(part.rule, seq) for part in parts] + [(fact.rule, fact.seq) for fact in chain]
        if (passage := game.explain(film.scene(then, viewer).board, book, rule)) is not None
    }
    return Why(seq, viewer.name, of, value, parts, steps, cards)


def _chain(film: Film[Any, Any], seq: int) -> Iterator[Fact]:
    """Yields fact *seq* and those it follows from, back to what somebody did of their own accord.

    An answer to a question within an effect leads on to that question, a ruling to its case.
    """
    while True:
        fact = film.facts[seq - 1]
        yield fact
        match fact.event:
            case Answered(seat=seat) if seat != CHANCE:
                began = not isinstance(film.facts[fact.cause - 1].event, Asked)
            case table.MatchEnded() | table.Rewound() | table.Ruled():
                began = False
            case event:
                began = isinstance(event, TableFact)
        if began:
            return
        seq = fact.cause


def _changed(film: Film[Any, Any], seq: int, viewer: Viewer, pointer: str) -> tuple[int, Any]:
    """Returns the last fact, up to *seq*, that changed what *pointer* leads to, and what it is since."""
    try:
        where = JsonPointer(pointer)
    except JsonPointerException as error:
        raise NoSuchThing(f"“{pointer}” is no JSON Pointer: {error}.") from error
    nothing = object()
    last, value = 0, nothing
    for match in film:
        now = where.resolve(plain(table.scene(film.rules, match, viewer)), nothing)
        if now != value:
            last, value = match.seq, now
        if match.seq == seq:
            break
    if not last:
        raise NoSuchThing(f"There is nothing at “{pointer}” for {viewer.name}, and there has not been.")
    return last, None if value is nothing else value
