"""What can be read off a Realm: who is where, how strong, and what is in the way."""

from __future__ import annotations

from .board import Realm
from .book import Book, Kind, Symbol
from .facts import Card, Place


def places(r: Realm, book: Book) -> tuple[Place, ...]:
    """Returns the four locations, from left to right (VI-003)."""
    return tuple(book.places[r.who])


def unlocked(r: Realm, book: Book) -> tuple[Place, ...]:
    """Returns the locations where cards can come and go (VI-070)."""
    return tuple(place for place in places(r, book) if place not in r.locked)


def neighbours(r: Realm, book: Book, place: Place) -> tuple[Place, ...]:
    """Returns the unlocked locations beside *place*; none if *place* itself is locked (VI-053)."""
    row = places(r, book)
    here = row.index(place)
    beside = row[max(0, here - 1) : here] + row[here + 1 : here + 2]
    return () if place in r.locked else tuple(place for place in beside if place not in r.locked)


def place_of(r: Realm, card: Card) -> Place:
    """Returns where a card of the Realm is; an attached card is where its host is."""
    where = r.cards[card]
    return place_of(r, where.on) if where.on else where.at


def attached(r: Realm, host: Card) -> tuple[Card, ...]:
    """Returns the Items attached to *host*."""
    return tuple(card for card, where in r.cards.items() if where.on == host)


def of_kind(r: Realm, book: Book, kind: Kind, place: Place | None = None) -> tuple[Card, ...]:
    """Returns the Realm's cards of a *kind*, or those of them at *place*."""
    return tuple(
        card
        for card in r.cards
        if book.cards[card].kind == kind and (place is None or place_of(r, card) == place)
    )


def within_reach(r: Realm, book: Book, kind: Kind) -> tuple[Card, ...]:
    """Returns the Realm's cards of a *kind* that are not at a locked location (VI-070)."""
    return tuple(card for card in of_kind(r, book, kind) if place_of(r, card) not in r.locked)


def strength(r: Realm, book: Book, card: Card) -> int:
    """Returns the Strength of an Ally or Hero with all modifiers of the Realm (VI-105)."""
    printed = book.cards[card]
    total = printed.strength + sum(book.cards[item].bonus for item in attached(r, card))
    if printed.kind == "hero":
        total += sum(book.cards[other].others for other in r.cards if other != card)
    return total


def beatable(r: Realm, book: Book) -> tuple[Card, ...]:
    """Returns the Heroes that the Allies beside them can Vanquish (VI-057, VI-058)."""
    beaten = []
    for hero in within_reach(r, book, "hero"):
        allies = of_kind(r, book, "ally", place_of(r, hero))
        enough = sum(strength(r, book, ally) for ally in allies) >= strength(r, book, hero)
        if enough and len(allies) >= book.cards[hero].allies:
            beaten.append(hero)
    return tuple(beaten)


def spots(r: Realm, book: Book, card: Card) -> tuple[str, ...]:
    """Returns where *card* can be played: locations (VI-043, VI-050), or hosts to attach it to (VI-202)."""
    printed = book.cards[card]
    if printed.attach:
        return within_reach(r, book, printed.attach)
    if printed.enters:
        return (printed.enters,)
    free = unlocked(r, book)
    if printed.kind != "hero":
        return free
    mine = strength(r, book, card)
    return tuple(place for place in free if not _barred(r, book, place, mine))


def _barred(r: Realm, book: Book, place: Place, mine: int) -> bool:
    bars = (book.cards[card].bars for card in r.cards if place_of(r, card) == place)
    return any(bar is not None and bar.stops(mine) for bar in bars)


def playable(r: Realm, book: Book, card: Card) -> bool:
    """Tells whether *card* can be carried out, its Cost aside (VI-051, VI-084, VI-086, VI-201)."""
    if book.cards[card].kind in ("effect", "condition"):
        fits = book.lore(card).playable
        return fits is None or fits(r, book)
    return bool(spots(r, book, card))


def payers(r: Realm, book: Book, card: Card) -> tuple[Card, ...]:
    """Returns the cards of the Realm that could be discarded to pay the whole Cost of *card*."""
    printed = book.cards[card]
    if not printed.cost:
        return ()
    able = (other for other in r.cards if book.cards[other].pays_for == printed.kind)
    return tuple(other for other in able if place_of(r, other) not in r.locked)


def affordable(r: Realm, book: Book, card: Card) -> bool:
    """Tells whether the Cost of *card* can be paid (VI-042)."""
    return book.cards[card].cost <= r.power or bool(payers(r, book, card))


def covered(r: Realm, book: Book) -> int:
    """Returns how many symbols of the mover's location a Hero covers: the whole top row, or none (VI-081)."""
    return len(book.places[r.who][r.at].top) if of_kind(r, book, "hero", r.at) else 0


def symbols(r: Realm, book: Book, used: tuple[int, ...]) -> tuple[tuple[int, Symbol], ...]:
    """Returns the usable symbols with their numbers, the top row first (VI-023, VI-025, VI-026)."""
    printed, hidden = book.places[r.who][r.at].symbols, covered(r, book)
    return tuple((n, s) for n, s in enumerate(printed, 1) if n > hidden and n not in used)
