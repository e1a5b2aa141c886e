"""The needs of Jafar's cards, for refusals."""

from __future__ import annotations

from collections.abc import Mapping

from ....messages import Message
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
    refuse_locked,
)
from .script import MAX_BLOW_STRENGTH, MAX_SNAKE_STRENGTH, discarded_spells


def _refuse_uncontrolled(realm: Realm, book: Book, card: Card, other: Card) -> Restriction | None:
    if layout.kind_of(realm, book, other) == "item":
        if book.piles[other] == "fate":
            return Restriction("", Message("{item} is a Fate card", item=card_name(book, other)))
        if layout.is_held_by_hero(realm, book, other):
            host = realm.cards[other].on
            names = {"hero": card_name(book, host), "item": card_name(book, other)}
            return Restriction("VI-137", Message("{hero} holds {item}", **names))
    return None


def _refuse_far(realm: Realm, book: Book, card: Card, hero: Card) -> Restriction | None:
    if layout.is_at(realm, hero, realm.at):
        return None
    names = {"hero": card_name(book, hero), "place": location_name(realm, book, realm.at)}
    return Restriction("", Message("{hero} is not at {place}", **names))


def _refuse_cargo(realm: Realm, book: Book, card: Card, item: Card) -> Restriction | None:
    if on := realm.cards[item].on:
        names = {"item": card_name(book, item), "host": card_name(book, on)}
        return Restriction("VI-054", Message("{item} is attached to {host}", **names))
    location = layout.location_of(realm, card)
    if not layout.unlocked_neighbours(realm, book, location):
        adjacent = layout.adjacent_locations(realm, book, location)
        return refuse_locked(realm, book, card) or join_restrictions(
            refuse_destination(realm, book, card, to) for to in adjacent
        )
    return None


NEEDS: Mapping[str, Need] = {
    "sacrifice": Need(
        lambda realm, book, card: (
            *layout.cards_of_kind(realm, book, "ally"),
            *layout.cards_of_kind(realm, book, "item"),
        ),
        Message("there is no Ally and no Item in the Realm"),
        needs.first_of(_refuse_uncontrolled, needs.when_locked),
        ("ally", "item"),
    ),
    "abu": needs.a_card("item", _refuse_uncontrolled),
    "aladdin": needs.a_card("item", _refuse_uncontrolled),
    "snake": needs.a_card(
        "hero", needs.when_undefeatable, needs.when_stronger(MAX_SNAKE_STRENGTH), _refuse_far
    ),
    "hypnotize": needs.A_DEFEATABLE_HERO,
    "manipulation": Need(
        lambda realm, book, card: realm.villain.discard,
        Message("the player’s discard pile is empty"),
        needs.never,
    ),
    "iago": Need(
        lambda realm, book, card: layout.cards_of_kind(realm, book, "item", layout.location_of(realm, card)),
        Message("there is no Item at its location"),
        _refuse_cargo,
    ),
    "snake-staff": Need(
        lambda realm, book, card: discarded_spells(realm, book),
        Message("there is no Hypnotize in the discard pile"),
        needs.never,
    ),
    "crushing-blow": needs.a_card("ally", needs.when_stronger(MAX_BLOW_STRENGTH), needs.when_locked),
    "narrow-escape": needs.A_DISCARDED_HERO,
}
