"""Who may see what: a hidden card is an empty string, for whoever may not know it."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from ..model import CHANCE, Shuffled, Viewer
from . import facts
from .board import Board, Pile, Realm
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


def imagine(board: Board, viewer: Viewer, shuffled: Shuffled) -> Board:
    """Returns *board* as it may be for *viewer*: a hidden hand may hold whatever its deck does."""
    if CHANCE in viewer.shares:
        return board
    return replace(
        board,
        realms=tuple(
            _imagined(mine, shuffled, own=seat in viewer.shares) for seat, mine in enumerate(board.realms)
        ),
    )


def _imagined(mine: Realm, shuffled: Shuffled, *, own: bool) -> Realm:
    """Returns what a Realm may be: *own* tells whether its hand, and what was looked at, are seen."""
    hand, looked = () if own or mine.exposed else mine.hand, () if own else mine.looked
    villain, fate = shuffled(hand + mine.villain.deck), shuffled(looked + mine.fate.deck)
    return replace(
        mine,
        villain=replace(mine.villain, deck=villain[len(hand) :]),
        fate=replace(mine.fate, deck=fate[len(looked) :]),
        hand=villain[: len(hand)] or mine.hand,
        looked=fate[: len(looked)] or mine.looked,
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
