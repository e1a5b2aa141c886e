"""Indexes the cards of a Realm once for the many queries between two changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Generic, TypeVar

from .board import InPlay, Realm
from .book import Book, Kind, Role
from .facts import Card, Place

Source = TypeVar("Source")
Value = TypeVar("Value")

MAX_MEMO_ENTRIES = 512
"""The most recent values that are kept; one answer queries the same board many times."""


class Memo(Generic[Source, Value]):
    """Cache of a function of an immutable object, by the identity of the object."""

    def __init__(self, make: Callable[[Source, Book], Value]) -> None:
        self._make = make
        self._cache: dict[int, tuple[Source, Book, Value]] = {}

    def __call__(self, of: Source, book: Book) -> Value:
        """Returns the value for *of* with *book*."""
        entry = self._cache.get(id(of))
        if entry is not None and entry[0] is of and entry[1] is book:
            return entry[2]
        if len(self._cache) >= MAX_MEMO_ENTRIES:
            self._cache.clear()
        value = self._make(of, book)
        self._cache[id(of)] = of, book, value  # held, so that nothing else gets its id
        return value


class Index:
    """The cards of a Realm by kind, host and role, in the order of the Realm.

    `active` cards have their abilities (VI-012); `by_role` lists these by role. `strengths` caches Strengths
    without changes until the turn ends. `cache` holds the values of `cached_by_cards`.
    """

    __slots__ = ("active", "attached", "by_kind", "by_role", "cache", "kinds", "strengths")

    def __init__(self, cards: Mapping[Card, InPlay], book: Book) -> None:
        printed_cards, roles = book.cards, book.roles
        self.kinds: dict[Card, Kind] = {}
        self.by_kind: dict[Kind, tuple[Card, ...]] = {}
        self.attached: dict[Card, tuple[Card, ...]] = {}
        for card, in_play in cards.items():
            kind = self.kinds[card] = "ally" if in_play.form == "hypnotized" else printed_cards[card].kind
            self.by_kind[kind] = (*self.by_kind.get(kind, ()), card)
            if in_play.on:
                self.attached[in_play.on] = (*self.attached.get(in_play.on, ()), card)
        self.active = tuple(card for card, in_play in cards.items() if self._is_active(card, in_play, book))
        self.by_role: dict[Role, tuple[Card, ...]] = {}
        for card in self.active:
            for role in roles[card]:
                self.by_role[role] = (*self.by_role.get(role, ()), card)
        self.strengths: dict[Card, int] = {}
        self.cache: dict[tuple[object, tuple[Place, ...]], Any] = {}

    def _is_active(self, card: Card, in_play: InPlay, book: Book) -> bool:
        """Returns whether *card* is neither a hypnotized Hero nor an Item in a Hero's hands."""
        return in_play.form != "hypnotized" and not self.is_held_by_hero(card, in_play, book)

    def is_held_by_hero(self, card: Card, in_play: InPlay, book: Book) -> bool:
        """Returns whether *card* is an Item of the Villain's own that a Hero holds."""
        return (
            bool(in_play.on)
            and book.cards[card].attach != "hero"
            and self._host_kind(in_play.on, book) == "hero"
        )

    def _host_kind(self, host: Card, book: Book) -> Kind:
        """Returns the kind of *host*, which may have left the Realm before its Items."""
        return self.kinds.get(host) or book.cards[host].kind


card_index: Memo[Mapping[Card, InPlay], Index] = Memo(Index)
"""Returns the index of the cards of a Realm."""


def cached_by_cards(make: Callable[[Realm, Book], Value]) -> Callable[[Realm, Book], Value]:
    """Caches a function of the cards, locks and Strengths of a Realm, and of nothing else."""

    @wraps(make)
    def cached(realm: Realm, book: Book) -> Value:
        if realm.shifted or realm.shifts:
            return make(realm, book)
        cache = card_index(realm.cards, book).cache
        key = make, realm.locked
        if key not in cache:
            cache[key] = make(realm, book)
        value: Value = cache[key]
        return value

    return cached
