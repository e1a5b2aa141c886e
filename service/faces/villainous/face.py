"""The Realms as a sketch with locations, movers and cards, and the headings of choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.games import Game
from domain.messages import Message
from domain.model import Seat
from domain.villainous.board import Board, Realm
from domain.villainous.book import Book, Location
from domain.villainous.play import layout

from ...shared.i18n import says
from ..drawing import Colour, Disc, Label, Mark, Outline, Patch, Point, Sketch, box
from ..looks import Look, load_looks

_WIDE, _TALL, _GAP = 150.0, 126.0, 10.0
_CREST, _HEAD, _TITLE, _NAME = 76.0, 36.0, 22.0, 38.0
_REALM = _HEAD + _TALL + 2 * _GAP
_RIGHT = _CREST + 4 * (_WIDE + _GAP) + _GAP
_LINE = 15
"""Letters of a location's name on one line."""
_COINS = 12
"""Coins that a Realm shows at most; its number tells the rest."""
_KINDS: dict[str, Colour] = {"hero": "red", "ally": "blue", "item": "gold"}
"""Colours of cards, as the pages show them."""


def sketch(game: Game, board: Board, book: Book, names: Mapping[str, str]) -> Sketch:
    """Returns all Realms from top to bottom, and the Power of each Villain."""
    book = book.with_rulings(board.rulings)
    looks = load_looks(game)
    marks = [
        mark
        for seat, realm in enumerate(board.realms)
        for mark in _realm(board, book, seat, looks[realm.who], names)
    ]
    return Sketch(
        _RIGHT,
        len(board.realms) * (_REALM + _GAP) - _GAP,
        tuple(marks),
        Message("Turn {turn}", turn=board.turn) if board.turn else Message("Setting up"),
        tuple(
            (
                looks[realm.who].tint,
                _score(names.get(realm.who, book.villains[realm.who].name), realm.power),
            )
            for realm in board.realms
        ),
    )


def _score(villain: str, power: int) -> Message:
    return Message("{villain} · {power} Power", villain=villain, power=power)


def _realm(board: Board, book: Book, seat: Seat, look: Look, names: Mapping[str, str]) -> Iterator[Mark]:
    realm = board.realms[seat]
    top = seat * (_REALM + _GAP)
    villain = book.villains[realm.who]
    on_turn = bool(board.turn) and seat == board.seat
    yield Patch(box(0, top, _RIGHT, _REALM), "board", "gold" if on_turn else "rim", 6 if on_turn else 3)
    yield Patch(box(2, top + 2, _CREST - 4, _REALM - 4), look.tint)
    yield Outline((_CREST / 2, top + _REALM / 2), look.crest, 56, "sheet")
    middle = top + _HEAD / 2 + 3
    yield Label((_CREST + _GAP + _WIDE, middle), names.get(realm.who, villain.name), _TITLE)
    coins = min(_COINS, realm.power)
    for n in range(coins, 0, -1):
        yield Disc((_RIGHT - 64 - 15 * n, middle), 12, "brass", "gold")
    yield Label((_RIGHT - 36, middle), str(realm.power), _TITLE)
    for column, location in enumerate(villain.locations):
        left = _CREST + _GAP + column * (_WIDE + _GAP)
        yield from _location(realm, book, location, (left, top + _HEAD + _GAP), look, names)


def _location(
    realm: Realm, book: Book, location: Location, corner: Point, look: Look, names: Mapping[str, str]
) -> Iterator[Mark]:
    left, top = corner
    yield Patch(box(left, top, _WIDE, _TALL), "line" if location.id in realm.locked else "stone", "line")
    yield Patch(box(left + 1, top + _NAME, _WIDE - 2, 3), look.tint)
    name = names.get(location.id, location.name)
    lines = _halve(name) if len(name) > _LINE else (name,)
    for n, line in enumerate(lines):
        yield Label((left + _WIDE / 2, top + 1 + _NAME / 2 + 16 * (n - len(lines) / 2 + 0.5)), line, 15)
    for row, symbols in enumerate((location.top, location.bottom)):
        for n, symbol in enumerate(symbols[:3]):
            at = (left + _WIDE - 14 - 19 * n, top + _NAME + 15 + 19 * row)
            yield Disc(at, 7, "brass" if symbol.action == "gain_power" else "sheet", "gold", 1.5)
    kinds = [layout.kind_of(realm, book, card) for card, at in realm.cards.items() if at.at == location.id]
    yield from _cards(left, top + _NAME + 8, [kind for kind in kinds if kind == "hero"])
    yield from _cards(left, top + _NAME + 48, [kind for kind in kinds if kind != "hero"])
    if realm.at == location.id:
        x, y = at = (left + _WIDE - 24, top + _TALL - 22)
        yield Patch(box(left - 2, top - 2, _WIDE + 4, _TALL + 4), "", look.tint, 5)
        yield Disc((x, y + 3), 19, "rim")
        yield Disc(at, 19, look.tint, "sheet", 3)
        yield Outline(at, look.crest, 25, "sheet")


def _halve(name: str) -> tuple[str, str]:
    """Returns a name in two lines, parted at the space nearest to its middle."""
    spaces = [at for at, letter in enumerate(name) if letter == " "] or [len(name)]
    middle = min(spaces, key=lambda at: abs(at - len(name) / 2))
    return name[:middle], name[middle + 1 :]


def _cards(left: float, top: float, kinds: Sequence[str]) -> Iterator[Mark]:
    """Yields cards of these *kinds* that lie in a row, each over the one before it."""
    step = min(27.0, (_WIDE - 86) / max(1, len(kinds) - 1))
    for n, kind in enumerate(kinds):
        x = left + 8 + step * n
        colour = _KINDS.get(kind, "soft")
        yield Patch(box(x, top, 24, 34), "sheet", colour, 2)
        yield Patch(box(x + 1, top + 1, 22, 12), colour)
        for line in (18.0, 24.0):
            yield Patch(box(x + 5, top + line, 14, 2), "line")


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
