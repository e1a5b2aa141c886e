"""Offers Conditions in opponents' turns without revealing their holders.

Each offer depends on public information, never on the hand (see `ops/decisions/0003-conditions.md`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ...model import Asked, Picks, Seat
from ...script import Script, acting_as, cite_rule, follow_from
from .. import facts
from ..board import Board, Pile, Realm
from ..book import Book, Requirement
from ..hooks import T
from ..index import Memo, cached_by_cards
from . import layout
from .play_targets import is_playable
from .plays import play_card
from .strength import strength_of

PASS = "pass"
PASS_TURN = "pass-turn"


AskedSeats: TypeAlias = dict[tuple[Seat, str], Pile]
"""The Villain piles of each asked seat at its last offer, by requirement."""


@cite_rule("VI-088")
def offer_conditions(t: T) -> Script[None]:
    """Offers each met requirement to the opponents in seat order.

    A seat that passed is asked again at the next moment while the requirement is met, and at once when a
    card may have come to its hand.
    """
    asked_seats: AskedSeats = {}
    cause = t.cause
    while (requirement := _next_requirement(t.board, t.book, asked_seats)) is not None:
        if _is_new(t.board, t.book, requirement):
            if requirement.what == "defeat":
                cause = t.occasions["defeat"]
            follow_from(t, cause)
            yield facts.RequirementMet(requirement.key)
            t.occasions[requirement.key] = t.last
            asked_seats = {key: pile for key, pile in asked_seats.items() if key[1] != requirement.key}
        for seat in t.board.opponents(t.board.seat):
            if _open_to(t.board, t.book, seat, requirement, asked_seats):
                asked_seats[seat, requirement.key] = t.board.realms[seat].villain
                met = t.occasions.get(requirement.key, cause)
                follow_from(t, met)
                play = yield from _ask_seat(t, seat, requirement)
                cause = play or cause


def _ask_seat(t: T, seat: Seat, requirement: Requirement) -> Script[int]:
    """Asks *seat*, and returns the number of the answer that plays a Condition, or 0.

    It asks even without a matching Condition, hence `Asked` and not `choose`. The seat plays one, or any
    number (VI-C3).
    """
    plays = tuple(f"play:{card}" for card in _matching_cards(t.board, t.book, seat, requirement))
    (answer,) = yield Asked(seat, "condition", (PASS, PASS_TURN, *plays), about=requirement.key, sight="hand")
    if answer == PASS_TURN:
        yield facts.TurnPassed(seat)
    if answer in (PASS, PASS_TURN):
        return 0
    play = t.cause
    yield from acting_as(t, seat, play_card(t, seat, answer.removeprefix("play:")))
    if t.book.rulings.conditions == "several" and _open_to(t.board, t.book, seat, requirement, {}):
        play = (yield from _ask_seat(t, seat, requirement)) or play
    return play


def _next_requirement(board: Board, book: Book, asked_seats: AskedSeats) -> Requirement | None:
    """Returns a newly met requirement, or else a lasting one that is open to a seat."""
    values = {**_current_values(board.realms[board.seat], book), "defeat": max(board.felled, default=0)}
    open_requirements = [
        (seat, requirement)
        for seat in board.opponents(board.seat)
        for requirement in book.conditions[board.realms[seat].who]
        if values[requirement.what] >= requirement.least
    ]
    for _, requirement in open_requirements:
        if _is_new(board, book, requirement):
            return requirement
    if book.version > 2:
        for seat, requirement in open_requirements:
            if requirement.lasts and _open_to(board, book, seat, requirement, asked_seats):
                return requirement
    return None


def _is_new(board: Board, book: Book, requirement: Requirement) -> bool:
    """Returns whether *requirement* was met more often in this turn than recorded."""
    return _count_met(board, book, requirement) > board.met.count(requirement.key)


def _open_to(board: Board, book: Book, seat: Seat, requirement: Requirement, asked_seats: AskedSeats) -> bool:
    """Returns whether *seat* may hold a Condition, by public information, and has not been asked."""
    if book.version > 2 and not _count_met(board, book, requirement):
        return False
    known_pile = asked_seats.get((seat, requirement.key))
    return _may_hold(board, book, seat, requirement) and (
        known_pile is None or _may_have_drawn(known_pile, board.realms[seat].villain)
    )


def _may_have_drawn(before: Pile, after: Pile) -> bool:
    """Returns whether a card may have come to the hand since *before*.

    Only the size of the change is public, not the card.
    """
    return after.deck != before.deck or after.discard[: len(before.discard)] != before.discard


def _count_met(board: Board, book: Book, requirement: Requirement) -> int:
    """Returns how often *requirement* was met in this turn; a state counts once."""
    if requirement.what == "defeat":
        return sum(fallen >= requirement.least for fallen in board.felled)
    return int(_current_values(board.realms[board.seat], book)[requirement.what] >= requirement.least)


@Memo
def _current_values(realm: Realm, book: Book) -> Mapping[str, int]:
    """Returns the current player's values of all requirements in the whole Realm (VI-010)."""
    allies, items = (len(layout.cards_of_kind(realm, book, kind)) for kind in ("ally", "item"))
    return {
        "power": realm.power,
        "allies": allies,
        "items": items,
        "strength": _max_ally_strength(realm, book),
    }


@cached_by_cards
def _max_ally_strength(realm: Realm, book: Book) -> int:
    return max(
        (strength_of(realm, book, ally) for ally in layout.cards_of_kind(realm, book, "ally")), default=0
    )


def _may_hold(board: Board, book: Book, seat: Seat, requirement: Requirement) -> bool:
    """Returns whether *seat* may hold a Condition with *requirement*, by public information."""
    realm = board.realms[seat]
    if seat in board.passed or not realm.hand:
        return False
    copies = book.conditions[realm.who].get(requirement, ())
    return any(card not in realm.villain.discard for card in copies)


def _matching_cards(board: Board, book: Book, seat: Seat, requirement: Requirement) -> Picks:
    realm = board.realms[seat]
    return tuple(
        card
        for card in realm.hand
        if book.cards[card].requires == requirement and is_playable(realm, book, card)
    )
