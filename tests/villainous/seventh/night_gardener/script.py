"""The Night Gardener, who wants light: what the cards do beyond their numbers."""

from __future__ import annotations

from collections.abc import Mapping

from domain.model import Seat
from domain.script import Script, choose_one
from domain.villainous.board import Realm
from domain.villainous.book import Book
from domain.villainous.facts import Card
from domain.villainous.hooks import CardHooks, Steps, T
from domain.villainous.play import layout
from domain.villainous.play.decks import draw_cards
from domain.villainous.play.power import gain_power


def headway(mine: Realm, book: Book) -> Steps:
    """Wants a Lantern at three locations."""
    lit = {where.at for card, where in mine.cards.items() if card.startswith("lantern")}
    return {"lit": (len(lit), 3)}


def progress(mine: Realm, book: Book) -> float:
    """Returns how many of the locations are lit, from 0 to 1."""
    done, wanted = headway(mine, book)["lit"]
    return min(1.0, done / wanted)


def midnight(t: T, seat: Seat, card: Card, what: str) -> Script[None]:
    """Brings 2 Power or a card, as the flower says that is chosen."""
    (flower,) = yield from choose_one(seat, "flower", ("moonflower", "nightshade"), about=card)
    yield from gain_power(t, seat, 2) if flower == "moonflower" else draw_cards(t, seat, 1)


def moth(mine: Realm, book: Book, card: Card) -> int:
    """Is stronger by 1 beside a Lantern."""
    place = layout.location_of(mine, card)
    return int(any(where.at == place for other, where in mine.cards.items() if other.startswith("lantern")))


LORE: Mapping[str, CardHooks] = {
    "midnight": CardHooks(on_played=midnight),
    "moth": CardHooks(own_strength=moth),
}
