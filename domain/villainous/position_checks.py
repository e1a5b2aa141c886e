"""Positions that no match comes to, although every card is there once: what a study is refused for."""

from __future__ import annotations

from collections.abc import Iterator

from ..messages import Message
from ..model import Refusal
from . import layout
from .board import Board, InPlay, Realm
from .book import Book
from .facts import Card
from .plays import MANY


def unsound(board: Board, book: Book) -> Iterator[Refusal]:
    """Yields why no match can come to *board*, a position between two effects."""
    if board.token is not None and len(board.realms) < MANY:
        yield Refusal("VI-110", Message("There is a Fate Token among {many} players or more.", many=MANY))
    if board.seat in board.passed:
        yield Refusal(
            "VI-088", Message("Conditions are for opponents: the player of the turn cannot pass on them.")
        )
    known = {card.requires.key for card in book.cards.values() if card.requires is not None}
    for key in board.met:
        if key not in known:
            yield Refusal(
                "VI-088",
                Message(
                    "No Condition waits for “{key}”, but for {known}.",
                    key=key,
                    known=", ".join(sorted(known)),
                ),
            )
    if board.stage in ("move", "act"):
        yield from _marks(board, book)
    for mine in board.realms:
        yield from _locks(mine, book)
        yield from _strays(mine, book)
        for card, where in mine.cards.items():
            yield from _misplaced(mine, book, board, card, where)


def _marks(board: Board, book: Book) -> Iterator[Refusal]:
    mine = board.realms[board.seat]
    if board.used and board.stage == "move":
        yield Refusal("VI-020", Message("No symbol has been used before the move."))
    shown = len(book.places[mine.who][mine.at].symbols)
    for mark in board.used:
        printed = mark.isdigit() and 1 <= int(mark) <= shown
        if not printed and mark not in _own(mine, book):
            yield Refusal(
                "VI-025",
                Message(
                    "{at} has the symbols 1 to {shown}, and no “{mark}”.", at=mine.at, shown=shown, mark=mark
                ),
            )


def _locks(mine: Realm, book: Book) -> Iterator[Refusal]:
    """Tells of locks where none is ever: each is printed, and one of them goes to and fro (VI-219)."""
    printed = {place.id for place in book.places[mine.who].values() if place.locked}
    among = book.scripts[mine.who].locks
    if among:
        if len(mine.locked) != len(printed) or not among.issuperset(mine.locked):
            yield Refusal(
                "VI-219", Message("Exactly one of {among} is locked.", among=", ".join(sorted(among)))
            )
    elif len(set(mine.locked)) < len(mine.locked) or not printed.issuperset(mine.locked):
        if printed:
            only = Message("No location can be locked but {places}, once.", places=", ".join(printed))
        else:
            only = Message("No location of this board can be locked.")
        yield Refusal("VI-004", only)


def _strays(mine: Realm, book: Book) -> Iterator[Refusal]:
    for card in mine.hand:
        if book.piles[card] != "villain":
            yield Refusal("VI-006", Message("{card} is a Fate card: those never come to a hand.", card=card))
    for card in (*mine.lasting, *mine.lapsed):
        if book.cards[card].kind != "effect":
            yield Refusal("VI-087", Message("{card} is no Effect, and only those last.", card=card))
    named = [(of, "") for of in mine.shifts] + [(shift.of, shift.card) for shift in mine.shifted]
    for of, source in named:
        for what in filter(None, (of, source)):
            if what not in _own(mine, book) and what not in book.places[mine.who]:
                yield Refusal(
                    "VI-105",
                    Message("{what} is neither a card nor a location of {who}.", what=what, who=mine.who),
                )


def _own(mine: Realm, book: Book) -> set[Card]:
    villain = book.villains[mine.who]
    return {card for printed in (*villain.villain, *villain.fate) for card in printed.ids}


def _misplaced(mine: Realm, book: Book, board: Board, card: Card, where: InPlay) -> Iterator[Refusal]:
    printed = book.cards[card]
    if printed.kind in ("effect", "condition"):
        yield Refusal(
            "VI-087", Message("{card} is followed and discarded: it never stays in a Realm.", card=card)
        )
        return
    if where.at and where.on:
        yield Refusal("VI-054", Message("{card} is either at a location or attached to a card.", card=card))
    if where.on:
        yield from _hung(mine, book, card, where.on)
    elif printed.attach:
        rule = "VI-086" if printed.attach == "hero" else "VI-084"
        yield Refusal(
            rule, Message("{card} has to be attached to a card ({attach}).", card=card, attach=printed.attach)
        )
    elif where.at == printed.shuns:
        yield Refusal(printed.id, Message("{name} is never at {at}.", name=printed.name, at=where.at))
    if where.power and printed.kind != "hero":
        yield Refusal("VI-140", Message("Power is laid on Heroes, and {card} is none.", card=card))
    if where.form and not _turns(book, board, card, where):
        yield Refusal("VI-106", Message("{card} is never {form}.", card=card, form=where.form))
    enlarged = where.form == "enlarged" and where.at and where.beside in layout.beside(mine, book, where.at)
    if (where.beside or where.form == "enlarged") and not enlarged:
        yield Refusal(
            "VI-217",
            Message("An Enlarged Hero is beside its location too, and no other card: {card}.", card=card),
        )


def _hung(mine: Realm, book: Book, card: Card, host: Card) -> Iterator[Refusal]:
    """Tells what is attached to the wrong card: a Hero may have taken an Item of the Villain's own."""
    printed, on = book.cards[card], layout.kind(mine, book, host)
    if printed.kind != "item":
        yield Refusal("VI-085", Message("{card} is no Item, and only those are attached.", card=card))
    elif on not in ("ally", "hero") or (on == "ally" and printed.attach != "ally"):
        yield Refusal(
            "VI-086" if printed.attach == "hero" else "VI-083",
            Message("{card} is not attached to {host}.", card=card, host=host),
        )
    elif on == "hero" and printed.attach != "hero" and book.piles[card] == "fate":
        yield Refusal("VI-086", Message("{card} is not attached to {host}.", card=card, host=host))


def _turns(book: Book, board: Board, card: Card, where: InPlay) -> bool:
    printed = book.cards[card]
    if where.form == "wicket":
        return printed.guard
    if where.form == "held":
        return printed.kind == "item" and board.rulings.ariel == "item"
    return printed.kind == "hero"
