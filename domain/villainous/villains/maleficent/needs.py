"""The needs of Maleficent's cards, for refusals."""

from __future__ import annotations

from collections.abc import Mapping

from ....messages import Message
from ...board import Realm
from ...book import Book
from ...facts import Card
from ...hooks import Need, Restriction
from ...play import layout, needs
from ...play.restrictions import card_name


def _refuse_armed(realm: Realm, book: Book, card: Card, hero: Card) -> Restriction | None:
    for item in layout.attached_items(realm, book, hero):
        names = {"item": card_name(book, item), "host": card_name(book, hero)}
        return Restriction(book.cards[item].id, Message("{item} is attached to {host}", **names))
    return None


def _refuse_lone(realm: Realm, book: Book, card: Card, curse: Card) -> Restriction | None:
    if layout.cards_of_kind(realm, book, "hero", layout.location_of(realm, curse)):
        return None
    return Restriction("", Message("there is no Hero beside {card}", card=card_name(book, curse)))


NEEDS: Mapping[str, Need] = {
    "dragon-form": needs.a_weak_hero(3),
    "malice": needs.a_weak_hero(4),
    "sword-of-truth": needs.a_card("hero", _refuse_armed, needs.when_locked),
    "once-upon-a-dream": needs.a_card("curse", _refuse_lone, needs.when_locked),
}
