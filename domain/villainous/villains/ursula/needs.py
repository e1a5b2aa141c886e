"""The needs of Ursula's cards, for refusals."""

from __future__ import annotations

from collections.abc import Mapping

from ....messages import Message
from ....model import Picks
from ...board import Realm
from ...book import Book
from ...facts import Card
from ...hooks import Need, Restriction
from ...play import layout, needs
from ...play.restrictions import (
    card_name,
    join_restrictions,
    location_name,
    refuse_destination,
    refuse_step,
    refuse_strength,
)
from .script import LAIR, PALACE, opportunist_targets


def _refuse_signed(realm: Realm, book: Book, card: Card, hero: Card) -> Restriction | None:
    location = layout.location_of(realm, hero)
    if location != book.cards[card].contract:
        return None
    names = {"card": card_name(book, hero), "place": location_name(realm, book, location)}
    return Restriction("", Message("{card} is at {place} already", **names))


def _refuse_unsigned(realm: Realm, book: Book, card: Card, item: Card) -> Restriction | None:
    if book.cards[item].contract:
        return None
    return Restriction("", Message("{card} is no Binding Contract", card=card_name(book, item)))


def _refuse_distant(realm: Realm, book: Book, card: Card, place: str) -> Restriction | None:
    if place in layout.adjacent_locations(realm, book, realm.at):
        return None
    names = {"place": location_name(realm, book, place), "other": location_name(realm, book, realm.at)}
    return Restriction("", Message("{place} is not next to {other}", **names))


def _refuse_lock(realm: Realm, book: Book, card: Card, to: str) -> Restriction | None:
    if to not in (LAIR, PALACE):
        names = {"place": location_name(realm, book, to), "card": card_name(book, card)}
        return Restriction("VI-219", Message("{card} does not lead to {place}", **names))
    if to not in realm.locked:
        return None
    return Restriction("VI-219", Message("{place} is locked already", place=location_name(realm, book, to)))


def _refuse_sent(realm: Realm, book: Book, card: Card, hero: Card) -> Restriction | None:
    places = layout.locations(realm, book)
    if layout.possible_destinations(realm, book, hero, places):
        return None
    return join_restrictions(refuse_destination(realm, book, hero, place) for place in places)


def _refuse_dragged(realm: Realm, book: Book, card: Card, hero: Card) -> Restriction | None:
    return refuse_step(realm, book, hero)


def _refuse_returned(realm: Realm, book: Book, card: Card, hero: Card) -> Restriction | None:
    if (too_strong := refuse_strength(realm, book, hero, 4)) is not None:
        return too_strong
    if realm.at not in realm.locked:
        return None
    return Restriction("VI-070", Message("{place} is locked", place=location_name(realm, book, realm.at)))


def _heroes_beside(realm: Realm, book: Book, card: Card) -> Picks:
    return layout.cards_of_kind(realm, book, "hero", layout.location_of(realm, card))


CONTRACT = needs.a_card("hero", _refuse_signed, needs.when_locked)
LOCK = needs.locations(_refuse_lock)
EEL = Need(_heroes_beside, Message("there is no Hero at its location"), _refuse_dragged)

NEEDS: Mapping[str, Need] = {
    **{f"contract-{end}": CONTRACT for end in ("lair", "ship", "shore", "palace")},
    "change-form": LOCK,
    "grimsby": LOCK,
    "grow-giant": needs.locations(_refuse_distant),
    "sebastian": needs.a_card("item", _refuse_unsigned, needs.when_locked),
    "opportunist": Need(
        opportunist_targets, Message("there is no Item and no Effect in the discard pile"), needs.never
    ),
    "whirlpool": needs.a_card("hero", needs.when_locked, _refuse_sent),
    "eric": needs.a_card("hero", needs.when_locked, _refuse_sent),
    "flotsam": EEL,
    "jetsam": EEL,
    "poor-souls": needs.a_card("hero", _refuse_dragged),
    "return-to-form": Need(needs.discarded_heroes, needs.NO_DISCARDED_HERO, _refuse_returned),
}
