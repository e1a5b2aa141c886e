"""How each fact changes the board: no rule, no choice, nothing refused."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from ..words import Seat
from . import facts
from .board import NOWHERE, Board, Figure, Summoner
from .facts import Card, Happened, Who


def evolve(board: Board, event: Happened) -> Board:
    """Returns the board after *event*. The most frequent facts come first."""
    match event:
        case facts.CharacterMoved(who, path):
            return _figure(board, who, at=path[-1])
        case facts.TurnBegan(who, phases):
            return replace(board, active=who, phases=dict.fromkeys(phases, 1))
        case facts.TurnEnded():
            return replace(board, active="", phases={}, phase="", used=(), activated=False, refused=False)
        case facts.PhaseBegan(phase):
            left = {**board.phases, phase: board.phases[phase] - 1}
            return replace(board, phases=left, phase=phase, used=())
        case facts.CardDrawn(seat, card):
            mine = board.summoners[seat]
            return _summoner(board, seat, deck=mine.deck[1:], hand=(*mine.hand, card))
        case facts.CardPlayed(seat, card):
            hand = _without(board.summoners[seat].hand, card)
            return replace(_summoner(board, seat, hand=hand), resolving=card)
        case facts.CardResolved(seat, card):
            discards = (*board.summoners[seat].discards, card)
            return replace(_summoner(board, seat, discards=discards), resolving="")
        case facts.DamageDealt(who, _, _, hp) | facts.HealthRecovered(who, _, hp):
            return _figure(board, who, hp=hp)
        case facts.StatusCountersAdded(who, status, _, total):
            return _figure(board, who, statuses={**board.figures[who].statuses, status: total})
        case facts.StatusCounterRemoved(who, status, left):
            statuses = {**board.figures[who].statuses, status: left}
            if not left:
                del statuses[status]
            return _figure(board, who, statuses=statuses)
        case facts.VictoryPointsGained(team, _, total) | facts.VictoryPointsLost(team, _, total):
            blue, red = board.points
            return replace(board, points=(blue, total) if team else (total, red))
        case facts.CardDiscarded(seat, card):
            mine = board.summoners[seat]
            return _summoner(board, seat, hand=_without(mine.hand, card), discards=(*mine.discards, card))
        case facts.CardBanished(seat, card, pile):
            mine = board.summoners[seat]
            left_over = _without(mine.hand if pile == "hand" else mine.discards, card)
            return _summoner(board, seat, banished=(*mine.banished, card), **{pile: left_over})
        case facts.CharacterKnockedOut(who, keeps):
            return _figure(board, who, hp=0) if keeps else _figure(board, who, hp=0, statuses={})
        case facts.FigureRemoved(who):
            return _figure(board, who, at=NOWHERE)
        case facts.CharacterReturned(who, at, hp):
            return _figure(board, who, at=at, hp=hp)
        case facts.CharacterPlaced(who, at):
            return _figure(board, who, at=at)
        case facts.RoundBegan(number):
            return replace(board, round=number, stage="play")
        case facts.RoundEnded(_, last):
            return replace(board, stage="over") if last else board
        case facts.DeckShuffled(seat, cards):
            return _summoner(board, seat, deck=cards)
        case facts.CardsPutBack(seat, cards):
            return _summoner(board, seat, deck=(*cards, *board.summoners[seat].deck[len(cards) :]))
        case facts.ExtraPhaseGranted(phase):
            return replace(board, phases={**board.phases, phase: board.phases.get(phase, 0) + 1})
        case facts.FinalRoundCalled():
            return replace(board, final=True)
        case facts.SkillUsed(_, skill):
            return replace(board, used=(*board.used, skill))
        case facts.AbilityActivated():
            return replace(board, activated=True)
        case facts.StatusRemoved(who, status):
            kept = {name: n for name, n in board.figures[who].statuses.items() if name != status}
            return _figure(board, who, statuses=kept)
        case facts.CharacterUpgraded(who, hp):
            return replace(_turned(board, who, hp, upgraded=True), phase="")
        case facts.AbilityCardTurnedBack(who, hp):
            return _turned(board, who, hp, upgraded=False)
        case facts.GearRefused():
            return replace(board, refused=True, phase="")
        case facts.CharacterDrafted(seat, who, code, hp):
            figures = {**board.figures, who: Figure(code, seat, NOWHERE, hp)}
            return replace(board, figures=figures)
        case facts.TilesStacked(seat, tiles):
            return _summoner(board, seat, tiles=tiles)
        case facts.TurnOrderSet(order):
            return replace(board, order=order)
        case facts.HandTakenBack(seat):
            mine = board.summoners[seat]
            return _summoner(board, seat, deck=(*mine.deck, *mine.hand), hand=())
        case (
            facts.CardsLookedAt()
            | facts.CardRevealed()
            | facts.MovementPrevented()
            | facts.DrawSkipped()
            | facts.AbilityTriggered()
            | facts.ChainEnded()
        ):
            return board
        case _:
            assert_never(event)


def _turned(board: Board, who: Who, hp: int, *, upgraded: bool) -> Board:
    return _figure(board, who, upgraded=upgraded, hp=hp or board.figures[who].hp)


def _figure(board: Board, who: Who, **changes: object) -> Board:
    figures: dict[Who, Figure] = {**board.figures, who: replace(board.figures[who], **changes)}
    return replace(board, figures=figures)


def _summoner(board: Board, seat: Seat, **changes: object) -> Board:
    summoners: tuple[Summoner, ...] = tuple(
        replace(mine, **changes) if i == seat else mine for i, mine in enumerate(board.summoners)
    )
    return replace(board, summoners=summoners)


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]
