"""What can be read off a Realm: which cards are where, on which side, and who is beside whom."""

from __future__ import annotations

from .board import Realm
from .book import Book, Kind, Role
from .facts import Card, Place
from .hooks import NO_LORE, Lore
from .index import index

# -- locations ---------------------------------------------------------------------------------------


def places(r: Realm, book: Book) -> tuple[Place, ...]:
    """Returns the four locations, from left to right (VI-003)."""
    return book.rows[r.who]


def unlocked(r: Realm, book: Book) -> tuple[Place, ...]:
    """Returns the locations where cards can come and go (VI-070)."""
    row = places(r, book)
    return tuple(place for place in row if place not in r.locked) if r.locked else row


def beside(r: Realm, book: Book, place: Place) -> tuple[Place, ...]:
    """Returns the locations next to *place*, locked or not."""
    row = places(r, book)
    here = row.index(place)
    return row[max(0, here - 1) : here] + row[here + 1 : here + 2]


def neighbours(r: Realm, book: Book, place: Place) -> tuple[Place, ...]:
    """Returns the unlocked locations next to *place*; none if *place* itself is locked (VI-053)."""
    if place in r.locked:
        return ()
    return tuple(other for other in beside(r, book, place) if other not in r.locked)


def destinations(r: Realm, book: Book, card: Card, among: tuple[Place, ...]) -> tuple[Place, ...]:
    """Returns which of the unlocked locations *among* a card of the Realm can be moved to: not its own."""
    never = (place_of(r, card), book.cards[card].shuns, *r.locked)
    return tuple(to for to in among if to not in never)


# -- cards -------------------------------------------------------------------------------------------


def kind(r: Realm, book: Book, card: Card) -> Kind:
    """Returns what *card* counts as: a hypnotized Hero is an Ally (VI-210)."""
    known = index(r.cards, book).kinds.get(card)
    return book.cards[card].kind if known is None else known


def place_of(r: Realm, card: Card) -> Place:
    """Returns where a card of the Realm is; an attached card is where its host is."""
    where = r.cards[card]
    return place_of(r, where.on) if where.on else where.at


def is_at(r: Realm, card: Card, place: Place) -> bool:
    """Tells whether *card* is at *place*: an Enlarged Hero is at two, with all it carries (VI-217)."""
    where = r.cards[card]
    return is_at(r, where.on, place) if where.on else place in (where.at, where.beside)


def attached(r: Realm, book: Book, host: Card) -> tuple[Card, ...]:
    """Returns the Items attached to *host*."""
    return index(r.cards, book).attached.get(host, ())


def taken(r: Realm, book: Book, card: Card) -> bool:
    """Tells whether *card* is an Item of the Villain's own that a Hero holds: it is of no use to anybody."""
    return index(r.cards, book).is_taken(card, r.cards[card], book)


def lore(r: Realm, book: Book, card: Card) -> Lore:
    """Returns what a card of the Realm does beyond its numbers, if it is active (VI-012)."""
    return book.lores[card] if active(r, book, card) else NO_LORE


def active(r: Realm, book: Book, card: Card) -> bool:
    """Tells whether *card* has its ability: a hypnotized Hero and an Item that a Hero took have none."""
    return card in index(r.cards, book).active


def doing(r: Realm, book: Book, role: Role) -> tuple[Card, ...]:
    """Returns the active cards of the Realm that say something of that kind."""
    return index(r.cards, book).doing.get(role, ())


def in_force(r: Realm, book: Book, at: Place | None = None) -> tuple[Card, ...]:
    """Returns the active cards of the Realm, or those of them at a location (VI-012, VI-071)."""
    cards = index(r.cards, book).active
    return cards if at is None else tuple(card for card in cards if is_at(r, card, at))


def of_kind(r: Realm, book: Book, wanted: Kind, place: Place | None = None) -> tuple[Card, ...]:
    """Returns the Realm's cards of a kind, or those of them at *place*."""
    cards = index(r.cards, book).by_kind.get(wanted, ())
    return cards if place is None else tuple(card for card in cards if is_at(r, card, place))


def within_reach(r: Realm, book: Book, wanted: Kind) -> tuple[Card, ...]:
    """Returns the Realm's cards of a kind that are not at a locked location (VI-070)."""
    cards = of_kind(r, book, wanted)
    return tuple(card for card in cards if place_of(r, card) not in r.locked) if r.locked else cards


def printed_hand(r: Realm, book: Book) -> frozenset[str]:
    """Returns what the cards of the hand are called in print, as far as they are seen; copies are alike."""
    return frozenset(book.cards[card].id for card in r.hand if card)


def discardable(r: Realm, book: Book, wanted: Kind) -> tuple[Card, ...]:
    """Returns the Realm's cards of a kind that a card can discard: none at a locked location (VI-C6)."""
    return (of_kind if book.rulings.locked == "reachable" else within_reach)(r, book, wanted)
