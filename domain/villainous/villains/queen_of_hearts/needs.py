"""The needs of the Queen of Hearts' cards, for refusals."""

from __future__ import annotations

from collections.abc import Mapping

from ....messages import Message
from ....model import Picks
from ...board import Realm
from ...book import Book
from ...facts import Card, Place
from ...hooks import Need, Restriction
from ...play import layout, needs
from ...play.restrictions import card_name, location_name
from .script import (
    GUARDS,
    MAX_BEHEADED_STRENGTH,
    MAX_LATE_STRENGTH,
    can_turn,
    rabbit_hole_targets,
    shrinkable_heroes,
    wickets,
)


def _guards(realm: Realm, book: Book, card: Card) -> Picks:
    return tuple(other for other in realm.cards if book.cards[other].guard)


def _refuse_guard(realm: Realm, book: Book, card: Card, guard: Card) -> Restriction | None:
    """Returns Dodo beside a Card Guard as its obstacle."""
    if can_turn(realm, book, guard):
        return None
    return Restriction(
        "dodo", Message("{hero} is beside {card}", hero=card_name(book, "dodo"), card=card_name(book, guard))
    )


def _refuse_wicket(realm: Realm, book: Book, card: Card, guard: Card) -> Restriction | None:
    if guard in wickets(realm):
        return Restriction("", Message("{card} is a Wicket already", card=card_name(book, guard)))
    return None


def _refuse_bare(realm: Realm, book: Book, card: Card, location: Place) -> Restriction | None:
    if any(layout.location_of(realm, wicket) == location for wicket in wickets(realm)):
        return None
    return Restriction(
        "", Message("there is no Wicket at {place}", place=location_name(realm, book, location))
    )


def _refuse_size(realm: Realm, book: Book, card: Card, hero: Card) -> Restriction | None:
    """Returns the size of a Hero that cannot become Shrunken."""
    name = card_name(book, hero)
    if hero in shrinkable_heroes(realm, book):
        return None
    match realm.cards[hero].form:
        case "shrunken":
            return Restriction("", Message("{hero} is Shrunken already", hero=name))
        case "enlarged":
            return Restriction("", Message("{hero} is Enlarged", hero=name))
        case _:
            return Restriction("", Message("{hero} never shrinks", hero=name))


def _refuse_smaller(realm: Realm, book: Book, card: Card, hero: Card) -> Restriction | None:
    return None if realm.cards[hero].form == "enlarged" else _refuse_size(realm, book, card, hero)


def _refuse_larger(realm: Realm, book: Book, card: Card, hero: Card) -> Restriction | None:
    if realm.cards[hero].form != "enlarged":
        return None
    return Restriction("", Message("{hero} is Enlarged already", hero=card_name(book, hero)))


def _rabbit_hole_candidates(realm: Realm, book: Book, card: Card) -> Picks:
    if "alice" in realm.cards:
        return layout.cards_of_kind(realm, book, "ally")
    return layout.locations(realm, book)


def _refuse_rabbit_hole(realm: Realm, book: Book, card: Card, target: str) -> Restriction | None:
    if target in rabbit_hole_targets(realm, book, card):
        return None
    alice = card_name(book, "alice")
    if "alice" in realm.opened:
        return Restriction("", Message("{hero} is revealed and cannot be found", hero=alice))
    if target in realm.cards:
        return needs.when_locked(realm, book, card, target) or Restriction(
            "", Message("{card} is not beside {hero}", card=card_name(book, target), hero=alice)
        )
    return None


GUARD = needs.itself(_refuse_guard)
UPRIGHT = Need(
    _guards,
    Message("there is no Card Guard in the Realm"),
    needs.first_of(_refuse_wicket, _refuse_guard),
)

NEEDS: Mapping[str, Need] = {
    **dict.fromkeys(GUARDS, GUARD),
    "off-with-your-head": needs.a_weak_hero(MAX_BEHEADED_STRENGTH),
    "take-the-shot": needs.locations(_refuse_bare),
    "by-order": UPRIGHT,
    "cheshire-cat": UPRIGHT,
    "fury": needs.a_card("hero", _refuse_size),
    "smaller": needs.a_card("hero", _refuse_smaller),
    "im-late": Need(needs.discarded_heroes, needs.NO_DISCARDED_HERO, needs.when_stronger(MAX_LATE_STRENGTH)),
    "larger": needs.a_card("hero", _refuse_larger),
    "mome-raths": needs.AN_ALLY,
    "rabbit-hole": Need(
        _rabbit_hole_candidates, Message("there is no Ally in the Realm"), _refuse_rabbit_hole, ("ally",)
    ),
}
