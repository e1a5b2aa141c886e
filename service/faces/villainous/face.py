"""The Realms as a sketch with locations, movers and cards, and the headings of choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle, islice

from domain.games import Game
from domain.messages import Message
from domain.model import Seat
from domain.villainous.board import Board, Realm
from domain.villainous.book import Book
from domain.villainous.play import layout

from ...shared.i18n import says
from ..drawing import Colour, Disc, Label, Mark, Patch, Point, Sketch, box

_SEATS: tuple[Colour, ...] = ("blue", "red")
_WIDE, _TALL, _GAP = 150.0, 124.0, 10.0
_HEAD = 34.0
_TITLE = 22.0
_REALM = _HEAD + _TALL + 3 * _GAP
_LINE = 15
"""Letters of a location's name on one line."""


def sketch(game: Game, board: Board, book: Book, names: Mapping[str, str]) -> Sketch:
    """Returns all Realms from top to bottom, and the Power of each Villain."""
    book = book.with_rulings(board.rulings)
    marks = [
        mark for seat, realm in enumerate(board.realms) for mark in _realm(board, book, seat, realm, names)
    ]
    colours = islice(cycle(_SEATS), len(board.realms))
    return Sketch(
        4 * (_WIDE + _GAP) + _GAP,
        len(board.realms) * _REALM - _GAP,
        tuple(marks),
        Message("Turn {turn}", turn=board.turn) if board.turn else Message("Setting up"),
        tuple(
            (
                colour,
                _score(names.get(realm.who, book.villains[realm.who].name), realm.power),
            )
            for colour, realm in zip(colours, board.realms, strict=True)
        ),
    )


def _score(villain: str, power: int) -> Message:
    return Message("{villain} · {power} Power", villain=villain, power=power)


def _realm(board: Board, book: Book, seat: Seat, realm: Realm, names: Mapping[str, str]) -> Iterator[Mark]:
    top = seat * _REALM
    colour = _SEATS[seat % len(_SEATS)]
    villain = book.villains[realm.who]
    wide = 4 * (_WIDE + _GAP) + _GAP
    yield Patch(box(0, top, wide, _HEAD + _TALL + 2 * _GAP), "board", "rim", 3)
    yield Patch(box(0, top, wide, _HEAD), colour)
    yield Label((wide / 2, top + _HEAD / 2), names.get(realm.who, villain.name), _TITLE, "sheet")
    yield Disc((wide - 24, top + _HEAD / 2), 14, "brass", "gold")
    yield Label((wide - 24, top + _HEAD / 2), str(realm.power), 17)
    for column, location in enumerate(villain.locations):
        left, upper = _GAP + column * (_WIDE + _GAP), top + _HEAD + _GAP
        has_mover = realm.at == location.id
        locked = location.id in realm.locked
        edge: Colour = colour if has_mover else "line"
        yield Patch(
            box(left, upper, _WIDE, _TALL), "line" if locked else "stone", edge, 6 if has_mover else 2
        )
        name = names.get(location.id, location.name)
        lines = _halve(name) if len(name) > _LINE else (name,)
        for n, line in enumerate(lines):
            yield Label((left + _WIDE / 2, upper + 16 + 17 * n), line, 15, "ink")
        if has_mover:
            yield from _mover((left + _WIDE - 20, upper + _TALL - 22), colour)
        cards = [card for card, at in realm.cards.items() if at.at == location.id]
        heroes = sum(_hero(realm, book, card) for card in cards)
        yield from _cards(left, upper + 46, heroes, "gold")
        yield from _cards(left, upper + 84, len(cards) - heroes, colour)


def _halve(name: str) -> tuple[str, str]:
    """Returns a name in two lines, parted at the space nearest to its middle."""
    spaces = [at for at, letter in enumerate(name) if letter == " "] or [len(name)]
    middle = min(spaces, key=lambda at: abs(at - len(name) / 2))
    return name[:middle], name[middle + 1 :]


def _cards(left: float, top: float, count: int, colour: Colour) -> Iterator[Mark]:
    """Yields cards that lie in a row, each over the one before it."""
    step = min(24.0, (_WIDE - 60) / max(1, count - 1))
    for n in range(count):
        yield Patch(box(left + 10 + step * n, top, 22, 31), "sheet", colour, 3)
        yield Patch(box(left + 12 + step * n, top + 2, 18, 9), colour)


def _mover(at: Point, colour: Colour) -> Iterator[Mark]:
    x, y = at
    yield Patch(((x, y - 12), (x + 13, y + 16), (x - 13, y + 16)), colour, "sheet")
    yield Disc((x, y - 12), 9, colour, "sheet")


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
