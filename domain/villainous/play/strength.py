"""Strength with all modifiers (VI-105)."""

from __future__ import annotations

from collections.abc import Iterator

from ...script import Part, Parts, limit_parts
from ..board import Realm, Shift
from ..book import Book
from ..facts import Card
from ..index import card_index
from . import layout


def strength_of(realm: Realm, book: Book, card: Card) -> int:
    """Returns the Strength of an Ally or Hero with all modifiers of the Realm, at least 0.

    A Hero outside the Realm has its printed Strength and the Realm's changes for all Heroes.
    """
    cache = card_index(realm.cards, book).strengths
    if card not in cache:
        cache[card] = sum(amount for amount, _ in _lasting_parts(realm, book, card))
    if realm.shifted or realm.shifts:
        return max(0, cache[card] + sum(amount for amount, _ in _turn_parts(realm, book, card)))
    return max(0, cache[card])


def strength_parts(realm: Realm, book: Book, card: Card) -> Iterator[tuple[int, str]]:
    """Yields the parts of the Strength of *card*, each with its source card.

    Changes until the turn ends have VI-105 as their source in facts of earlier versions.
    """
    yield from _lasting_parts(realm, book, card)
    yield from _turn_parts(realm, book, card)


def named_strength_parts(realm: Realm, book: Book, card: Card) -> Parts:
    """Returns the parts of the Strength of *card* other than 0, with a correction to 0 (VI-105)."""
    return limit_parts(
        (Part(amount, source) for amount, source in strength_parts(realm, book, card)), "VI-105"
    )


def _lasting_parts(realm: Realm, book: Book, card: Card) -> Iterator[tuple[int, str]]:
    """Yields the parts that depend on the cards of the Realm alone."""
    yield book.cards[card].strength, card
    if layout.kind_of(realm, book, card) == "hero":
        for other in layout.cards_with_role(realm, book, "others"):
            if other != card:
                yield book.cards[other].others, other
    if card not in realm.cards:
        return
    own = layout.active_hooks(realm, book, card).own_strength
    if own is not None:
        yield own(realm, book, card), card
    for item in layout.attached_items(realm, book, card):
        if layout.is_active(realm, book, item):
            yield book.cards[item].bonus, item
    for other in layout.cards_with_role(realm, book, "lends"):
        if other != card and (lends := book.hooks[other].lends) is not None:
            yield lends(realm, book, other, card), other


def _turn_parts(realm: Realm, book: Book, card: Card) -> Iterator[tuple[int, str]]:
    """Yields the changes until the turn ends."""
    if card not in realm.cards:
        return
    hero = layout.kind_of(realm, book, card) == "hero"
    unnamed = (Shift(of, by, "VI-105") for of, by in realm.shifts.items())
    for shift in (*unnamed, *realm.shifted):
        if shift.of == card or (hero and shift.of not in realm.cards and layout.is_at(realm, card, shift.of)):
            yield shift.by, shift.card
