"""Queries about a Realm, such as the location, kind and attachments of its cards."""

from __future__ import annotations

from ..board import Realm
from ..book import Book, Kind, Role
from ..facts import Card, Place
from ..hooks import NO_HOOKS, CardHooks
from ..index import card_index

# -- locations ---------------------------------------------------------------------------------------


def locations(realm: Realm, book: Book) -> tuple[Place, ...]:
    """Returns the four locations from left to right (VI-003)."""
    return book.location_ids[realm.who]


def unlocked_locations(realm: Realm, book: Book) -> tuple[Place, ...]:
    """Returns the locations that cards can enter and leave (VI-070)."""
    row = locations(realm, book)
    return tuple(location for location in row if location not in realm.locked) if realm.locked else row


def adjacent_locations(realm: Realm, book: Book, location: Place) -> tuple[Place, ...]:
    """Returns the locations next to *location*, locked or not."""
    row = locations(realm, book)
    index = row.index(location)
    return row[max(0, index - 1) : index] + row[index + 1 : index + 2]


def unlocked_neighbours(realm: Realm, book: Book, location: Place) -> tuple[Place, ...]:
    """Returns the unlocked locations next to *location*; none if it is locked itself (VI-053)."""
    if location in realm.locked:
        return ()
    return tuple(other for other in adjacent_locations(realm, book, location) if other not in realm.locked)


def possible_destinations(
    realm: Realm, book: Book, card: Card, candidates: tuple[Place, ...]
) -> tuple[Place, ...]:
    """Returns the unlocked *candidates* that a card of the Realm can move to."""
    excluded = (location_of(realm, card), book.cards[card].shuns, *realm.locked)
    return tuple(destination for destination in candidates if destination not in excluded)


# -- cards -------------------------------------------------------------------------------------------


def kind_of(realm: Realm, book: Book, card: Card) -> Kind:
    """Returns the kind that *card* counts as; a hypnotized Hero is an Ally (VI-210)."""
    counted_as = card_index(realm.cards, book).kinds.get(card)
    return book.cards[card].kind if counted_as is None else counted_as


def location_of(realm: Realm, card: Card) -> Place:
    """Returns the location of a card of the Realm; an attached card is at its host's."""
    in_play = realm.cards[card]
    return location_of(realm, in_play.on) if in_play.on else in_play.at


def is_at(realm: Realm, card: Card, location: Place) -> bool:
    """Returns whether *card* is at *location*.

    An Enlarged Hero is at two locations, together with its attached cards (VI-217).
    """
    in_play = realm.cards[card]
    return is_at(realm, in_play.on, location) if in_play.on else location in (in_play.at, in_play.beside)


def attached_items(realm: Realm, book: Book, host: Card) -> tuple[Card, ...]:
    """Returns the Items attached to *host*."""
    return card_index(realm.cards, book).attached.get(host, ())


def is_held_by_hero(realm: Realm, book: Book, card: Card) -> bool:
    """Returns whether *card* is an Item of the Villain's own that a Hero holds."""
    return card_index(realm.cards, book).is_held_by_hero(card, realm.cards[card], book)


def active_hooks(realm: Realm, book: Book, card: Card) -> CardHooks:
    """Returns the hooks of a card of the Realm, empty if it is not active (VI-012)."""
    return book.hooks[card] if is_active(realm, book, card) else NO_HOOKS


def is_active(realm: Realm, book: Book, card: Card) -> bool:
    """Returns whether *card* has its ability.

    A hypnotized Hero and an Item in a Hero's hands have none.
    """
    return card in card_index(realm.cards, book).active


def cards_with_role(realm: Realm, book: Book, role: Role) -> tuple[Card, ...]:
    """Returns the active cards of the Realm with *role*."""
    return card_index(realm.cards, book).by_role.get(role, ())


def active_cards(realm: Realm, book: Book, location: Place | None = None) -> tuple[Card, ...]:
    """Returns the active cards of the Realm or of one location (VI-012, VI-071)."""
    cards = card_index(realm.cards, book).active
    return cards if location is None else tuple(card for card in cards if is_at(realm, card, location))


def cards_of_kind(realm: Realm, book: Book, kind: Kind, location: Place | None = None) -> tuple[Card, ...]:
    """Returns the cards of a kind, in the Realm or at one location."""
    cards = card_index(realm.cards, book).by_kind.get(kind, ())
    return cards if location is None else tuple(card for card in cards if is_at(realm, card, location))


def reachable_cards(realm: Realm, book: Book, kind: Kind) -> tuple[Card, ...]:
    """Returns the Realm's cards of a kind outside locked locations (VI-070)."""
    cards = cards_of_kind(realm, book, kind)
    return (
        tuple(card for card in cards if location_of(realm, card) not in realm.locked)
        if realm.locked
        else cards
    )


def hand_ids(realm: Realm, book: Book) -> frozenset[str]:
    """Returns the printed ids of the visible cards of the hand; copies are alike."""
    return frozenset(book.cards[card].id for card in realm.hand if card)


def discardable_cards(realm: Realm, book: Book, kind: Kind) -> tuple[Card, ...]:
    """Returns the Realm's cards of a kind that a card can discard (VI-C6)."""
    return (cards_of_kind if book.rulings.locked == "reachable" else reachable_cards)(realm, book, kind)
