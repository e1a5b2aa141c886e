"""Who may see what: a hidden card is an empty string, for whoever may not know it."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from ..model import CHANCE, Shuffled, Viewer
from . import facts
from .board import Board, Summoner
from .facts import Card, Happened


def redact_board(board: Board, viewer: Viewer) -> Board:
    """Returns *board* as *viewer* may see it: own hand, public piles, and how many cards lie elsewhere."""
    return replace(
        board,
        summoners=tuple(
            Summoner(
                mine.deck if CHANCE in viewer.shares else _blank_cards(mine.deck),
                mine.hand if viewer.sees_hand(seat) else _blank_cards(mine.hand),
                mine.discards,
                mine.banished,
                mine.tiles if seat in viewer.shares or board.order else _blank_cards(mine.tiles),
            )
            for seat, mine in enumerate(board.summoners)
        ),
    )


def determinize(board: Board, viewer: Viewer, shuffled: Shuffled) -> Board:
    """Returns *board* as it may be for *viewer*: a hidden hand may hold whatever its deck does."""
    return replace(
        board,
        summoners=tuple(
            _determinize_summoner(
                mine,
                viewer,
                shuffled,
                hand=viewer.sees_hand(seat),
                tiles=seat in viewer.shares or bool(board.order),
            )
            for seat, mine in enumerate(board.summoners)
        ),
    )


def _determinize_summoner(
    mine: Summoner, viewer: Viewer, shuffled: Shuffled, *, hand: bool, tiles: bool
) -> Summoner:
    """Returns what a Summoner may have; *hand* and *tiles* tell whether these are seen."""
    if CHANCE in viewer.shares:
        return mine
    tiles_there = mine.tiles if tiles else shuffled(mine.tiles)
    if hand:
        return replace(mine, deck=shuffled(mine.deck), tiles=tiles_there)
    cards = shuffled(mine.hand + mine.deck)
    held = len(mine.hand)
    return replace(mine, hand=cards[:held], deck=cards[held:], tiles=tiles_there)


def redact_event(event: Happened, viewer: Viewer) -> Happened:
    """Returns *event* as *viewer* may see it (SA-410)."""
    match event:
        case facts.DeckShuffled(_, cards):
            return event if CHANCE in viewer.shares else replace(event, cards=_blank_cards(cards))
        case facts.CardDrawn(seat):
            return event if viewer.sees_hand(seat) else replace(event, card="")
        case facts.CardsLookedAt(seat, cards) | facts.CardsPutBack(seat, cards):
            return event if seat in viewer.shares else replace(event, cards=_blank_cards(cards))
        case facts.TilesStacked(seat, tiles):
            return event if seat in viewer.shares else replace(event, tiles=_blank_cards(tiles))
        case (
            facts.CharacterDrafted()
            | facts.TurnOrderSet()
            | facts.HandTakenBack()
            | facts.RoundBegan()
            | facts.TurnBegan()
            | facts.PhaseBegan()
            | facts.ExtraPhaseGranted()
            | facts.TurnEnded()
            | facts.FinalRoundCalled()
            | facts.RoundEnded()
            | facts.DrawSkipped()
            | facts.CardPlayed()
            | facts.CardResolved()
            | facts.CardDiscarded()
            | facts.CardBanished()
            | facts.CardRevealed()
            | facts.CharacterPlaced()
            | facts.CharacterMoved()
            | facts.MovementPrevented()
            | facts.DamageDealt()
            | facts.HealthRecovered()
            | facts.StatusCountersAdded()
            | facts.StatusCounterRemoved()
            | facts.CharacterKnockedOut()
            | facts.FigureRemoved()
            | facts.CharacterReturned()
            | facts.StatusRemoved()
            | facts.SkillUsed()
            | facts.AbilityTriggered()
            | facts.AbilityActivated()
            | facts.ChainEnded()
            | facts.CharacterUpgraded()
            | facts.AbilityCardTurnedBack()
            | facts.GearRefused()
            | facts.VictoryPointsGained()
            | facts.VictoryPointsLost()
        ):
            return event
        case _:
            assert_never(event)


def _blank_cards(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return ("",) * len(cards)
