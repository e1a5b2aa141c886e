"""What the cards of a Realm come to, read off once: it is asked hundreds of times between two changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from .board import InPlay, Realm
from .book import ActionName, Bar, Book, Kind
from .facts import Card

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

    `active` are those that have their abilities (VI-012). Of these, `others` change the Strength of other
    Heroes, `lenders` that of any card, `levying` what cards cost, `barring` keep cards out, and `forbidden`
    are the actions and kinds of cards that some forbid; `activated` have an ability to activate, and `tires`
    is what activating a Card Guard costs besides.
    """

    def __init__(self, cards: Mapping[Card, InPlay], book: Book) -> None:
        printed, lores = book.cards, book.lores
        self.kinds: dict[Card, Kind] = {
            card: "ally" if where.form == "hypnotized" else printed[card].kind
            for card, where in cards.items()
        }
        self.by_kind: dict[Kind, tuple[Card, ...]] = {}
        for card, kind in self.kinds.items():
            self.by_kind[kind] = (*self.by_kind.get(kind, ()), card)
        self.attached: dict[Card, tuple[Card, ...]] = {}
        for card, where in cards.items():
            if where.on:
                self.attached[where.on] = (*self.attached.get(where.on, ()), card)
        self.active = tuple(card for card, where in cards.items() if self._is_active(card, where, book))
        self.others = tuple((card, other) for card in self.active if (other := printed[card].others))
        self.lenders = tuple(
            (card, lends) for card in self.active if (lends := lores[card].lends) is not None
        )
        self.levying = tuple((card, levy) for card in self.active if (levy := lores[card].levy) is not None)
        self.barring: tuple[tuple[Card, Bar], ...] = tuple(
            (card, bar) for card in self.active if (bar := printed[card].bars) is not None
        )
        self.forbidden: frozenset[Kind | ActionName | str] = frozenset(
            printed[card].forbids for card in self.active
        )
        self.activated = tuple(card for card in self.active if printed[card].activation is not None)
        self.tires = sum(printed[card].tires for card in self.active)

    def _is_active(self, card: Card, where: InPlay, book: Book) -> bool:
        """Tells whether *card* has its ability: a hypnotized Hero and an Item that a Hero took have none."""
        return where.form != "hypnotized" and not self.is_taken(card, where, book)

    def is_taken(self, card: Card, where: InPlay, book: Book) -> bool:
        """Tells whether *card* is an Item of the Villain's own that a Hero holds."""
        return bool(where.on) and book.cards[card].attach != "hero" and self._kind(where.on, book) == "hero"

    def _kind(self, host: Card, book: Book) -> Kind:
        """Returns what *host* counts as, which may have left the Realm before what it carried."""
        return self.kinds.get(host) or book.cards[host].kind


_indexed: Memo[Mapping[Card, InPlay], Index] = Memo(Index)


def index(r: Realm, book: Book) -> Index:
    """Returns the index of the cards of a Realm."""
    return _indexed(r.cards, book)
