"""Performs an action of any location on behalf of a card."""

from __future__ import annotations

from ...model import Asked, Seat
from ...script import Script
from .. import facts
from ..book import ActionName
from ..facts import Place
from ..hooks import T
from .actions import ACTIONS, available_picks, is_exhausted
from .symbols import usable_symbols

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
