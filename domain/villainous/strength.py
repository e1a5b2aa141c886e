"""Strength, with all that changes it (VI-105)."""

from __future__ import annotations

from . import realm
from .board import Realm
from .book import Book
from .facts import Card


def strength(r: Realm, book: Book, card: Card) -> int:
    """Returns the Strength of an Ally or Hero with all modifiers of the Realm; it is never below 0.

    A Hero still to be played has what is printed, and what the Realm gives to all Heroes.
    """
    printed = book.cards[card]
    total = printed.strength
    if realm.kind(r, book, card) == "hero":
        total += sum(book.cards[other].others for other in realm.in_force(r, book) if other != card)
    if card in r.cards:
        total += _in_play(r, book, card)
    return max(0, total)


def _in_play(r: Realm, book: Book, card: Card) -> int:
    own = realm.lore(r, book, card).own
    total = own(r, book, card) if own is not None else 0
    total += sum(book.cards[item].bonus for item in realm.attached(r, card) if realm.active(r, book, item))
    for other in realm.in_force(r, book):
        lends = book.lores[other].lends
        if lends is not None and other != card:
            total += lends(r, book, other, card)
    total += r.shifts.get(card, 0)
    if realm.kind(r, book, card) == "hero":
        total += sum(by for of, by in r.shifts.items() if of not in r.cards and realm.is_at(r, card, of))
    return total
