"""Refuses study positions that no match can reach, and lists the cards that may be unknown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..messages import Message
from ..model import Refusal
from .board import Board, InPlay, Realm
from .book import Book
from .facts import Card, PileName
from .play import layout
from .play.plays import MANY

PILES: Mapping[str, PileName] = {
    **dict.fromkeys(("deck", "hand", "discard"), "villain"),
    **dict.fromkeys(("fate", "fate_discard"), "fate"),
}
"""The lists of a position with cards that may be unknown, and their decks."""


def find_unreachable(board: Board, book: Book) -> Iterator[Refusal]:
    """Yields the reasons why no match can reach *board*, a position between two effects."""
    if board.token is not None and len(board.realms) < MANY:
        yield Refusal("VI-110", Message("There is a Fate Token among {many} players or more.", many=MANY))
    if board.seat in board.passed:
        yield Refusal(
            "VI-088", Message("Conditions are for opponents: the player of the turn cannot pass on them.")
        )
    keys = {card.requires.key for card in book.cards.values() if card.requires is not None}
    for key in board.met:
        if key not in keys:
            yield Refusal(
                "VI-088",
                Message(
                    "No Condition waits for “{key}”, but for {known}.",
                    key=key,
                    known=", ".join(sorted(keys)),
                ),
            )
    if board.stage in ("move", "act"):
        yield from _check_used(board, book)
    for realm in board.realms:
        yield from _check_locks(realm, book)
        yield from _check_zones(realm, book)
        for card, in_play in realm.cards.items():
            yield from _check_in_play(realm, book, board, card, in_play)


def _check_used(board: Board, book: Book) -> Iterator[Refusal]:
    realm = board.realms[board.seat]
    if board.used and board.stage == "move":
        yield Refusal("VI-020", Message("No symbol has been used before the move."))
    symbol_count = len(book.locations[realm.who][realm.at].symbols)
    for mark in board.used:
        is_printed = mark.isdigit() and 1 <= int(mark) <= symbol_count
        if not is_printed and mark not in _own_cards(realm, book):
            yield Refusal(
                "VI-025",
                Message(
                    "{at} has the symbols 1 to {shown}, and no “{mark}”.",
                    at=realm.at,
                    shown=symbol_count,
                    mark=mark,
                ),
            )


def _check_locks(realm: Realm, book: Book) -> Iterator[Refusal]:
    """Yields impossible locks; printed locks are fixed, and one lock alternates (VI-219)."""
    lockable = {location.id for location in book.locations[realm.who].values() if location.locked}
    alternating = book.scripts[realm.who].locks
    if alternating:
        if len(realm.locked) != len(lockable) or not alternating.issuperset(realm.locked):
            yield Refusal(
                "VI-219", Message("Exactly one of {among} is locked.", among=", ".join(sorted(alternating)))
            )
    elif len(set(realm.locked)) < len(realm.locked) or not lockable.issuperset(realm.locked):
        if lockable:
            sentence = Message("No location can be locked but {places}, once.", places=", ".join(lockable))
        else:
            sentence = Message("No location of this board can be locked.")
        yield Refusal("VI-004", sentence)


def _check_zones(realm: Realm, book: Book) -> Iterator[Refusal]:
    for card in realm.hand:
        if book.piles[card] != "villain":
            yield Refusal("VI-006", Message("{card} is a Fate card: those never come to a hand.", card=card))
    for card in (*realm.lasting, *realm.lapsed):
        if book.cards[card].kind != "effect":
            yield Refusal("VI-087", Message("{card} is no Effect, and only those last.", card=card))
    shifts = [(of, "") for of in realm.shifts] + [(shift.of, shift.card) for shift in realm.shifted]
    for of, source in shifts:
        for name in filter(None, (of, source)):
            if name not in _own_cards(realm, book) and name not in book.locations[realm.who]:
                yield Refusal(
                    "VI-105",
                    Message("{what} is neither a card nor a location of {who}.", what=name, who=realm.who),
                )


def _own_cards(realm: Realm, book: Book) -> set[Card]:
    villain = book.villains[realm.who]
    return {card for card_type in (*villain.villain, *villain.fate) for card in card_type.ids}


def _check_in_play(realm: Realm, book: Book, board: Board, card: Card, in_play: InPlay) -> Iterator[Refusal]:
    printed_card = book.cards[card]
    if printed_card.kind in ("effect", "condition"):
        yield Refusal(
            "VI-087", Message("{card} is followed and discarded: it never stays in a Realm.", card=card)
        )
        return
    if in_play.at and in_play.on:
        yield Refusal("VI-054", Message("{card} is either at a location or attached to a card.", card=card))
    if in_play.on:
        yield from _check_attachment(realm, book, card, in_play.on)
    elif printed_card.attach:
        rule = "VI-086" if printed_card.attach == "hero" else "VI-084"
        yield Refusal(
            rule,
            Message("{card} has to be attached to a card ({attach}).", card=card, attach=printed_card.attach),
        )
    elif in_play.at == printed_card.shuns:
        yield Refusal(
            printed_card.id, Message("{name} is never at {at}.", name=printed_card.name, at=in_play.at)
        )
    if in_play.power and printed_card.kind != "hero":
        yield Refusal("VI-140", Message("Power is laid on Heroes, and {card} is none.", card=card))
    if in_play.form and not _can_have_form(book, board, card, in_play):
        yield Refusal("VI-106", Message("{card} is never {form}.", card=card, form=in_play.form))
    enlarged = (
        in_play.form == "enlarged"
        and in_play.at
        and in_play.beside in layout.adjacent_locations(realm, book, in_play.at)
    )
    if (in_play.beside or in_play.form == "enlarged") and not enlarged:
        yield Refusal(
            "VI-217",
            Message("An Enlarged Hero is beside its location too, and no other card: {card}.", card=card),
        )


def _check_attachment(realm: Realm, book: Book, card: Card, host: Card) -> Iterator[Refusal]:
    """Yields wrong attachments; a Hero may hold an Item of the Villain's own."""
    printed_card, host_kind = book.cards[card], layout.kind_of(realm, book, host)
    if printed_card.kind != "item":
        yield Refusal("VI-085", Message("{card} is no Item, and only those are attached.", card=card))
    elif host_kind not in ("ally", "hero") or (host_kind == "ally" and printed_card.attach != "ally"):
        yield Refusal(
            "VI-086" if printed_card.attach == "hero" else "VI-083",
            Message("{card} is not attached to {host}.", card=card, host=host),
        )
    elif host_kind == "hero" and printed_card.attach != "hero" and book.piles[card] == "fate":
        yield Refusal("VI-086", Message("{card} is not attached to {host}.", card=card, host=host))


def _can_have_form(book: Book, board: Board, card: Card, in_play: InPlay) -> bool:
    printed_card = book.cards[card]
    if in_play.form == "wicket":
        return printed_card.guard
    if in_play.form == "held":
        return printed_card.kind == "item" and board.rulings.ariel == "item"
    return printed_card.kind == "hero"


def pile_cards(parts: Sequence[str], part: str, word: str, book: Book) -> tuple[str, ...]:
    """Returns all cards of the Villain's or the Fate deck, for a list in the Realm *part*."""
    villain = book.villains.get(part.partition(".")[2])
    if villain is None or word not in PILES:
        return ()
    pile = villain.fate if PILES[word] == "fate" else villain.villain
    return tuple(card for printed in pile for card in printed.ids)
