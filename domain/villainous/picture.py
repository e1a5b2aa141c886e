"""The board drawn as text: a Realm after the other, the Fate side above, the Villain side below."""

from __future__ import annotations

from collections.abc import Iterator

from . import realm
from .board import Board, Realm
from .book import Book
from .facts import Card, Place


def draw(board: Board, book: Book) -> str:
    """Returns all Realms; `@` is the mover, `#` a lock, `+` an attached card, `*n` the Power on a card."""
    lines = [f"Turn {board.turn}, Cauldron {board.cauldron}"]
    for seat, mine in enumerate(board.realms):
        active = ">" if seat == board.seat and board.turn else " "
        hand = " ".join(card or "??" for card in mine.hand) or "none"
        lines.append(f"{active} {seat} {book.villains[mine.who].name}: {mine.power} Power, hand {hand}")
        lines.append(f"    villain {_pile(mine, 'villain')}; fate {_pile(mine, 'fate')}")
        lines += [_location(mine, book, place) for place in realm.places(mine, book)]
        for zone, cards in (("open", mine.opened), ("looked at", mine.looked)):
            if cards:
                lines.append(f"    {zone}: {' '.join(card or '??' for card in cards)}")
    return "\n".join(lines)


def _pile(mine: Realm, name: str) -> str:
    pile = mine.villain if name == "villain" else mine.fate
    return f"deck {len(pile.deck)}, discard {len(pile.discard)}"


def _location(mine: Realm, book: Book, place: Place) -> str:
    marks = ("@" if place == mine.at else " ") + ("#" if place in mine.locked else " ")
    here = [
        card for card, where in mine.cards.items() if not where.on and realm.place_of(mine, card) == place
    ]
    heroes = [card for card in here if book.cards[card].kind == "hero"]
    others = [card for card in here if card not in heroes]
    sides = " / ".join(", ".join(_told(mine, book, card)) for cards in (heroes, others) for card in cards)
    return f"  {marks} {place}: {sides}".rstrip().removesuffix(":")


def _told(mine: Realm, book: Book, card: Card) -> Iterator[str]:
    strength = f" {realm.strength(mine, book, card)}" if book.cards[card].strength else ""
    power = f" *{mine.cards[card].power}" if mine.cards[card].power else ""
    yield f"{card}{strength}{power}"
    for item in realm.attached(mine, card):
        yield f"+{item}"
