"""Status effects that do something when a counter leaves their tile in the Starting Phase (SA-204).

Constant ones (Immobilized SA-504, Stealthy SA-507) are asked about by the verbs they concern.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..script import Script, order, verb
from . import facts
from .facts import Who
from .verbs import T, give


@verb("SA-505")
def magic_broom(t: T, who: Who) -> Script[None]:
    """Looks at the top two cards, puts them back in any order, reveals the top one: Magical, another broom.

    With fewer than two cards left, what is there is used (SA-412).
    """
    seat = t.board.figures[who].seat
    top = t.board.summoners[seat].deck[:2]
    if not top:
        return
    yield facts.CardsLookedAt(seat, top)
    put_back = yield from order(seat, "order-of-cards", top, about=who, sight="secret")
    yield facts.CardsPutBack(seat, put_back)
    yield facts.CardRevealed(seat, put_back[0])
    if "magical" in t.book.cards[put_back[0]].printed.types:
        yield from give(t, who, "magic_broom", 1)


TRIGGERED: Mapping[str, Callable[[T, Who], Script[None]]] = {"magic_broom": magic_broom}
