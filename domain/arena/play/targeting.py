"""Targets of effects, with their range, restrictions and costs."""

from __future__ import annotations

from typing import TypeAlias

from ...model import Seat
from ...script import Script, Table, choose_one, cite_rule
from .. import facts
from ..board import Board
from ..book import Book
from ..editions import edition_rules
from ..facts import FigureId
from ..hexes import Space
from ..instructions import Target

T: TypeAlias = Table[Board, Book]


def target_candidates(board: Board, book: Book, source: FigureId, target: Target) -> list[FigureId]:
    """Returns the figures that *target* includes, restricted or not."""
    at = board.figures[source].at
    if not at:
        return []
    figure_ids: list[FigureId] = [] if target.side in ("ally", "friend") else board.rivals_of(source)
    if target.side != "rival":
        figure_ids += board.allies_of(source)
    if target.side == "friend":
        figure_ids.append(source)
    return [
        figure_id for figure_id in figure_ids if is_in_reach(book, target, at, board.figures[figure_id].at)
    ]


def is_in_reach(book: Book, target: Target, at: Space, to: Space) -> bool:
    """Returns whether the distance from *at* to *to* fits *target* (SA-401)."""
    if target.within is None:
        return True
    distance = book.arena.distances[at][to]
    return distance == target.within if target.exactly else distance <= target.within


def choice_restriction(board: Board, seat: Seat, figure_id: FigureId, hand_size: int) -> str:
    """Returns the rule against choosing *figure_id* for a Direct Effect, with *hand_size* cards."""
    figure = board.figures[figure_id]
    if "taunt" not in figure.statuses and _is_taunted(board, seat, figure_id):
        return "SA-510"
    rival = board.teams[figure.seat] != board.teams[seat]
    return "SA-507" if rival and not hand_size and "stealthy" in figure.statuses else ""


def _is_taunted(board: Board, seat: Seat, figure_id: FigureId) -> bool:
    """Returns whether a Taunt protects *figure_id* from *seat* (SA-510, SA-903)."""
    teams, team = board.teams, board.teams[seat]
    for figure in board.figures.values():
        if "taunt" in figure.statuses and figure.at and teams[figure.seat] != team:
            return edition_rules(board).taunt_covers_everyone or board.team_of(figure_id) != team
    return False


@cite_rule("SA-507")
def pay_for_choice(t: T, figure_id: FigureId) -> Script[None]:
    """Banishes a card of the own choice before a rival's Stealthy figure is affected directly."""
    figure = t.board.figures[figure_id]
    if t.board.teams[figure.seat] != t.board.teams[t.seat] and "stealthy" in figure.statuses:
        hand = t.board.summoners[t.seat].hand
        for card in (yield from choose_one(t.seat, "pay", hand, about=figure_id, sight="hand")):
            yield facts.CardBanished(t.seat, card)
