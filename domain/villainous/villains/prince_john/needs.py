"""The needs of Prince John's cards, for refusals."""

from __future__ import annotations

from collections.abc import Mapping

from ....messages import Message
from ...board import Realm
from ...book import Book
from ...facts import Card
from ...hooks import Need, Restriction
from ...play import needs
from ...play.restrictions import card_name, describe_strength, refuse_defeat, refuse_destination, refuse_fight
from .script import UNMASKING


def _refuse_jailed(realm: Realm, book: Book, card: Card, hero: Card) -> Restriction | None:
    return refuse_destination(realm, book, hero, "jail")


def _refuse_trap(realm: Realm, book: Book, card: Card, hero: Card) -> Restriction | None:
    if (restriction := refuse_defeat(realm, book, hero) or refuse_fight(realm, book, hero)) is None:
        return None
    if restriction.rule not in ("VI-057", "VI-058"):
        return restriction
    names = {"hero": card_name(book, hero), "strength": describe_strength(realm, book, hero)}
    return Restriction(
        restriction.rule,
        Message("even with one Ally moved, the Allies do not come up to {hero} with {strength}", **names),
    )


def _refuse_poor(realm: Realm, book: Book, card: Card, subject: str) -> Restriction | None:
    if realm.power >= UNMASKING:
        return None
    price = Message("it costs {cost}, and there is {power} Power", cost=UNMASKING, power=realm.power)
    return Restriction("VI-042", price)


NEEDS: Mapping[str, Need] = {
    "imprison": needs.a_card("hero", _refuse_jailed, needs.when_locked),
    "cowardice": needs.AN_ALLY_IN_HAND,
    "set-a-trap": needs.a_card("hero", _refuse_trap),
    "intimidation": needs.A_FIGHT,
    "steal-from-the-rich": needs.A_HERO,
    "clever-disguise": needs.itself(_refuse_poor),
}
