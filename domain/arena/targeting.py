"""Whom an effect is meant for: who is in reach, who may be chosen, and what choosing costs."""

from __future__ import annotations

from typing import TypeAlias

from ..model import Seat
from ..script import Script, Table, choose, cite_rule
from . import facts
from .board import Board
from .book import Book
from .editions import edition_rules
from .facts import Who
from .hexes import Space
from .instructions import Target

T: TypeAlias = Table[Board, Book]


def target_candidates(board: Board, book: Book, source: Who, target: Target) -> list[Who]:
    """Returns the figures that *target* names, whatever it would take to choose them."""
    at = board.figures[source].at
    if not at:
        return []
    known: list[Who] = [] if target.side in ("ally", "friend") else board.rivals_of(source)
    if target.side != "rival":
        known += board.allies_of(source)
    if target.side == "friend":
        known.append(source)
    return [who for who in known if is_in_reach(book, target, at, board.figures[who].at)]


def is_in_reach(book: Book, target: Target, at: Space, to: Space) -> bool:
    """Tells whether *to* is as far from *at* as *target* says (SA-401)."""
    if target.within is None:
        return True
    apart = book.arena.distances[at][to]
    return apart == target.within if target.exactly else apart <= target.within


def choice_restriction(board: Board, seat: Seat, who: Who, held: int) -> str:
    """Returns the rule that forbids *seat*, holding *held* cards, to choose *who* for a Direct Effect."""
    figure = board.figures[who]
    if "taunt" not in figure.statuses and _is_taunted(board, seat, who):
        return "SA-510"
    rival = board.teams[figure.seat] != board.teams[seat]
    return "SA-507" if rival and not held and "stealthy" in figure.statuses else ""


def _is_taunted(board: Board, seat: Seat, who: Who) -> bool:
    """Tells whether a Taunt of the other team keeps *seat* from choosing *who* (SA-510, SA-903)."""
    teams, team = board.teams, board.teams[seat]
    for figure in board.figures.values():
        if "taunt" in figure.statuses and figure.at and teams[figure.seat] != team:
            return edition_rules(board).taunt_covers_everyone or board.team_of(who) != team
    return False


@cite_rule("SA-507")
def pay_for_choice(t: T, who: Who) -> Script[None]:
    """Banishes a card of the own choice before a rival's Stealthy figure is affected directly."""
    figure = t.board.figures[who]
    if t.board.teams[figure.seat] != t.board.teams[t.seat] and "stealthy" in figure.statuses:
        hand = t.board.summoners[t.seat].hand
        for card in (yield from choose(t.seat, "pay", hand, about=who, sight="hand")):
            yield facts.CardBanished(t.seat, card)
