"""How each fact changes the board. No rule runs here: what happened cannot be refused."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ..changes import Changes
from ..model import Seat, SeatHandedOver, SeatRetired
from . import facts
from .board import Board, InPlay, Pile, Realm, Shift
from .facts import Card, PileName

CHANGES: Changes[Board] = Changes()
CHANGES.none_after(facts.CardActivated, facts.SymbolBorrowed)
evolve, _after = CHANGES.evolve, CHANGES.after


# -- decks and hands ---------------------------------------------------------------------------------


@_after(facts.DeckShuffled)
def _(b: Board, e: facts.DeckShuffled) -> Board:
    discard = _without(_pile(b.realms[e.seat], e.pile).discard, e.cards)
    return _realm(b, e.seat, **{e.pile: Pile(e.cards, discard)})


@_after(facts.CardsDrawn)
def _(b: Board, e: facts.CardsDrawn) -> Board:
    mine = b.realms[e.seat]
    return _realm(b, e.seat, hand=mine.hand + e.cards, **_taken(mine, e.pile, e.cards))


@_after(facts.CardsRevealed)
def _(b: Board, e: facts.CardsRevealed) -> Board:
    mine = b.realms[e.seat]
    return _realm(b, e.seat, opened=mine.opened + e.cards, **_taken(mine, e.pile, e.cards))


@_after(facts.CardsLookedAt)
def _(b: Board, e: facts.CardsLookedAt) -> Board:
    mine = b.realms[e.seat]
    return _realm(b, e.seat, looked=mine.looked + e.cards, **_taken(mine, e.pile, e.cards))


@_after(facts.CardsPutBack)
def _(b: Board, e: facts.CardsPutBack) -> Board:
    mine = b.realms[e.seat]
    for card in e.cards:
        mine = _lifted(mine, card)
    at = _pile(mine, e.pile)
    return _seated(b, e.seat, replace(mine, **{e.pile: Pile(e.cards + at.deck, at.discard)}))


@_after(facts.CardDiscarded)
def _(b: Board, e: facts.CardDiscarded) -> Board:
    mine = _lifted(b.realms[e.seat], e.card)
    at = _pile(mine, e.pile)
    return _seated(b, e.seat, replace(mine, **{e.pile: Pile(at.deck, (*at.discard, e.card))}))


@_after(facts.CardRecovered)
def _(b: Board, e: facts.CardRecovered) -> Board:
    mine = _lifted(b.realms[e.seat], e.card)
    return _seated(b, e.seat, replace(mine, hand=(*mine.hand, e.card)))


@_after(facts.HandRevealed)
def _(b: Board, e: facts.HandRevealed) -> Board:
    return _realm(b, e.seat, exposed=True)


@_after(facts.HandHidden)
def _(b: Board, e: facts.HandHidden) -> Board:
    return _realm(b, e.seat, exposed=False)


# -- the Realm ---------------------------------------------------------------------------------------


@_after(facts.CardPlayed)
def _(b: Board, e: facts.CardPlayed) -> Board:
    was = b.realms[e.seat].cards.get(e.card)
    mine = _lifted(b.realms[e.seat], e.card)
    if not e.at and not e.on:
        return _seated(b, e.seat, replace(mine, opened=(*mine.opened, e.card)))
    where = InPlay(e.at, e.on, was.power if was else 0)
    return _seated(b, e.seat, replace(mine, cards={**mine.cards, e.card: where}))


@_after(facts.CardMoved)
def _(b: Board, e: facts.CardMoved) -> Board:
    return _card(b, e.seat, e.card, at=e.to, on="")


@_after(facts.CardAttached)
def _(b: Board, e: facts.CardAttached) -> Board:
    mine = _lifted(b.realms[e.seat], e.card)
    return _seated(b, e.seat, replace(mine, cards={**mine.cards, e.card: InPlay(on=e.to)}))


@_after(facts.CardTurned)
def _(b: Board, e: facts.CardTurned) -> Board:
    return _card(b, e.seat, e.card, form=e.form, beside=e.beside)


@_after(facts.StrengthShifted)
def _(b: Board, e: facts.StrengthShifted) -> Board:
    mine = b.realms[e.seat]
    if e.card:
        return _realm(b, e.seat, shifted=(*mine.shifted, Shift(e.of, e.by, e.card)))
    return _realm(b, e.seat, shifts={**mine.shifts, e.of: mine.shifts.get(e.of, 0) + e.by})


@_after(facts.EffectLasts)
def _(b: Board, e: facts.EffectLasts) -> Board:
    return _realm(b, e.seat, lasting=(*b.realms[e.seat].lasting, e.card))


@_after(facts.HeroDefeated)
def _(b: Board, e: facts.HeroDefeated) -> Board:
    return replace(b, felled=(*b.felled, e.strength)) if e.seat == b.seat else b


@_after(facts.LocationLocked)
def _(b: Board, e: facts.LocationLocked) -> Board:
    return _realm(b, e.seat, locked=(*_without(b.realms[e.seat].locked, (e.freed,)), e.at))


@_after(facts.LocationUnlocked)
def _(b: Board, e: facts.LocationUnlocked) -> Board:
    return _realm(b, e.seat, locked=_without(b.realms[e.seat].locked, (e.at,)))


# -- Power -------------------------------------------------------------------------------------------


@_after(facts.PowerGained)
def _(b: Board, e: facts.PowerGained) -> Board:
    return replace(_realm(b, e.seat, power=e.power), cauldron=b.cauldron - e.amount)


@_after(facts.PowerPaid)
def _(b: Board, e: facts.PowerPaid) -> Board:
    return replace(_realm(b, e.seat, power=e.power), cauldron=b.cauldron + e.amount)


@_after(facts.PowerTaken)
def _(b: Board, e: facts.PowerTaken) -> Board:
    lying = b.realms[e.seat].cards[e.card].power
    return _card(_realm(b, e.seat, power=e.power), e.seat, e.card, power=lying + e.amount)


@_after(facts.PowerReturned)
def _(b: Board, e: facts.PowerReturned) -> Board:
    return _card(_realm(b, e.seat, power=e.power), e.seat, e.card, power=0)


# -- turns -------------------------------------------------------------------------------------------


@_after(facts.TurnBegan)
def _(b: Board, e: facts.TurnBegan) -> Board:
    realms = [replace(r, shifts={}, shifted=()) if r.shifts or r.shifted else r for r in b.realms]
    realms[e.seat] = replace(realms[e.seat], lapsed=realms[e.seat].lasting, lasting=())
    begun = {"stage": "move", "seat": e.seat, "turn": e.number}
    return replace(b, realms=tuple(realms), used=(), met=(), passed=(), felled=(), **begun)


@_after(facts.MoverMoved)
def _(b: Board, e: facts.MoverMoved) -> Board:
    return _stepped(_realm(b, e.seat, at=e.to), e.seat, e.by)


@_after(facts.MoverStayed)
def _(b: Board, e: facts.MoverStayed) -> Board:
    return _stepped(b, e.seat)


@_after(facts.SymbolUsed)
def _(b: Board, e: facts.SymbolUsed) -> Board:
    marks = (str(e.symbol) if e.symbol else "", e.by)
    return replace(b, used=(*b.used, *(mark for mark in marks if mark)))


@_after(facts.FateTokenTaken)
def _(b: Board, e: facts.FateTokenTaken) -> Board:
    return replace(b, token=e.seat)


@_after(facts.RequirementMet)
def _(b: Board, e: facts.RequirementMet) -> Board:
    return replace(b, met=(*b.met, e.requirement))


@_after(facts.TurnPassed)
def _(b: Board, e: facts.TurnPassed) -> Board:
    return replace(b, passed=(*b.passed, e.seat))


@_after(facts.ObjectiveFulfilled)
def _(b: Board, e: facts.ObjectiveFulfilled) -> Board:
    return replace(b, stage="over", winner=e.seat)


@_after(SeatRetired)
def _(b: Board, e: SeatRetired) -> Board:
    return replace(b, retired=(*b.retired, e.seat))


@_after(SeatHandedOver)
def _(b: Board, e: SeatHandedOver) -> Board:
    return replace(b, retired=tuple(seat for seat in b.retired if seat != e.seat))


# -- what they have in common ------------------------------------------------------------------------


def _stepped(b: Board, seat: Seat, by: Card = "") -> Board:
    """Lets the player of the turn act where the mover is: its first step is done, unless a card sent it.

    Another location brings new symbols (VI-215).
    """
    return replace(b, stage=b.stage if by else "act", used=()) if seat == b.seat else b


def _seated(b: Board, seat: Seat, mine: Realm) -> Board:
    return replace(b, realms=(*b.realms[:seat], mine, *b.realms[seat + 1 :]))


def _realm(b: Board, seat: Seat, **changes: Any) -> Board:
    return _seated(b, seat, replace(b.realms[seat], **changes))


def _card(b: Board, seat: Seat, card: Card, **changes: Any) -> Board:
    cards = b.realms[seat].cards
    return _realm(b, seat, cards={**cards, card: replace(cards[card], **changes)})


def _pile(mine: Realm, pile: PileName) -> Pile:
    return mine.villain if pile == "villain" else mine.fate


def _taken(mine: Realm, pile: PileName, cards: tuple[Card, ...]) -> dict[str, Pile]:
    """Returns the pile without *cards*, which lie on top, by its name."""
    at = _pile(mine, pile)
    return {pile: Pile(at.deck[len(cards) :], at.discard)}


def _without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in gone)


def _lifted(mine: Realm, card: Card) -> Realm:
    """Takes *card* from where it is: a card is in one place only."""
    if card in mine.cards:
        cards = dict(mine.cards)
        del cards[card]
        return replace(mine, cards=cards)
    for zone in ("hand", "opened", "looked"):
        held: tuple[Card, ...] = getattr(mine, zone)
        if card in held:
            return replace(mine, **{zone: _without(held, (card,))})
    for name in ("villain", "fate"):
        pile: Pile = getattr(mine, name)
        if card in pile.deck or card in pile.discard:
            rest = Pile(_without(pile.deck, (card,)), _without(pile.discard, (card,)))
            return replace(mine, **{name: rest})
    return mine
