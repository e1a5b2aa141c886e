"""The board drawn as text: a Realm after the other, the Fate side above, the Villain side below."""

from __future__ import annotations

from . import layout
from .board import Board, Realm
from .book import Book
from .facts import Card, Place
from .strength import strength


def draw_board(board: Board, book: Book) -> str:
    """Returns all Realms; `@` is the mover, `#` a lock, `+` an attached card, `*2` the 2 Power on a card.

    `~` is what a card was turned into, `&` where an Enlarged Hero is besides.
    """
    book = book.under(board.rulings)
    lines = [f"Turn {board.turn}, Cauldron {board.cauldron}"]
    for seat, mine in enumerate(board.realms):
        active = ">" if seat == board.seat and board.turn else " "
        hand = " ".join(card or "??" for card in mine.hand) or "none"
        lines.append(f"{active} {seat} {book.villains[mine.who].name}: {mine.power} Power, hand {hand}")
        lines.append(f"    villain {_pile(mine, 'villain')}; fate {_pile(mine, 'fate')}")
        lines += [_location(mine, book, place) for place in layout.places(mine, book)]
        for zone, cards in (("open", mine.opened), ("looked at", mine.looked)):
            if cards:
                lines.append(f"    {zone}: {' '.join(card or '??' for card in cards)}")
    return "\n".join(lines)


def _pile(mine: Realm, name: str) -> str:
    pile = mine.villain if name == "villain" else mine.fate
    return f"deck {len(pile.deck)}, discard {len(pile.discard)}"


def _location(mine: Realm, book: Book, place: Place) -> str:
    marks = ("@" if place == mine.at else " ") + ("#" if place in mine.locked else " ")
    above: list[str] = []
    below: list[str] = []
    for card, where in mine.cards.items():
        if where.at == place:
            side = above if layout.kind(mine, book, card) == "hero" else below
            side.append(_told(mine, book, card))
    return f"  {marks} {place}: {', '.join(above)} / {', '.join(below)}".rstrip(" /")


def _told(mine: Realm, book: Book, card: Card) -> str:
    words = [card]
    if book.cards[card].strength:
        words.append(str(strength(mine, book, card)))
    words += [f"+{item}" for item in layout.attached(mine, book, card)]
    if power := mine.cards[card].power:
        words.append(f"*{power}")
    if form := mine.cards[card].form:
        words.append(f"~{form}")
    if beside := mine.cards[card].beside:
        words.append(f"&{beside}")
    return " ".join(words)
