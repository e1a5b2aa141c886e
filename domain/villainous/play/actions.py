"""The picks and effects of each action symbol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from ...model import Asked, Picks, Seat
from ...script import Script, cite_rule, follow_last
from .. import facts
from ..board import Board
from ..book import ActionName, Book, Symbol, Usable
from ..facts import Card, Place
from ..hooks import T
from ..index import Memo
from . import fights, layout, play_targets, power
from .decks import discard_from_hand, run_hook
from .moves import move_to_neighbour
from .plays import MANY, play_from_hand, run_fate_action
from .symbols import usable_symbols

Options: TypeAlias = Callable[[Board, Book, Seat, Symbol], Picks]


class Action(NamedTuple):
    """An action with its word in notation, its possible arguments and its script.

    `of_hand` marks an action whose options depend on the hidden hand.
    """

    word: str
    options: Options
    perform: Callable[[T, Seat, str], Script[None]]
    of_hand: bool = False


def _gain_options(board: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    return (str(symbol.amount),)


def _play_options(board: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    realm = board.realms[seat]
    return tuple(
        card
        for card in realm.hand
        if book.cards[card].kind != "condition"
        and play_targets.is_allowed(realm, book, card)
        and play_targets.affordable_targets(realm, book, card)
    )


def _activate_options(board: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    return play_targets.activatable_cards(board.realms[seat], book)


def _discard_options(board: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    return ("cards",) if board.realms[seat].hand else ()


def _fate_options(board: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    """Returns the opponents without the holder of the Fate Token (VI-111)."""
    safe = board.token if len(board.realms) >= MANY else None
    return tuple(str(other) for other in sorted(board.opponents(seat)) if other != safe)


def _vanquish_options(board: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    return fights.vanquishable_heroes(board.realms[seat], book)


def _move_options(board: Board, book: Book, seat: Seat, symbol: Symbol) -> Picks:
    """Returns the movable Heroes, or the unattached cards of the Villain (VI-054, VI-205)."""
    realm = board.realms[seat]
    heroes = symbol.action == "move_hero"
    return tuple(
        card
        for card, in_play in realm.cards.items()
        if (layout.kind_of(realm, book, card) == "hero") == heroes
        and not in_play.on
        and in_play.form != "held"
        and layout.possible_destinations(
            realm, book, card, layout.unlocked_neighbours(realm, book, in_play.at)
        )
    )


@cite_rule("VI-040")
def _run_gain(t: T, seat: Seat, amount: str) -> Script[None]:
    yield from power.gain_power(t, seat, int(amount))


@cite_rule("VI-044")
def _run_activate(t: T, seat: Seat, card: Card) -> Script[None]:
    yield from power.pay_parts(t, seat, play_targets.activation_parts(t.board.realms[seat], t.book, card))
    yield facts.CardActivated(seat, card)
    follow_last(t)
    yield from run_hook(t, seat, card, t.book.hooks[card].on_activated)


ACTIONS: Mapping[ActionName, Action] = {
    "gain_power": Action("gain", _gain_options, _run_gain),
    "play_card": Action("play", _play_options, play_from_hand, of_hand=True),
    "activate": Action("activate", _activate_options, _run_activate),
    "discard_cards": Action("discard", _discard_options, lambda t, seat, _: discard_from_hand(t, seat)),
    "fate": Action("fate", _fate_options, lambda t, seat, target: run_fate_action(t, int(target))),
    "vanquish": Action("vanquish", _vanquish_options, fights.vanquish_hero),
    "move_item_or_ally": Action("carry", _move_options, move_to_neighbour),
    "move_hero": Action("lead", _move_options, move_to_neighbour),
}


# -- what can be done at a location -------------------------------------------------------------------


def available_picks(board: Board, book: Book, symbols: tuple[Usable, ...]) -> dict[str, Usable]:
    """Returns the possible picks with their symbols; of equal symbols the first."""
    picks: dict[str, Usable] = {}
    for usable in symbols:
        action = ACTIONS[usable.symbol.action]
        for argument in action.options(board, book, board.seat, usable.symbol):
            picks.setdefault(f"{action.word}:{argument}", usable)
    return picks


@Memo
def symbols_here(board: Board, book: Book) -> tuple[Usable, ...]:
    """Returns the usable symbols at the mover's location."""
    realm = board.realms[board.seat]
    return usable_symbols(realm, book, realm.at, board.used)


@Memo
def picks_here(board: Board, book: Book) -> dict[str, Usable]:
    """Returns the possible picks at the mover's location with their symbols."""
    return available_picks(board, book, symbols_here(board, book))


def is_exhausted(board: Board, book: Book, symbols: tuple[Usable, ...]) -> bool:
    """Returns whether *symbols* visibly leave no action; the hand stays secret."""
    realm = board.realms[board.seat]
    for usable in symbols:
        action = ACTIONS[usable.symbol.action]
        if realm.hand if action.of_hand else action.options(board, book, board.seat, usable.symbol):
            return False
    return True


@cite_rule("VI-023")
def perform_pick(t: T, seat: Seat, pick: str, usable: Usable) -> Script[None]:
    """Uses a symbol and performs its action."""
    yield facts.SymbolUsed(seat, usable.number, usable.by)
    yield from ACTIONS[usable.symbol.action].perform(t, seat, pick.partition(":")[2])


NOTHING = "nothing"


def perform_granted_action(
    t: T, seat: Seat, location: Place, *, excluded: tuple[ActionName, ...] = ()
) -> Script[None]:
    """Offers the available actions of *location* except the *excluded* ones.

    The fact is `SymbolBorrowed` and not `SymbolUsed`, since the symbol stays usable for the mover (VI-213).
    `Asked` replaces `may` here because the question must not depend on the hidden hand.
    """
    usable = usable_symbols(t.board.realms[seat], t.book, location, ())
    symbols = tuple(usable_symbol for usable_symbol in usable if usable_symbol.symbol.action not in excluded)
    if is_exhausted(t.board, t.book, symbols):
        return
    picks = available_picks(t.board, t.book, symbols)
    (pick,) = yield Asked(seat, "borrow", (NOTHING, *picks), about=location, sight="hand")
    if pick != NOTHING:
        usable_symbol = picks[pick]
        yield facts.SymbolBorrowed(seat, location, usable_symbol.number, usable_symbol.by)
        yield from ACTIONS[usable_symbol.symbol.action].perform(t, seat, pick.partition(":")[2])
