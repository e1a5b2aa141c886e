"""The actions of the symbols: what could be picked for each, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from ..model import Picks, Seat
from ..script import Script, verb
from . import facts, fights, layout, play_targets, power
from .board import Board
from .book import ActionName, Book, Symbol, Usable
from .decks import discard_from_hand, run
from .facts import Card
from .hooks import T
from .index import Memo
from .moves import carry
from .plays import MANY, fate, play_from_hand
from .symbols import usable

Options: TypeAlias = Callable[[Board, Book, Seat, Symbol], Picks]


class Action(NamedTuple):
    """An action: the word people say, what may follow the word, and the script that is told what did.

    `of_hand` marks an action whose options are a secret of the hand: that it has none is not let on.
    """

    word: str
    options: Options
    perform: Callable[[T, Seat, str], Script[None]]
    of_hand: bool = False


def _gains(b: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    return (str(symbol.amount),)


def _plays(b: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    mine = b.realms[seat]
    return tuple(
        card
        for card in mine.hand
        if book.cards[card].kind != "condition"
        and play_targets.allowed(mine, book, card)
        and play_targets.payable(mine, book, card)
    )


def _activates(b: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    return play_targets.ready(b.realms[seat], book)


def _discards(b: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    return ("cards",) if b.realms[seat].hand else ()


def _targets(b: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    """Returns the opponents, without the holder of the Fate Token (VI-111)."""
    safe = b.token if len(b.realms) >= MANY else None
    return tuple(str(other) for other in sorted(b.opponents(seat)) if other != safe)


def _beatable(b: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    return fights.beatable(b.realms[seat], book)


def _portable(b: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    """Returns what the symbol can move: Heroes, or unattached cards of the Villain's own (VI-054, VI-205)."""
    mine = b.realms[seat]
    heroes = symbol.action == "move_hero"
    return tuple(
        card
        for card, where in mine.cards.items()
        if (layout.kind(mine, book, card) == "hero") == heroes
        and not where.on
        and where.form != "held"
        and layout.destinations(mine, book, card, layout.neighbours(mine, book, where.at))
    )


@verb("VI-040")
def _gain(t: T, seat: Seat, amount: str) -> Script[None]:
    yield from power.gain(t, seat, int(amount))


@verb("VI-044")
def _activate(t: T, seat: Seat, card: Card) -> Script[None]:
    yield from power.spend(t, seat, play_targets.effort(t.board.realms[seat], t.book, card))
    yield facts.CardActivated(seat, card)
    yield from run(t, seat, card, t.book.lores[card].activated)


ACTIONS: Mapping[ActionName, Action] = {
    "gain_power": Action("gain", _gains, _gain),
    "play_card": Action("play", _plays, play_from_hand, of_hand=True),
    "activate": Action("activate", _activates, _activate),
    "discard_cards": Action("discard", _discards, lambda t, seat, _: discard_from_hand(t, seat)),
    "fate": Action("fate", _targets, lambda t, seat, target: fate(t, int(target))),
    "vanquish": Action("vanquish", _beatable, fights.vanquish),
    "move_item_or_ally": Action("carry", _portable, carry),
    "move_hero": Action("lead", _portable, carry),
}


# -- what can be done at a location -------------------------------------------------------------------


def available(b: Board, book: Book, symbols: tuple[Usable, ...]) -> dict[str, Usable]:
    """Returns what the player of the turn could do with *symbols*, and by which one: of equals the first."""
    picks: dict[str, Usable] = {}
    for there in symbols:
        action = ACTIONS[there.symbol.action]
        for what in action.options(b, book, b.seat, there.symbol):
            picks.setdefault(f"{action.word}:{what}", there)
    return picks


@Memo
def here(b: Board, book: Book) -> tuple[Usable, ...]:
    """Returns the symbols that the player of the turn can use where the mover is."""
    mine = b.realms[b.seat]
    return usable(mine, book, mine.at, b.used)


@Memo
def todo(b: Board, book: Book) -> dict[str, Usable]:
    """Returns what the player of the turn could do where the mover is, and by which symbol."""
    return available(b, book, here(b, book))


def exhausted(b: Board, book: Book, symbols: tuple[Usable, ...]) -> bool:
    """Tells whether all can see that *symbols* leave nothing to do; what a hand could do is private."""
    mine = b.realms[b.seat]
    for there in symbols:
        action = ACTIONS[there.symbol.action]
        if mine.hand if action.of_hand else action.options(b, book, b.seat, there.symbol):
            return False
    return True


@verb("VI-023")
def perform(t: T, seat: Seat, pick: str, there: Usable) -> Script[None]:
    """Uses a symbol and performs its action."""
    yield facts.SymbolUsed(seat, there.number, there.by)
    yield from ACTIONS[there.symbol.action].perform(t, seat, pick.partition(":")[2])
