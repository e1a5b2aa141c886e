"""Where a card can be played, what it costs there, and whether it can be paid for."""

from __future__ import annotations

from ..model import Picks
from . import layout
from .board import Realm
from .book import Book
from .facts import Card, Place
from .strength import strength


def spots(r: Realm, book: Book, card: Card) -> Picks:
    """Returns what *card* can be played to, attached to or aimed at.

    These are locations (VI-043, VI-050, VI-072), hosts (VI-084, VI-086, VI-202), or what the card says.
    """
    printed, told = book.cards[card], book.lores[card].spots
    if told is not None:
        return told(r, book, card)
    if printed.attach:
        return layout.within_reach(r, book, printed.attach)
    if printed.enters:
        return (printed.enters,)
    if not aimed(book, card):
        return ()
    places = layout.unlocked(r, book)
    if printed.shuns or printed.only_at:
        places = tuple(place for place in places if place != printed.shuns and printed.only_at in ("", place))
    bars = layout.doing(r, book, "bars")
    return tuple(place for place in places if not _barred(r, book, card, place)) if bars else places


def aimed(book: Book, card: Card) -> bool:
    """Tells whether *card* is played to, onto or at something."""
    return book.cards[card].kind not in ("effect", "condition") or book.lores[card].spots is not None


def _barred(r: Realm, book: Book, card: Card, place: Place) -> bool:
    return any(
        bar.stops(book.cards[card].kind, strength(r, book, card))
        for other in layout.doing(r, book, "bars")
        if (bar := book.cards[other].bars) is not None and layout.is_at(r, other, place)
    )


def forbidden(r: Realm, book: Book) -> frozenset[str]:
    """Returns the actions and kinds of cards that the Villain may not use."""
    return frozenset(book.cards[card].forbids for card in layout.doing(r, book, "forbids"))


def playable(r: Realm, book: Book, card: Card) -> bool:
    """Tells whether *card* can be carried out, its Cost aside (VI-051, VI-084, VI-086, VI-201)."""
    return allowed(r, book, card) and (
        not aimed(book, card) or _vain(book, card) or bool(spots(r, book, card))
    )


def allowed(r: Realm, book: Book, card: Card) -> bool:
    """Tells whether nothing forbids *card*; where it is aimed at something, that has to be found besides."""
    if book.piles[card] == "villain" and book.cards[card].kind in forbidden(r, book):
        return False
    fits = book.lores[card].playable
    return fits is None or aimed(book, card) or _vain(book, card) or fits(r, book)


def allies_in_hand(r: Realm, book: Book) -> Picks:
    """Returns the Allies of the hand that have somewhere to go."""
    return tuple(card for card in r.hand if book.cards[card].kind == "ally" and spots(r, book, card))


def price(r: Realm, book: Book, card: Card, spot: str) -> int:
    """Returns the Cost of *card* when it is played to, on or at *spot*, all told; 0 at least."""
    return max(0, sum([amount for amount, _ in charges(r, book, card, spot)]))


def charges(r: Realm, book: Book, card: Card, spot: str) -> list[tuple[int, Card]]:
    """Returns what the Cost of *card* is made of, each with the card it comes from."""
    told = book.lores[card].price
    made_of = [(book.cards[card].cost if told is None else told(r, book, card, spot), card)]
    for other in layout.doing(r, book, "levy"):
        if (levy := book.lores[other].levy) is not None:
            made_of.append((levy(r, book, other, card, spot), other))
    return made_of


def payers(r: Realm, book: Book, card: Card) -> tuple[Card, ...]:
    """Returns the cards of the Realm that could be discarded to pay the whole Cost of *card*."""
    kind = book.cards[card].kind
    able = (other for other in layout.doing(r, book, "pays_for") if book.cards[other].pays_for == kind)
    return tuple(other for other in able if layout.place_of(r, other) not in r.locked)


def payable(r: Realm, book: Book, card: Card) -> Picks:
    """Returns the spots where the Cost of *card* can be paid (VI-042); the empty one, if it needs none."""
    some = spots(r, book, card) or (("",) if not aimed(book, card) or _vain(book, card) else ())
    if not some or payers(r, book, card):
        return some
    if book.lores[card].price is None and not layout.doing(r, book, "levy"):  # the same everywhere
        return some if price(r, book, card, some[0]) <= r.power else ()
    return tuple(spot for spot in some if price(r, book, card, spot) <= r.power)


def _vain(book: Book, card: Card) -> bool:
    """Tells whether *card* can be played though its text cannot be carried out (VI-C4)."""
    own = book.piles[card] == "villain"
    return own and book.rulings.effects == "any" and book.cards[card].kind == "effect"


# -- activated abilities -----------------------------------------------------------------------------


def activated(book: Book, card: Card) -> bool:
    """Tells whether what *card* does needs an Activate action, and is not done when it is played (VI-C2)."""
    return book.cards[card].activation is not None


def ready(r: Realm, book: Book) -> Picks:
    """Returns the cards that can be activated: in reach, paid for, and able (VI-044, VI-045)."""
    return tuple(
        card
        for card in layout.doing(r, book, "activation")
        if layout.place_of(r, card) not in r.locked
        and effort(r, book, card) <= r.power
        and ((able := book.lores[card].ready) is None or able(r, book, card))
    )


def effort(r: Realm, book: Book, card: Card) -> int:
    """Returns the activation Cost of *card*, with what other cards add to it."""
    cost = book.cards[card].activation or 0
    if book.cards[card].guard:
        cost += sum(book.cards[other].tires for other in layout.doing(r, book, "tires"))
    return cost
