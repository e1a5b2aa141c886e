"""Narrates a match: one sentence for each noteworthy fact, in the languages of its game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from domain.games import Game
from domain.model import Answered, Asked, Event, Fact, Seat
from domain.published import OptionalText
from domain.table import BeaconDrawn, NonceRevealed

from . import languages
from .languages import ENGLISH
from .names import localized_names as named
from .narrator import Narrator, capitalize

FRAMES = (Asked, Answered, NonceRevealed, BeaconDrawn)
"""Facts that a story folds away in every game."""


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of a narration: the number of its fact, the rule or card that made it, and the sentence.

    A story folds a line away that only frames others, or that the lines after it repeat.
    """

    seq: int
    rule: OptionalText
    text: str
    folded: bool = False


def narration_language(game: Game, code: str) -> str:
    """Returns the narration's language code: the requested one, or English."""
    return languages.game_language(game.NAME, code).code


def narrate(game: Game, book: Any, facts: Iterable[Fact], language: str = ENGLISH) -> Iterator[Line]:
    """Yields a line for each noteworthy fact.

    Skipped are ends of effects, answers of chance, and answers to the question between effects, because the
    next facts repeat them. Players' names replace seats from their claim on.
    """
    narrator = make_narrator(game, book, language)
    for fact in facts:
        if text := narrator.narrate(fact.event):
            yield make_line(game, fact, text)


def make_line(game: Game, fact: Fact, text: str) -> Line:
    """Returns the line of *fact* with the sentence *text*."""
    return Line(fact.seq, fact.rule, capitalize(text), is_folded(game, fact.event))


def is_folded(game: Game, event: Event) -> bool:
    """Returns whether a story folds away the fact of *event*; an answer that declines has no other line."""
    is_declined = isinstance(event, Answered) and not event.picks and not event.secret
    return not is_declined and isinstance(event, (*FRAMES, *game.STORY.folded))


def make_narrator(game: Game, book: Any, language: str, reader: Seat | None = None) -> Narrator:
    """Returns a narrator without player names, who calls the seat of the *reader* “you”."""
    translator = languages.game_language(game.NAME, language)
    names = {f"game:{game.NAME}": game.TITLE, **named(game, book, translator)}
    return Narrator(game, book, translator, names, reader)
