"""Conditions: played in somebody else's turn, and asked for so that nobody learns who holds one.

Whether a seat is asked depends on what everyone can see, never on its hand: see
`ops/decisions/0003-conditions.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ..model import Asked, Picks, Seat
from ..script import Script, acting, verb
from . import facts, layout
from .board import Board, Pile, Realm
from .book import Book, Requirement
from .hooks import T
from .index import Memo, by_cards
from .play_targets import playable
from .plays import play
from .strength import strength

PASS = "pass"
PASS_TURN = "pass-turn"


Heard: TypeAlias = dict[tuple[Seat, str], Pile]
"""Who has been asked about which requirement at this moment, and how the own piles lay then."""


@verb("VI-088")
def invite(t: T) -> Script[None]:
    """Asks the opponents, in seat order, about each requirement that is met.

    Whoever passed is asked again at the next moment, while it is met, and at once when a card may have come
    to the hand.
    """
    heard: Heard = {}
    while (requirement := _due(t.board, t.book, heard)) is not None:
        if _is_new(t.board, t.book, requirement):
            yield facts.RequirementMet(requirement.key)
            heard = {asked: pile for asked, pile in heard.items() if asked[1] != requirement.key}
        for seat in t.board.opponents(t.board.seat):
            if _open_to(t.board, t.book, seat, requirement, heard):
                heard[seat, requirement.key] = t.board.realms[seat].villain
                yield from _ask(t, seat, requirement)


def _ask(t: T, seat: Seat, requirement: Requirement) -> Script[None]:
    """Asks *seat*, whether or not it holds a fitting Condition: hence `Asked`, and not `choose`.

    It plays one, or as many as it likes (VI-C3).
    """
    plays = tuple(f"play:{card}" for card in _held(t.board, t.book, seat, requirement))
    (answer,) = yield Asked(seat, "condition", (PASS, PASS_TURN, *plays), about=requirement.key, sight="hand")
    if answer == PASS_TURN:
        yield facts.TurnPassed(seat)
    elif answer != PASS:
        yield from acting(t, seat, play(t, seat, answer.removeprefix("play:")))
        if t.book.rulings.conditions == "several" and _open_to(t.board, t.book, seat, requirement, {}):
            yield from _ask(t, seat, requirement)


def _due(b: Board, book: Book, heard: Heard) -> Requirement | None:
    """Returns a requirement that is newly met, or else one that lasts and has to be asked about."""
    most = {**_standing(b.realms[b.seat], book), "defeat": max(b.felled, default=0)}
    met = [
        (seat, wanted)
        for seat in b.opponents(b.seat)
        for wanted in book.conditions[b.realms[seat].who]
        if most[wanted.what] >= wanted.least
    ]
    for _, wanted in met:
        if _is_new(b, book, wanted):
            return wanted
    if book.version > 2:
        for seat, wanted in met:
            if wanted.lasts and _open_to(b, book, seat, wanted, heard):
                return wanted
    return None


def _is_new(b: Board, book: Book, requirement: Requirement) -> bool:
    """Tells whether *requirement* was met more often in this turn than was told."""
    return _times(b, book, requirement) > b.met.count(requirement.key)


def _open_to(b: Board, book: Book, seat: Seat, requirement: Requirement, heard: Heard) -> bool:
    """Tells whether *seat* can play a Condition now, for all that everyone can see, and has to be heard."""
    if book.version > 2 and not _times(b, book, requirement):
        return False
    was = heard.get((seat, requirement.key))
    return _may_hold(b, book, seat, requirement) and (was is None or _dealt(was, b.realms[seat].villain))


def _dealt(was: Pile, now: Pile) -> bool:
    """Tells whether a card may have gone to the hand since the piles were as they *were*.

    It asks whether a card left them, and not which: that is secret.
    """
    return now.deck != was.deck or now.discard[: len(was.discard)] != was.discard


def _times(b: Board, book: Book, requirement: Requirement) -> int:
    """Returns how often *requirement* was met in this turn: a state counts once, each deed for itself."""
    if requirement.what == "defeat":
        return sum(fallen >= requirement.least for fallen in b.felled)
    return int(_standing(b.realms[b.seat], book)[requirement.what] >= requirement.least)


@Memo
def _standing(mine: Realm, book: Book) -> Mapping[str, int]:
    """Returns what the player of the turn has in the whole Realm, by what requirements are about (VI-010)."""
    allies, items = (len(layout.of_kind(mine, book, kind)) for kind in ("ally", "item"))
    return {"power": mine.power, "allies": allies, "items": items, "strength": _strongest(mine, book)}


@by_cards
def _strongest(mine: Realm, book: Book) -> int:
    return max((strength(mine, book, ally) for ally in layout.of_kind(mine, book, "ally")), default=0)


def _may_hold(b: Board, book: Book, seat: Seat, requirement: Requirement) -> bool:
    """Tells whether *seat*, for all that everyone can see, might hold a Condition with *requirement*."""
    mine = b.realms[seat]
    if seat in b.passed or not mine.hand:
        return False
    copies = book.conditions[mine.who].get(requirement, ())
    return any(card not in mine.villain.discard for card in copies)


def _held(b: Board, book: Book, seat: Seat, requirement: Requirement) -> Picks:
    mine = b.realms[seat]
    return tuple(
        card for card in mine.hand if book.cards[card].requires == requirement and playable(mine, book, card)
    )
