"""Applies each fact to the board, without any check of rules."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ..model import Seat, SeatHandedOver, SeatRetired
from ..rules import Changes
from . import facts
from .board import Board, InPlay, Pile, Realm, Shift
from .facts import Card, PileName

CHANGES: Changes[Board] = Changes()
CHANGES.register_unchanged(facts.CardActivated, facts.SymbolBorrowed)
evolve, _change_of = CHANGES.evolve, CHANGES.register


# -- decks and hands ---------------------------------------------------------------------------------


@_change_of(facts.DeckShuffled)
def _(board: Board, event: facts.DeckShuffled) -> Board:
    discard = _without(_pile_of(board.realms[event.seat], event.pile).discard, event.cards)
    return _changed(board, event.seat, **{event.pile: Pile(event.cards, discard)})


@_change_of(facts.CardsDrawn)
def _(board: Board, event: facts.CardsDrawn) -> Board:
    realm = board.realms[event.seat]
    return _changed(
        board, event.seat, hand=realm.hand + event.cards, **_pile_without_top(realm, event.pile, event.cards)
    )


@_change_of(facts.CardsRevealed)
def _(board: Board, event: facts.CardsRevealed) -> Board:
    realm = board.realms[event.seat]
    return _changed(
        board,
        event.seat,
        opened=realm.opened + event.cards,
        **_pile_without_top(realm, event.pile, event.cards),
    )


@_change_of(facts.CardsLookedAt)
def _(board: Board, event: facts.CardsLookedAt) -> Board:
    realm = board.realms[event.seat]
    return _changed(
        board,
        event.seat,
        looked=realm.looked + event.cards,
        **_pile_without_top(realm, event.pile, event.cards),
    )


@_change_of(facts.CardsPutBack)
def _(board: Board, event: facts.CardsPutBack) -> Board:
    realm = board.realms[event.seat]
    for card in event.cards:
        realm = _removed(realm, card)
    pile = _pile_of(realm, event.pile)
    return _put_realm(
        board, event.seat, replace(realm, **{event.pile: Pile(event.cards + pile.deck, pile.discard)})
    )


@_change_of(facts.CardDiscarded)
def _(board: Board, event: facts.CardDiscarded) -> Board:
    realm = _removed(board.realms[event.seat], event.card)
    pile = _pile_of(realm, event.pile)
    return _put_realm(
        board, event.seat, replace(realm, **{event.pile: Pile(pile.deck, (*pile.discard, event.card))})
    )


@_change_of(facts.CardRecovered)
def _(board: Board, event: facts.CardRecovered) -> Board:
    realm = _removed(board.realms[event.seat], event.card)
    return _put_realm(board, event.seat, replace(realm, hand=(*realm.hand, event.card)))


@_change_of(facts.HandRevealed)
def _(board: Board, event: facts.HandRevealed) -> Board:
    return _changed(board, event.seat, exposed=True)


@_change_of(facts.HandHidden)
def _(board: Board, event: facts.HandHidden) -> Board:
    return _changed(board, event.seat, exposed=False)


# -- the Realm ---------------------------------------------------------------------------------------


@_change_of(facts.CardPlayed)
def _(board: Board, event: facts.CardPlayed) -> Board:
    before = board.realms[event.seat].cards.get(event.card)
    realm = _removed(board.realms[event.seat], event.card)
    if not event.at and not event.on:
        return _put_realm(board, event.seat, replace(realm, opened=(*realm.opened, event.card)))
    in_play = InPlay(event.at, event.on, before.power if before else 0)
    return _put_realm(board, event.seat, replace(realm, cards={**realm.cards, event.card: in_play}))


@_change_of(facts.CardMoved)
def _(board: Board, event: facts.CardMoved) -> Board:
    return _changed_card(board, event.seat, event.card, at=event.to, on="")


@_change_of(facts.CardAttached)
def _(board: Board, event: facts.CardAttached) -> Board:
    realm = _removed(board.realms[event.seat], event.card)
    return _put_realm(
        board, event.seat, replace(realm, cards={**realm.cards, event.card: InPlay(on=event.to)})
    )


@_change_of(facts.CardTurned)
def _(board: Board, event: facts.CardTurned) -> Board:
    return _changed_card(board, event.seat, event.card, form=event.form, beside=event.beside)


@_change_of(facts.StrengthShifted)
def _(board: Board, event: facts.StrengthShifted) -> Board:
    realm = board.realms[event.seat]
    if event.card:
        return _changed(board, event.seat, shifted=(*realm.shifted, Shift(event.of, event.by, event.card)))
    return _changed(
        board, event.seat, shifts={**realm.shifts, event.of: realm.shifts.get(event.of, 0) + event.by}
    )


@_change_of(facts.EffectLasts)
def _(board: Board, event: facts.EffectLasts) -> Board:
    return _changed(board, event.seat, lasting=(*board.realms[event.seat].lasting, event.card))


@_change_of(facts.HeroDefeated)
def _(board: Board, event: facts.HeroDefeated) -> Board:
    return replace(board, felled=(*board.felled, event.strength)) if event.seat == board.seat else board


@_change_of(facts.LocationLocked)
def _(board: Board, event: facts.LocationLocked) -> Board:
    return _changed(
        board, event.seat, locked=(*_without(board.realms[event.seat].locked, (event.freed,)), event.at)
    )


@_change_of(facts.LocationUnlocked)
def _(board: Board, event: facts.LocationUnlocked) -> Board:
    return _changed(board, event.seat, locked=_without(board.realms[event.seat].locked, (event.at,)))


# -- Power -------------------------------------------------------------------------------------------


@_change_of(facts.PowerGained)
def _(board: Board, event: facts.PowerGained) -> Board:
    return replace(_changed(board, event.seat, power=event.power), cauldron=board.cauldron - event.amount)


@_change_of(facts.PowerPaid)
def _(board: Board, event: facts.PowerPaid) -> Board:
    return replace(_changed(board, event.seat, power=event.power), cauldron=board.cauldron + event.amount)


@_change_of(facts.PowerTaken)
def _(board: Board, event: facts.PowerTaken) -> Board:
    lying = board.realms[event.seat].cards[event.card].power
    return _changed_card(
        _changed(board, event.seat, power=event.power), event.seat, event.card, power=lying + event.amount
    )


@_change_of(facts.PowerReturned)
def _(board: Board, event: facts.PowerReturned) -> Board:
    return _changed_card(_changed(board, event.seat, power=event.power), event.seat, event.card, power=0)


# -- turns -------------------------------------------------------------------------------------------


@_change_of(facts.TurnBegan)
def _(board: Board, event: facts.TurnBegan) -> Board:
    board = _end_turn(board)
    board = _changed(board, event.seat, lapsed=board.realms[event.seat].lasting, lasting=())
    return replace(board, stage="move", seat=event.seat, turn=event.number)


_change_of(facts.TurnEnded)(lambda board, event: _end_turn(board))


@_change_of(facts.MoverMoved)
def _(board: Board, event: facts.MoverMoved) -> Board:
    return _start_actions(_changed(board, event.seat, at=event.to), event.seat, event.by)


@_change_of(facts.MoverStayed)
def _(board: Board, event: facts.MoverStayed) -> Board:
    return _start_actions(board, event.seat)


@_change_of(facts.SymbolUsed)
def _(board: Board, event: facts.SymbolUsed) -> Board:
    marks = (str(event.symbol) if event.symbol else "", event.by)
    return replace(board, used=(*board.used, *(mark for mark in marks if mark)))


_change_of(facts.FateTokenTaken)(lambda board, event: replace(board, token=event.seat))


@_change_of(facts.RequirementMet)
def _(board: Board, event: facts.RequirementMet) -> Board:
    return replace(board, met=(*board.met, event.requirement))


@_change_of(facts.TurnPassed)
def _(board: Board, event: facts.TurnPassed) -> Board:
    return replace(board, passed=(*board.passed, event.seat))


@_change_of(facts.ObjectiveFulfilled)
def _(board: Board, event: facts.ObjectiveFulfilled) -> Board:
    return replace(board, stage="over", winner=event.seat)


@_change_of(SeatRetired)
def _(board: Board, event: SeatRetired) -> Board:
    return replace(board, retired=(*board.retired, event.seat))


@_change_of(SeatHandedOver)
def _(board: Board, event: SeatHandedOver) -> Board:
    return replace(board, retired=tuple(seat for seat in board.retired if seat != event.seat))


# -- what they have in common ------------------------------------------------------------------------


def _end_turn(board: Board) -> Board:
    """Ends all that holds until the turn ends; matches before version 4 have no fact of that."""
    realms = tuple(replace(r, shifts={}, shifted=()) if r.shifts or r.shifted else r for r in board.realms)
    return replace(board, realms=realms, used=(), met=(), passed=(), felled=())


def _start_actions(board: Board, seat: Seat, by: Card = "") -> Board:
    """Starts the actions of the player of the turn at the mover's location.

    A move by a card does not count as the move of the turn. Another location has fresh symbols (VI-215).
    """
    return replace(board, stage=board.stage if by else "act", used=()) if seat == board.seat else board


def _put_realm(board: Board, seat: Seat, realm: Realm) -> Board:
    return replace(board, realms=(*board.realms[:seat], realm, *board.realms[seat + 1 :]))


def _changed(board: Board, seat: Seat, **changes: Any) -> Board:
    return _put_realm(board, seat, replace(board.realms[seat], **changes))


def _changed_card(board: Board, seat: Seat, card: Card, **changes: Any) -> Board:
    cards = board.realms[seat].cards
    return _changed(board, seat, cards={**cards, card: replace(cards[card], **changes)})


def _pile_of(realm: Realm, pile: PileName) -> Pile:
    return realm.villain if pile == "villain" else realm.fate


def _pile_without_top(realm: Realm, pile: PileName, cards: tuple[Card, ...]) -> dict[str, Pile]:
    """Returns the pile without its top *cards*, by the pile's name."""
    at = _pile_of(realm, pile)
    return {pile: Pile(at.deck[len(cards) :], at.discard)}


def _without(cards: tuple[Card, ...], removed: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in removed)


def _removed(realm: Realm, card: Card) -> Realm:
    """Removes *card* from its current zone; a card is in one zone only."""
    if card in realm.cards:
        cards = dict(realm.cards)
        del cards[card]
        return replace(realm, cards=cards)
    for zone in ("hand", "opened", "looked"):
        cards_of_zone: tuple[Card, ...] = getattr(realm, zone)
        if card in cards_of_zone:
            return replace(realm, **{zone: _without(cards_of_zone, (card,))})
    for name in ("villain", "fate"):
        pile: Pile = getattr(realm, name)
        if card in pile.deck or card in pile.discard:
            remaining = Pile(_without(pile.deck, (card,)), _without(pile.discard, (card,)))
            return replace(realm, **{name: remaining})
    return realm
