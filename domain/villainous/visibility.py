"""Redacts boards and events for a viewer; a hidden card is an empty string."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from ..model import CHANCE, Shuffled, Viewer
from . import facts
from .board import Board, Pile, Realm
from .facts import Card, Happened


def visible_board(board: Board, viewer: Viewer) -> Board:
    """Returns *board* with the hands and decks hidden from *viewer* (VI-005, VI-006, VI-200)."""
    sees_order = CHANCE in viewer.shares
    return replace(
        board,
        realms=tuple(
            replace(
                realm,
                villain=realm.villain if sees_order else _hide_deck(realm.villain),
                fate=realm.fate if sees_order else _hide_deck(realm.fate),
                hand=realm.hand if seat in viewer.shares or realm.exposed else _hide_cards(realm.hand),
                looked=realm.looked if seat in viewer.shares else _hide_cards(realm.looked),
            )
            for seat, realm in enumerate(board.realms)
        ),
    )


def imagined_board(board: Board, viewer: Viewer, shuffled: Shuffled) -> Board:
    """Returns *board* with random cards in the places hidden from *viewer*."""
    if CHANCE in viewer.shares:
        return board
    return replace(
        board,
        realms=tuple(
            _imagined_realm(realm, shuffled, own=seat in viewer.shares)
            for seat, realm in enumerate(board.realms)
        ),
    )


def _imagined_realm(realm: Realm, shuffled: Shuffled, *, own: bool) -> Realm:
    """Returns a Realm with shuffled hidden cards; *own* keeps hand and looked-at cards."""
    hand, looked = () if own or realm.exposed else realm.hand, () if own else realm.looked
    villain, fate = shuffled(hand + realm.villain.deck), shuffled(looked + realm.fate.deck)
    return replace(
        realm,
        villain=replace(realm.villain, deck=villain[len(hand) :]),
        fate=replace(realm.fate, deck=fate[len(looked) :]),
        hand=villain[: len(hand)] or realm.hand,
        looked=fate[: len(looked)] or realm.looked,
    )


def redact(event: Happened, viewer: Viewer) -> Happened:
    """Returns *event* without the cards hidden from *viewer* (VI-102)."""
    match event:
        case facts.DeckShuffled():
            return event if CHANCE in viewer.shares else replace(event, cards=_hide_cards(event.cards))
        case facts.CardsDrawn() | facts.CardsLookedAt() | facts.CardsPutBack():
            return event if event.seat in viewer.shares else replace(event, cards=_hide_cards(event.cards))
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
            | facts.TurnEnded()
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


def _hide_cards(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return ("",) * len(cards)


def _hide_deck(pile: Pile) -> Pile:
    return Pile(_hide_cards(pile.deck), pile.discard)
