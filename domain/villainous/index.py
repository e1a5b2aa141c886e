"""What the cards of a Realm come to, read off once: it is asked hundreds of times between two changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Generic, TypeVar

from .board import InPlay, Realm
from .book import Book, Kind, Role
from .facts import Card, Place

Of = TypeVar("Of")
Made = TypeVar("Made")

KEPT = 512
"""So many of the latest are remembered: what one answer asks of a table, many times over."""


class Memo(Generic[Of, Made]):
    """Remembers what was made of things that never change, by which thing it is and not by what it holds."""

    def __init__(self, make: Callable[[Of, Book], Made]) -> None:
        self._make = make
        self._known: dict[int, tuple[Of, Book, Made]] = {}

    def __call__(self, of: Of, book: Book) -> Made:
        """Returns what is made of *of* as *book* says."""
        known = self._known.get(id(of))
        if known is not None and known[0] is of and known[1] is book:
            return known[2]
        if len(self._known) >= KEPT:
            self._known.clear()
        made = self._make(of, book)
        self._known[id(of)] = of, book, made  # held, so that nothing else gets its id
        return made


class Index:
    """The cards of a Realm by what they count as and by what they do; each list in the order of the Realm.

    `active` are those that have their abilities (VI-012), `doing` are these by what they do. `strengths` are
    what was asked for, without what lasts until the turn ends; `made` is what `by_cards` remembers.
    """

    __slots__ = ("active", "attached", "by_kind", "doing", "kinds", "made", "strengths")

    def __init__(self, cards: Mapping[Card, InPlay], book: Book) -> None:
        printed, roles = book.cards, book.roles
        self.kinds: dict[Card, Kind] = {}
        self.by_kind: dict[Kind, tuple[Card, ...]] = {}
        self.attached: dict[Card, tuple[Card, ...]] = {}
        for card, where in cards.items():
            kind = self.kinds[card] = "ally" if where.form == "hypnotized" else printed[card].kind
            self.by_kind[kind] = (*self.by_kind.get(kind, ()), card)
            if where.on:
                self.attached[where.on] = (*self.attached.get(where.on, ()), card)
        self.active = tuple(card for card, where in cards.items() if self._is_active(card, where, book))
        self.doing: dict[Role, tuple[Card, ...]] = {}
        for card in self.active:
            for role in roles[card]:
                self.doing[role] = (*self.doing.get(role, ()), card)
        self.strengths: dict[Card, int] = {}
        self.made: dict[tuple[object, tuple[Place, ...]], Any] = {}

    def _is_active(self, card: Card, where: InPlay, book: Book) -> bool:
        """Tells whether *card* has its ability: a hypnotized Hero and an Item that a Hero took have none."""
        return where.form != "hypnotized" and not self.is_taken(card, where, book)

    def is_taken(self, card: Card, where: InPlay, book: Book) -> bool:
        """Tells whether *card* is an Item of the Villain's own that a Hero holds."""
        return bool(where.on) and book.cards[card].attach != "hero" and self._kind(where.on, book) == "hero"

    def _kind(self, host: Card, book: Book) -> Kind:
        """Returns what *host* counts as, which may have left the Realm before what it carried."""
        return self.kinds.get(host) or book.cards[host].kind


index: Memo[Mapping[Card, InPlay], Index] = Memo(Index)
"""Returns the index of the cards of a Realm."""


def by_cards(make: Callable[[Realm, Book], Made]) -> Callable[[Realm, Book], Made]:
    """Remembers what *make* reads off the cards of a Realm, its locks and Strengths, and nothing else."""

    @wraps(make)
    def known(r: Realm, book: Book) -> Made:
        if r.shifted or r.shifts:
            return make(r, book)
        made = index(r.cards, book).made
        key = make, r.locked
        if key not in made:
            made[key] = make(r, book)
        found: Made = made[key]
        return found

    return known
