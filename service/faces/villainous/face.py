"""The Realms as a sketch with locations, movers and cards, and the headings of choices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from domain.games import Game
from domain.messages import Message
from domain.model import Seat
from domain.villainous.board import Board, Realm
from domain.villainous.book import Book
from domain.villainous.play import layout

from ...shared.i18n import says
from ..drawing import Colour, Disc, Label, Patch, Sketch, box

_SEATS: tuple[Colour, ...] = ("blue", "red")
_WIDE, _TALL, _GAP = 150.0, 116.0, 10.0
_HEAD = 34.0
_TITLE = 22.0
_REALM = _HEAD + _TALL + 2 * _GAP


def sketch(game: Game, board: Board, book: Book) -> Sketch:
    """Returns all Realms from top to bottom, and the Power of each Villain."""
    book = book.with_rulings(board.rulings)
    marks = [mark for seat, realm in enumerate(board.realms) for mark in _realm(board, book, seat, realm)]
    colours = islice(cycle(_SEATS), len(board.realms))
    return Sketch(
        4 * (_WIDE + _GAP) - _GAP,
        len(board.realms) * _REALM - 2 * _GAP,
        tuple(marks),
        Message("Turn {turn}", turn=board.turn) if board.turn else Message("Setting up"),
        tuple(
            (
                colour,
                _score(book.villains[realm.who].name, realm.power),
            )
            for colour, realm in zip(colours, board.realms, strict=True)
        ),
    )


def _score(villain: str, power: int) -> Message:
    return Message("{villain} · {power} Power", villain=villain, power=power)


def _realm(board: Board, book: Book, seat: Seat, realm: Realm) -> Iterator[Disc | Patch | Label]:
    top = seat * _REALM
    colour = _SEATS[seat % len(_SEATS)]
    villain = book.villains[realm.who]
    middle = 2 * (_WIDE + _GAP) - _GAP / 2
    yield Label((middle, top + _HEAD / 2), villain.name, _TITLE, colour)
    for column, location in enumerate(villain.locations):
        x, y = column * (_WIDE + _GAP), top + _HEAD
        has_mover = realm.at == location.id
        locked = location.id in realm.locked
        yield Patch(
            box(x, y, _WIDE, _TALL),
            "paper" if locked else "sheet",
            colour if has_mover else "line",
            5 if has_mover else 2,
        )
        yield Label((x + _WIDE / 2, y + _TALL / 2), location.name, 15, "soft")
        if has_mover:
            yield Disc((x + _WIDE - 22, y + _TALL - 22), 12, colour, "gold", 5)
        above = [
            card for card, at in realm.cards.items() if at.at == location.id and _hero(realm, book, card)
        ]
        below = [card for card, at in realm.cards.items() if at.at == location.id and card not in above]
        yield from (Disc((x + 22 + 24 * n, y + 22), 9, "gold", "ink") for n, _ in enumerate(above))
        yield from (Disc((x + 22 + 24 * n, y + _TALL - 22), 9, colour, "ink") for n, _ in enumerate(below))


def _hero(realm: Realm, book: Book, card: str) -> bool:
    return layout.kind_of(realm, book, card) == "hero"


def choice_headings() -> dict[str, str]:
    """Returns the headings of choices by the first word of their picks."""
    return {
        "move": says("Moving"),
        "use": says("Using a symbol"),
        "gain": says("Gaining Power"),
        "play": says("Playing a card"),
        "activate": says("Activating"),
        "discard": says("Discarding"),
        "fate": says("Fate"),
        "vanquish": says("Vanquishing"),
        "carry": says("Moving an Item or Ally"),
        "lead": says("Moving a Hero"),
    }
