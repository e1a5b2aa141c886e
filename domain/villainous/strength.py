"""Strength, with all that changes it (VI-105)."""

from __future__ import annotations

from collections.abc import Iterator

from . import layout
from .board import Realm, Shift
from .book import Book
from .facts import Card
from .index import index


def strength(r: Realm, book: Book, card: Card) -> int:
    """Returns the Strength of an Ally or Hero with all modifiers of the Realm; it is never below 0.

    A Hero still to be played has what is printed, and what the Realm gives to all Heroes.
    """
    known = index(r.cards, book).strengths
    if card not in known:
        known[card] = sum(amount for amount, _ in _lasting(r, book, card))
    if r.shifted or r.shifts:
        return max(0, known[card] + sum(amount for amount, _ in _shifts(r, book, card)))
    return max(0, known[card])


def makings(r: Realm, book: Book, card: Card) -> Iterator[tuple[int, str]]:
    """Yields what the Strength of *card* is made of, each with the card it comes from.

    Of what lasts until the turn ends, facts of earlier rules do not tell the card: it comes from VI-105.
    """
    yield from _lasting(r, book, card)
    yield from _shifts(r, book, card)


def _lasting(r: Realm, book: Book, card: Card) -> Iterator[tuple[int, str]]:
    """Yields what follows from the cards of the Realm alone."""
    yield book.cards[card].strength, card
    if layout.kind(r, book, card) == "hero":
        for other in layout.doing(r, book, "others"):
            if other != card:
                yield book.cards[other].others, other
    if card not in r.cards:
        return
    own = layout.lore(r, book, card).own
    if own is not None:
        yield own(r, book, card), card
    for item in layout.attached(r, book, card):
        if layout.active(r, book, item):
            yield book.cards[item].bonus, item
    for other in layout.doing(r, book, "lends"):
        if other != card and (lends := book.lores[other].lends) is not None:
            yield lends(r, book, other, card), other


def _shifts(r: Realm, book: Book, card: Card) -> Iterator[tuple[int, str]]:
    """Yields what lasts until the turn ends."""
    if card not in r.cards:
        return
    hero = layout.kind(r, book, card) == "hero"
    told = (Shift(of, by, "VI-105") for of, by in r.shifts.items())
    for shift in (*told, *r.shifted):
        if shift.of == card or (hero and shift.of not in r.cards and layout.is_at(r, card, shift.of)):
            yield shift.by, shift.card
