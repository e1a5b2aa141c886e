"""Hides cards from viewers, each by an empty string."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from ..model import CHANCE, Shuffled, Viewer
from . import facts
from .board import Board, Summoner
from .facts import CardCode, Happened


def redact_board(board: Board, viewer: Viewer) -> Board:
    """Returns *board* with the own hand, the public piles and the number of hidden cards."""
    return replace(
        board,
        summoners=tuple(
            Summoner(
                summoner.deck if CHANCE in viewer.shares else _blank_cards(summoner.deck),
                summoner.hand if viewer.sees_hand(seat) else _blank_cards(summoner.hand),
                summoner.discards,
                summoner.banished,
                summoner.tiles if seat in viewer.shares or board.order else _blank_cards(summoner.tiles),
            )
            for seat, summoner in enumerate(board.summoners)
        ),
    )


def determinize(board: Board, viewer: Viewer, shuffle: Shuffled) -> Board:
    """Returns *board* as *viewer* may imagine it, with hidden hands drawn from their decks."""
    return replace(
        board,
        summoners=tuple(
            _determinize_summoner(
                summoner,
                viewer,
                shuffle,
                hand=viewer.sees_hand(seat),
                tiles=seat in viewer.shares or bool(board.order),
            )
            for seat, summoner in enumerate(board.summoners)
        ),
    )


def _determinize_summoner(
    summoner: Summoner, viewer: Viewer, shuffle: Shuffled, *, hand: bool, tiles: bool
) -> Summoner:
    """Returns a possible state of a Summoner; *hand* and *tiles* mark these as visible."""
    if CHANCE in viewer.shares:
        return summoner
    tiles_there = summoner.tiles if tiles else shuffle(summoner.tiles)
    if hand:
        return replace(summoner, deck=shuffle(summoner.deck), tiles=tiles_there)
    cards = shuffle(summoner.hand + summoner.deck)
    hand_size = len(summoner.hand)
    return replace(summoner, hand=cards[:hand_size], deck=cards[hand_size:], tiles=tiles_there)


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


def _blank_cards(cards: tuple[CardCode, ...]) -> tuple[CardCode, ...]:
    return ("",) * len(cards)
