"""Who may see what: a hidden card is an empty string, for whoever may not know it."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from ..words import CHANCE, Viewer
from . import facts
from .board import Board, Pile
from .facts import Card, Happened


def see(board: Board, viewer: Viewer) -> Board:
    """Returns *board* as *viewer* may see it: own hand (VI-006), discard piles (VI-200), no deck (VI-005)."""
    order = CHANCE in viewer.shares
    return replace(
        board,
        realms=tuple(
            replace(
                mine,
                villain=mine.villain if order else _face_down(mine.villain),
                fate=mine.fate if order else _face_down(mine.fate),
                hand=mine.hand if seat in viewer.shares or mine.exposed else _blank(mine.hand),
                looked=mine.looked if seat in viewer.shares else _blank(mine.looked),
            )
            for seat, mine in enumerate(board.realms)
        ),
    )


def shown(event: Happened, viewer: Viewer) -> Happened:
    """Returns *event* as *viewer* may see it (VI-102)."""
    match event:
        case facts.DeckShuffled():
            return event if CHANCE in viewer.shares else replace(event, cards=_blank(event.cards))
        case facts.CardsDrawn() | facts.CardsLookedAt() | facts.CardsPutBack():
            return event if event.seat in viewer.shares else replace(event, cards=_blank(event.cards))
        case (
            facts.CardsRevealed()
            | facts.CardDiscarded()
            | facts.CardRecovered()
            | facts.HandRevealed()
            | facts.HandHidden()
            | facts.CardPlayed()
            | facts.CardMoved()
            | facts.CardAttached()
            | facts.CardActivated()
            | facts.CardTurned()
            | facts.StrengthShifted()
            | facts.EffectLasts()
            | facts.HeroDefeated()
            | facts.LocationLocked()
            | facts.LocationUnlocked()
            | facts.PowerGained()
            | facts.PowerPaid()
            | facts.PowerTaken()
            | facts.PowerReturned()
            | facts.TurnBegan()
            | facts.MoverMoved()
            | facts.MoverStayed()
            | facts.SymbolUsed()
            | facts.SymbolBorrowed()
            | facts.FateTokenTaken()
            | facts.RequirementMet()
            | facts.TurnPassed()
            | facts.ObjectiveFulfilled()
        ):
            return event
        case _:
            assert_never(event)


def _blank(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return ("",) * len(cards)


def _face_down(pile: Pile) -> Pile:
    return Pile(_blank(pile.deck), pile.discard)
