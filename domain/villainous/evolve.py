"""How each fact changes the board. No rule runs here: what happened cannot be refused."""

from __future__ import annotations

from typing import Any, assert_never

from msgspec.structs import replace

from ..words import Seat
from . import facts
from .board import Board, InPlay, Pile, Shift
from .facts import Card, Happened, PileName


def evolve(b: Board, event: Happened) -> Board:
    """Returns the board after *event*."""
    match event:
        case facts.DeckShuffled(seat, pile, cards):
            return _piled(b, seat, pile, cards, _without(_pile(b, seat, pile).discard, cards))
        case facts.CardsDrawn(seat, pile, cards):
            return _realm(_taken(b, seat, pile, cards), seat, hand=b.realms[seat].hand + cards)
        case facts.CardsRevealed(seat, pile, cards):
            return _realm(_taken(b, seat, pile, cards), seat, opened=b.realms[seat].opened + cards)
        case facts.CardsLookedAt(seat, pile, cards):
            return _realm(_taken(b, seat, pile, cards), seat, looked=b.realms[seat].looked + cards)
        case facts.CardsPutBack(seat, pile, cards):
            for card in cards:
                b = _lifted(b, seat, card)
            at = _pile(b, seat, pile)
            return _piled(b, seat, pile, cards + at.deck, at.discard)
        case facts.CardDiscarded(seat, pile, card):
            b = _lifted(b, seat, card)
            at = _pile(b, seat, pile)
            return _piled(b, seat, pile, at.deck, (*at.discard, card))
        case facts.CardRecovered(seat, card):
            b = _lifted(b, seat, card)
            return _realm(b, seat, hand=(*b.realms[seat].hand, card))
        case facts.HandRevealed(seat):
            return _realm(b, seat, exposed=True)
        case facts.HandHidden(seat):
            return _realm(b, seat, exposed=False)
        case facts.CardPlayed(seat, card, at=place, on=host):
            power = b.realms[seat].cards[card].power if card in b.realms[seat].cards else 0
            b = _lifted(b, seat, card)
            realm = b.realms[seat]
            if not place and not host:
                return _realm(b, seat, opened=(*realm.opened, card))
            return _realm(b, seat, cards={**realm.cards, card: InPlay(place, host, power)})
        case facts.CardMoved(seat, card, to):
            return _card(b, seat, card, at=to, on="")
        case facts.CardAttached(seat, card, to):
            b = _lifted(b, seat, card)
            return _realm(b, seat, cards={**b.realms[seat].cards, card: InPlay(on=to)})
        case facts.CardActivated():
            return b
        case facts.CardTurned(seat, card, form, beside):
            return _card(b, seat, card, form=form, beside=beside)
        case facts.StrengthShifted(seat, of, by, card) if card:
            return _realm(b, seat, shifted=(*b.realms[seat].shifted, Shift(of, by, card)))
        case facts.StrengthShifted(seat, of, by):
            shifts = b.realms[seat].shifts
            return _realm(b, seat, shifts={**shifts, of: shifts.get(of, 0) + by})
        case facts.EffectLasts(seat, card):
            return _realm(b, seat, lasting=(*b.realms[seat].lasting, card))
        case facts.HeroDefeated(seat, _, _, strength):
            return replace(b, felled=(*b.felled, strength)) if seat == b.seat else b
        case facts.LocationLocked(seat, at=place, freed=freed):
            return _realm(b, seat, locked=(*_without(b.realms[seat].locked, (freed,)), place))
        case facts.LocationUnlocked(seat, at=place):
            return _realm(b, seat, locked=_without(b.realms[seat].locked, (place,)))
        case facts.PowerGained(seat, amount, power):
            return replace(_realm(b, seat, power=power), cauldron=b.cauldron - amount)
        case facts.PowerPaid(seat, amount, power):
            return replace(_realm(b, seat, power=power), cauldron=b.cauldron + amount)
        case facts.PowerTaken(seat, card, amount, power):
            lying = b.realms[seat].cards[card].power
            return _card(_realm(b, seat, power=power), seat, card, power=lying + amount)
        case facts.PowerReturned(seat, card, _, power):
            return _card(_realm(b, seat, power=power), seat, card, power=0)
        case facts.TurnBegan(seat, number):
            realms = tuple(
                replace(mine, shifts={}, shifted=()) if mine.shifts or mine.shifted else mine
                for mine in b.realms
            )
            b = replace(b, realms=realms, used=(), met=(), passed=(), felled=())
            b = _realm(b, seat, lapsed=b.realms[seat].lasting, lasting=())
            return replace(b, stage="move", seat=seat, turn=number)
        case facts.MoverMoved(seat, to, by):
            return _stepped(_realm(b, seat, at=to), seat, by)
        case facts.MoverStayed(seat):
            return _stepped(b, seat)
        case facts.SymbolUsed(_, symbol, by):
            marks = (str(symbol) if symbol else "", by)
            return replace(b, used=(*b.used, *(mark for mark in marks if mark)))
        case facts.SymbolBorrowed():
            return b
        case facts.FateTokenTaken(seat):
            return replace(b, token=seat)
        case facts.RequirementMet(requirement):
            return replace(b, met=(*b.met, requirement))
        case facts.TurnPassed(seat):
            return replace(b, passed=(*b.passed, seat))
        case facts.ObjectiveFulfilled(seat):
            return replace(b, stage="over", winner=seat)
        case _:
            assert_never(event)


def _stepped(b: Board, seat: Seat, by: Card = "") -> Board:
    """Lets the player of the turn act where the mover is: its first step is done, unless a card sent it.

    Another location brings new symbols (VI-215).
    """
    return replace(b, stage=b.stage if by else "act", used=()) if seat == b.seat else b


def _realm(b: Board, seat: Seat, **changes: Any) -> Board:
    realms = list(b.realms)
    realms[seat] = replace(realms[seat], **changes)
    return replace(b, realms=tuple(realms))


def _card(b: Board, seat: Seat, card: Card, **changes: Any) -> Board:
    cards = b.realms[seat].cards
    return _realm(b, seat, cards={**cards, card: replace(cards[card], **changes)})


def _pile(b: Board, seat: Seat, pile: PileName) -> Pile:
    realm = b.realms[seat]
    return realm.villain if pile == "villain" else realm.fate


def _piled(b: Board, seat: Seat, pile: PileName, deck: tuple[Card, ...], discard: tuple[Card, ...]) -> Board:
    return _realm(b, seat, **{pile: Pile(deck, discard)})


def _taken(b: Board, seat: Seat, pile: PileName, cards: tuple[Card, ...]) -> Board:
    at = _pile(b, seat, pile)
    return _piled(b, seat, pile, _without(at.deck, cards), at.discard)


def _without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in gone)


def _lifted(b: Board, seat: Seat, card: Card) -> Board:
    """Takes *card* from wherever it is: a card is in one place only."""
    realm, gone = b.realms[seat], (card,)
    changes: dict[str, Any] = {}
    if card in realm.cards:
        changes["cards"] = {other: where for other, where in realm.cards.items() if other != card}
    for zone in ("hand", "opened", "looked"):
        held: tuple[Card, ...] = getattr(realm, zone)
        if card in held:
            changes[zone] = _without(held, gone)
    for name in ("villain", "fate"):
        pile: Pile = getattr(realm, name)
        if card in pile.deck or card in pile.discard:
            changes[name] = Pile(_without(pile.deck, gone), _without(pile.discard, gone))
    return _realm(b, seat, **changes)
