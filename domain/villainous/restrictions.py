"""Why not there: the one thing that would have to be otherwise for something to be possible.

No rule stands here twice. The options themselves are asked again: of the Realm without its locks, without one
of its cards, or with a card that says nothing of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from ..messages import Message, Name
from . import layout
from .board import Realm
from .book import Book
from .facts import Card

Possible: TypeAlias = Callable[[Realm, Book], bool]
"""Tells whether something can be done in a Realm, as its options have it."""


class Obstacle(NamedTuple):
    """What stands in the way: the rule, or the card, and a reason in words."""

    rule: str
    reason: Message


def obstacle(r: Realm, book: Book, possible: Possible, *concerned: Card) -> Obstacle | None:
    """Returns what alone keeps something from being *possible*; of the *concerned* cards only what they say.

    Locks come first, then the cards of the Realm by their names; `None` when no single one is to blame.
    """
    for found, there, said in _otherwise(r, book, concerned):
        if possible(there, said):
            return found
    opened = replace(r, locked=())
    for found, there, said in _otherwise(opened, book, concerned) if r.locked else ():
        if possible(there, said):
            return found
    return None


def _otherwise(r: Realm, book: Book, concerned: tuple[Card, ...]) -> Iterator[tuple[Obstacle, Realm, Book]]:
    for place in r.locked:
        name = Name(book.places[r.who][place].name, place)
        there = replace(r, locked=tuple(other for other in r.locked if other != place))
        yield Obstacle("VI-070", Message("{name} is locked", name=name)), there, book
    for card in concerned:
        if card in book.cards:
            printed = book.cards[card]
            reason = Message("{card} says otherwise", card=named(book, card))
            yield Obstacle(printed.id, reason), r, silenced(book, card)
    others = [card for card in layout.in_force(r, book) if card not in concerned]
    others.sort(key=lambda card: not r.cards[card].on)  # what is carried, before who carries it
    for kind in dict.fromkeys(book.cards[card].id for card in others):
        name = named(book, next(card for card in book.cards if book.cards[card].id == kind))
        yield Obstacle(kind, Message("{name} stands in the way", name=name)), without(r, book, kind), book


def named(book: Book, card: Card) -> Name:
    """Returns what a card is called."""
    return Name(book.cards[card].name, card)


def without(r: Realm, book: Book, kind: str) -> Realm:
    """Returns the Realm without the cards that are called *kind*, and what they carry."""
    gone = {card for card in r.cards if book.cards[card].id == kind}
    return replace(
        r, cards={c: where for c, where in r.cards.items() if c not in gone and where.on not in gone}
    )


def silenced(book: Book, card: Card) -> Book:
    """Returns the book with a *card* that restricts neither where it goes nor who fights it."""
    plain = replace(book.cards[card], shuns="", only_at="", immune="", allies=0, first=False, protects=False)
    other = replace(book)
    other.__dict__["cards"] = {**book.cards, card: plain}
    other.__dict__["lores"], other.__dict__["roles"] = book.lores, book.roles
    return other
