"""Draws the board as text, with the Fate side of each Realm above its Villain side."""

from __future__ import annotations

from ..board import Board, Realm
from ..book import Book
from ..facts import Card, Place
from ..play import layout
from ..play.strength import strength_of


def draw_board(board: Board, book: Book) -> str:
    """Returns all Realms as text.

    `@` marks the mover, `#` a lock, `+` an attached card, `*2` the 2 Power on a card, `~` a turned form, and
    `&` the second location of an Enlarged Hero.
    """
    book = book.with_rulings(board.rulings)
    lines = [f"Turn {board.turn}, Cauldron {board.cauldron}"]
    for seat, realm in enumerate(board.realms):
        active = ">" if seat == board.seat and board.turn else " "
        hand = " ".join(card or "??" for card in realm.hand) or "none"
        lines.append(f"{active} {seat} {book.villains[realm.who].name}: {realm.power} Power, hand {hand}")
        lines.append(f"    villain {_draw_pile(realm, 'villain')}; fate {_draw_pile(realm, 'fate')}")
        lines += [_draw_location(realm, book, location) for location in layout.locations(realm, book)]
        for zone, cards in (("open", realm.opened), ("looked at", realm.looked)):
            if cards:
                lines.append(f"    {zone}: {' '.join(card or '??' for card in cards)}")
    return "\n".join(lines)


def _draw_pile(realm: Realm, name: str) -> str:
    pile = realm.villain if name == "villain" else realm.fate
    return f"deck {len(pile.deck)}, discard {len(pile.discard)}"


def _draw_location(realm: Realm, book: Book, location: Place) -> str:
    marks = ("@" if location == realm.at else " ") + ("#" if location in realm.locked else " ")
    above: list[str] = []
    below: list[str] = []
    for card, in_play in realm.cards.items():
        if in_play.at == location:
            side = above if layout.kind_of(realm, book, card) == "hero" else below
            side.append(_draw_card(realm, book, card))
    return f"  {marks} {location}: {', '.join(above)} / {', '.join(below)}".rstrip(" /")


def _draw_card(realm: Realm, book: Book, card: Card) -> str:
    words = [card]
    if book.cards[card].strength:
        words.append(str(strength_of(realm, book, card)))
    words += [f"+{item}" for item in layout.attached_items(realm, book, card)]
    if power := realm.cards[card].power:
        words.append(f"*{power}")
    if form := realm.cards[card].form:
        words.append(f"~{form}")
    if attached_to := realm.cards[card].beside:
        words.append(f"&{attached_to}")
    return " ".join(words)
