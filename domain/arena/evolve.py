"""Applies facts to the board, without rules or choices."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ..model import Seat, SeatHandedOver, SeatRetired
from ..rules import Changes
from . import facts
from .board import NOWHERE, Board, Figure
from .facts import CardCode, FigureId, Team

CHANGES: Changes[Board] = Changes()
CHANGES.register_unchanged(
    facts.CardsLookedAt,
    facts.CardRevealed,
    facts.MovementPrevented,
    facts.DrawSkipped,
    facts.AbilityTriggered,
    facts.ChainEnded,
)
evolve, _after = CHANGES.evolve, CHANGES.register


# -- the set-up --------------------------------------------------------------------------------------


@_after(facts.CharacterDrafted)
def _(b: Board, e: facts.CharacterDrafted) -> Board:
    return replace(b, figures={**b.figures, e.who: Figure(e.code, e.seat, NOWHERE, e.hp)})


@_after(facts.TilesStacked)
def _(b: Board, e: facts.TilesStacked) -> Board:
    return _change_summoner(b, e.seat, tiles=e.tiles)


@_after(facts.TurnOrderSet)
def _(b: Board, e: facts.TurnOrderSet) -> Board:
    return replace(b, order=e.order)


@_after(facts.HandTakenBack)
def _(b: Board, e: facts.HandTakenBack) -> Board:
    summoner = b.summoners[e.seat]
    return _change_summoner(b, e.seat, deck=(*summoner.deck, *summoner.hand), hand=())


# -- rounds and turns --------------------------------------------------------------------------------


@_after(facts.RoundBegan)
def _(b: Board, e: facts.RoundBegan) -> Board:
    return replace(b, round=e.number, stage="play")


@_after(facts.TurnBegan)
def _(b: Board, e: facts.TurnBegan) -> Board:
    return replace(b, active=e.who, phases=dict.fromkeys(e.phases, 1))


@_after(facts.PhaseBegan)
def _(b: Board, e: facts.PhaseBegan) -> Board:
    remaining = {**b.phases, e.phase: b.phases[e.phase] - 1}
    return replace(b, phases=remaining, phase=e.phase, used=())


@_after(facts.ExtraPhaseGranted)
def _(b: Board, e: facts.ExtraPhaseGranted) -> Board:
    return replace(b, phases={**b.phases, e.phase: b.phases.get(e.phase, 0) + 1})


@_after(facts.TurnEnded)
def _(b: Board, e: facts.TurnEnded) -> Board:
    return replace(b, active="", phases={}, phase="", used=(), activated=False, refused=False)


@_after(facts.FinalRoundCalled)
def _(b: Board, e: facts.FinalRoundCalled) -> Board:
    return replace(b, final=True)


@_after(facts.RoundEnded)
def _(b: Board, e: facts.RoundEnded) -> Board:
    return replace(b, stage="over") if e.last else b


@_after(SeatRetired)
def _(b: Board, e: SeatRetired) -> Board:
    return replace(b, retired=(*b.retired, e.seat))


@_after(SeatHandedOver)
def _(b: Board, e: SeatHandedOver) -> Board:
    return replace(b, retired=tuple(seat for seat in b.retired if seat != e.seat))


# -- cards -------------------------------------------------------------------------------------------


@_after(facts.DeckShuffled)
def _(b: Board, e: facts.DeckShuffled) -> Board:
    return _change_summoner(b, e.seat, deck=e.cards)


@_after(facts.CardDrawn)
def _(b: Board, e: facts.CardDrawn) -> Board:
    summoner = b.summoners[e.seat]
    return _change_summoner(b, e.seat, deck=summoner.deck[1:], hand=(*summoner.hand, e.card))


@_after(facts.CardPlayed)
def _(b: Board, e: facts.CardPlayed) -> Board:
    hand = _remove_card(b.summoners[e.seat].hand, e.card)
    return replace(_change_summoner(b, e.seat, hand=hand), resolving=e.card)


@_after(facts.CardResolved)
def _(b: Board, e: facts.CardResolved) -> Board:
    discards = (*b.summoners[e.seat].discards, e.card)
    return replace(_change_summoner(b, e.seat, discards=discards), resolving="")


@_after(facts.CardDiscarded)
def _(b: Board, e: facts.CardDiscarded) -> Board:
    summoner = b.summoners[e.seat]
    return _change_summoner(
        b, e.seat, hand=_remove_card(summoner.hand, e.card), discards=(*summoner.discards, e.card)
    )


@_after(facts.CardBanished)
def _(b: Board, e: facts.CardBanished) -> Board:
    summoner = b.summoners[e.seat]
    left_over = _remove_card(summoner.hand if e.pile == "hand" else summoner.discards, e.card)
    return _change_summoner(b, e.seat, banished=(*summoner.banished, e.card), **{e.pile: left_over})


@_after(facts.CardsPutBack)
def _(b: Board, e: facts.CardsPutBack) -> Board:
    return _change_summoner(b, e.seat, deck=(*e.cards, *b.summoners[e.seat].deck[len(e.cards) :]))


# -- figures -----------------------------------------------------------------------------------------


@_after(facts.CharacterPlaced)
def _(b: Board, e: facts.CharacterPlaced) -> Board:
    return _change_figure(b, e.who, at=e.at)


@_after(facts.CharacterMoved)
def _(b: Board, e: facts.CharacterMoved) -> Board:
    return _change_figure(b, e.who, at=e.path[-1])


@_after(facts.DamageDealt)
def _(b: Board, e: facts.DamageDealt) -> Board:
    return _change_figure(b, e.who, hp=e.hp)


@_after(facts.HealthRecovered)
def _(b: Board, e: facts.HealthRecovered) -> Board:
    return _change_figure(b, e.who, hp=e.hp)


@_after(facts.StatusCountersAdded)
def _(b: Board, e: facts.StatusCountersAdded) -> Board:
    return _change_figure(b, e.who, statuses={**b.figures[e.who].statuses, e.status: e.total})


@_after(facts.StatusCounterRemoved)
def _(b: Board, e: facts.StatusCounterRemoved) -> Board:
    statuses = {**b.figures[e.who].statuses, e.status: e.left}
    if not e.left:
        del statuses[e.status]
    return _change_figure(b, e.who, statuses=statuses)


@_after(facts.StatusRemoved)
def _(b: Board, e: facts.StatusRemoved) -> Board:
    remaining = {name: n for name, n in b.figures[e.who].statuses.items() if name != e.status}
    return _change_figure(b, e.who, statuses=remaining)


@_after(facts.CharacterKnockedOut)
def _(b: Board, e: facts.CharacterKnockedOut) -> Board:
    return _change_figure(b, e.who, hp=0) if e.keeps else _change_figure(b, e.who, hp=0, statuses={})


@_after(facts.FigureRemoved)
def _(b: Board, e: facts.FigureRemoved) -> Board:
    return _change_figure(b, e.who, at=NOWHERE)


@_after(facts.CharacterReturned)
def _(b: Board, e: facts.CharacterReturned) -> Board:
    return _change_figure(b, e.who, at=e.at, hp=e.hp)


# -- skills, upgrades and points ---------------------------------------------------------------------


@_after(facts.SkillUsed)
def _(b: Board, e: facts.SkillUsed) -> Board:
    return replace(b, used=(*b.used, e.skill))


@_after(facts.AbilityActivated)
def _(b: Board, e: facts.AbilityActivated) -> Board:
    return replace(b, activated=True)


@_after(facts.CharacterUpgraded)
def _(b: Board, e: facts.CharacterUpgraded) -> Board:
    return replace(_turn_card(b, e.who, e.hp, upgraded=True), phase="")


@_after(facts.AbilityCardTurnedBack)
def _(b: Board, e: facts.AbilityCardTurnedBack) -> Board:
    return _turn_card(b, e.who, e.hp, upgraded=False)


@_after(facts.GearRefused)
def _(b: Board, e: facts.GearRefused) -> Board:
    return replace(b, refused=True, phase="")


@_after(facts.VictoryPointsGained)
def _(b: Board, e: facts.VictoryPointsGained) -> Board:
    return _set_points(b, e.team, e.total)


@_after(facts.VictoryPointsLost)
def _(b: Board, e: facts.VictoryPointsLost) -> Board:
    return _set_points(b, e.team, e.total)


# -- what they have in common ------------------------------------------------------------------------


def _turn_card(b: Board, figure_id: FigureId, hp: int, *, upgraded: bool) -> Board:
    return _change_figure(b, figure_id, upgraded=upgraded, hp=hp or b.figures[figure_id].hp)


def _change_figure(b: Board, figure_id: FigureId, **changes: Any) -> Board:
    return replace(b, figures={**b.figures, figure_id: replace(b.figures[figure_id], **changes)})


def _change_summoner(b: Board, seat: Seat, **changes: Any) -> Board:
    summoner = replace(b.summoners[seat], **changes)
    return replace(b, summoners=(*b.summoners[:seat], summoner, *b.summoners[seat + 1 :]))


def _set_points(b: Board, team: Team, total: int) -> Board:
    blue, red = b.points
    return replace(b, points=(blue, total) if team else (total, red))


def _remove_card(cards: tuple[CardCode, ...], card: CardCode) -> tuple[CardCode, ...]:
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]
