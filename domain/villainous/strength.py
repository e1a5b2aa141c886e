"""Strength, with all that changes it (VI-105)."""

from __future__ import annotations

from collections.abc import Iterator

from . import realm
from .board import Realm
from .book import Book
from .facts import Card, Place
from .index import Memo, index


def strength(r: Realm, book: Book, card: Card) -> int:
    """Returns the Strength of an Ally or Hero with all modifiers of the Realm; it is never below 0.

    A Hero still to be played has what is printed, and what the Realm gives to all Heroes.
    """
    known = _strengths(r, book)
    if card not in known:
        known[card] = max(0, sum(amount for amount, _ in makings(r, book, card)))
    return known[card]


@Memo
def _strengths(r: Realm, book: Book) -> dict[Card, int]:
    """Returns the Strengths that were reckoned in a Realm: none yet."""
    return {}


def makings(r: Realm, book: Book, card: Card) -> Iterator[tuple[int, str]]:
    """Yields what the Strength of *card* is made of, each with the card it comes from.

    Of what lasts until the turn ends, facts of earlier rules do not tell the card: it comes from VI-105.
    """
    yield book.cards[card].strength, card
    if realm.kind(r, book, card) == "hero":
        yield from ((amount, other) for other, amount in index(r, book).others if other != card)
    if card in r.cards:
        yield from _in_play(r, book, card)


def _in_play(r: Realm, book: Book, card: Card) -> Iterator[tuple[int, str]]:
    own = realm.lore(r, book, card).own
    if own is not None:
        yield own(r, book, card), card
    for item in realm.attached(r, book, card):
        if realm.active(r, book, item):
            yield book.cards[item].bonus, item
    for other, lends in index(r, book).lenders:
        if other != card:
            yield lends(r, book, other, card), other
    hero = realm.kind(r, book, card) == "hero"
    for of, by, source in _shifts(r):
        if of == card or (hero and of not in r.cards and realm.is_at(r, card, of)):
            yield by, source


def _shifts(r: Realm) -> Iterator[tuple[Card | Place, int, str]]:
    yield from ((of, by, "VI-105") for of, by in r.shifts.items())
    yield from ((shift.of, shift.by, shift.card) for shift in r.shifted)
