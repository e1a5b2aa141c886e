"""Finds the single rule or card that prevents an action.

It repeats no rule. It checks the action again without each lock, without each card, or with a card stripped
of its own restrictions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from ...messages import Message, Name
from ..board import Realm
from ..book import Book
from ..facts import Card
from . import layout

Condition: TypeAlias = Callable[[Realm, Book], bool]
"""Returns whether an action is possible in a Realm."""


class Restriction(NamedTuple):
    """The rule or card that prevents an action, with a reason."""

    rule: str
    reason: Message


def find_restriction(realm: Realm, book: Book, possible: Condition, *concerned: Card) -> Restriction | None:
    """Returns the single restriction that prevents an action, or `None`.

    It tries the locks first, then the cards of the Realm by name. Of the *concerned* cards it removes only
    their own restrictions.
    """
    for restriction, changed, changed_book in _alternatives(realm, book, concerned):
        if possible(changed, changed_book):
            return restriction
    unlocked = replace(realm, locked=())
    for restriction, changed, changed_book in (
        _alternatives(unlocked, book, concerned) if realm.locked else ()
    ):
        if possible(changed, changed_book):
            return restriction
    return None


def _alternatives(
    realm: Realm, book: Book, concerned: tuple[Card, ...]
) -> Iterator[tuple[Restriction, Realm, Book]]:
    for location in realm.locked:
        name = Name(book.locations[realm.who][location].name, location)
        changed = replace(realm, locked=tuple(other for other in realm.locked if other != location))
        yield Restriction("VI-070", Message("{name} is locked", name=name)), changed, book
    for card in concerned:
        if card in book.cards:
            printed_card = book.cards[card]
            reason = Message("{card} says otherwise", card=card_name(book, card))
            yield Restriction(printed_card.id, reason), realm, without_restrictions(book, card)
    active = [card for card in layout.active_cards(realm, book) if card not in concerned]
    active.sort(key=lambda card: not realm.cards[card].on)  # what is carried, before who carries it
    for card_id in dict.fromkeys(book.cards[card].id for card in active):
        name = card_name(book, next(card for card in book.cards if book.cards[card].id == card_id))
        yield (
            Restriction(card_id, Message("{name} stands in the way", name=name)),
            without_cards(realm, book, card_id),
            book,
        )


def card_name(book: Book, card: Card) -> Name:
    """Returns the name of a card for a message."""
    return Name(book.cards[card].name, card)


def without_cards(realm: Realm, book: Book, card_id: str) -> Realm:
    """Returns the Realm without all copies of a card and their attachments."""
    removed = {card for card in realm.cards if book.cards[card].id == card_id}
    return replace(
        realm,
        cards={
            c: in_play for c, in_play in realm.cards.items() if c not in removed and in_play.on not in removed
        },
    )


def without_restrictions(book: Book, card: Card) -> Book:
    """Returns the book with a *card* that has no restrictions on location or fights."""
    unrestricted = replace(
        book.cards[card], shuns="", only_at="", immune="", allies=0, first=False, protects=False
    )
    changed = replace(book)
    changed.__dict__["cards"] = {**book.cards, card: unrestricted}
    changed.__dict__["hooks"], changed.__dict__["roles"] = book.hooks, book.roles
    return changed
