"""Status effects that do something when a counter leaves their tile in the Starting Phase (SA-204).

Constant ones are asked about where they matter: Immobilized by `walk` (SA-504), Stealthy and Taunt by
`aim` (SA-507, SA-510), Strong and Tough by `deal_damage` (SA-508, SA-509), Shrunken by the turn (SA-506).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...script import Script, cite_rule
from ...script import draw_by_chance as by_chance
from .. import facts
from ..facts import FigureId
from .effects import CURSE, deal_damage
from .targeting import T
from .verbs import give_counters, look_at_deck


@cite_rule("SA-502")
def trigger_cursed(t: T, figure_id: FigureId) -> Script[None]:
    """Takes 1 damage."""
    yield from deal_damage(t, CURSE, figure_id, 1)


@cite_rule("SA-503")
def trigger_flustered(t: T, figure_id: FigureId) -> Script[None]:
    """Lets its Summoner banish a random card of the own hand, if there is one."""
    seat = t.board.figures[figure_id].seat
    hand = t.board.summoners[seat].hand
    for card in (yield from by_chance(hand)) if hand else ():
        yield facts.CardBanished(seat, card)


@cite_rule("SA-505")
def trigger_magic_broom(t: T, figure_id: FigureId) -> Script[None]:
    """Looks at two cards, returns them in any order and reveals the top one.

    A Magical card adds a broom.
    """
    seat = t.board.figures[figure_id].seat
    for card in (yield from look_at_deck(t, seat, 2, about=figure_id))[:1]:
        yield facts.CardRevealed(seat, card)
        if "magical" in t.book.cards[card].printed.types:
            yield from give_counters(t, figure_id, "magic_broom", 1)


TRIGGERED: Mapping[str, Callable[[T, FigureId], Script[None]]] = {
    "cursed": trigger_cursed,
    "flustered": trigger_flustered,
    "magic_broom": trigger_magic_broom,
}
