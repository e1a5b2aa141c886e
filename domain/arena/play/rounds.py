"""Rounds, with the end and start of turns, and the end of the match."""

from __future__ import annotations

from ...script import (
    Script,
    acting_as,
    choose_exactly,
    choose_one,
    choose_order,
    cite_rule,
    follow_from,
    follow_last,
    under_rule,
)
from .. import facts
from ..board import Board
from ..book import Book
from ..defaults import hand_size, has_ability_cards, printed_values, turn_phases
from ..facts import FigureId
from ..hexes import Space
from .effects import clear_figures, trigger_ability
from .statuses import TRIGGERED
from .targeting import T
from .verbs import draw_card, score_points


@cite_rule("SA-701")
def end_turn(t: T) -> Script[None]:
    """Lets the active Summoner discard down to the hand limit, and passes the turn on."""
    seat, hand = t.seat, t.board.summoners[t.seat].hand
    if (excess := len(hand) - hand_size(t.board, t.book, seat)) > 0:
        for card in (yield from choose_exactly(seat, "discard", hand, excess, sight="hand")):
            yield facts.CardDiscarded(seat, card)
    figure_id = t.board.active
    yield facts.TurnEnded(figure_id)
    tile = t.board.order.index(figure_id) + 1
    if tile == len(t.board.order):
        follow_last(t)
        yield from under_rule(t, "SA-201", _end_round(t))
        tile = 0
    if t.board.stage == "play":
        follow_last(t)
        yield from start_turn(t, t.board.order[tile])


def _end_round(t: T) -> Script[None]:
    last = t.board.final and not needs_further_round(t.board)
    yield facts.RoundEnded(t.board.round, last)
    if not last:
        follow_last(t)
        yield from begin_round(t.board.round + 1)


def begin_round(number: int) -> Script[None]:
    """Begins a round."""
    yield facts.RoundBegan(number)


def needs_further_round(board: Board) -> bool:
    """Returns whether a tie leads to a further round (SA-705)."""
    blue, red = board.points
    return blue == red and has_ability_cards(board)


@cite_rule("SA-202")
def start_turn(t: T, figure_id: FigureId) -> Script[None]:
    """Makes *figure_id* the active character and plays its Starting Phase, the four steps in their order."""
    yield facts.TurnBegan(figure_id, turn_phases(t.board))
    follow_last(t)
    seat = t.board.figures[figure_id].seat
    yield from lose_counters(t, figure_id)
    if t.board.figures[figure_id].at in t.book.arena.golden:
        yield from under_rule(t, "SA-206", score_points(t, t.board.teams[seat], 1))
    if not t.board.figures[figure_id].at:
        yield from return_character(t, figure_id)
    yield from draw_card(t, seat)
    yield from trigger_ability(t, "its turn starts", figure_id)
    if not t.board.figures[figure_id].hp:
        yield from acting_as(t, seat, end_turn(t))  # SA-315


@cite_rule("SA-203")
def lose_counters(t: T, figure_id: FigureId) -> Script[None]:
    """Takes a counter from every status tile, then lets the triggered ones happen (SA-204)."""
    statuses = t.board.figures[figure_id].statuses
    for status, counters in statuses.items():
        yield facts.StatusCounterRemoved(figure_id, status, counters - 1)
        t.occasions[status] = t.last
    pending = [status for status in TRIGGERED if status in statuses]
    for triggered in (
        yield from choose_order(
            t.board.figures[figure_id].seat, "order-of-statuses", pending, about=figure_id
        )
    ):
        cause = follow_from(t, t.occasions[triggered])
        yield from TRIGGERED[triggered](t, figure_id)
        follow_from(t, cause)
    yield from clear_figures(t)


@cite_rule("SA-207")
def return_character(t: T, figure_id: FigureId) -> Script[None]:
    """Returns a knocked out character to a free back-row space of either end, or the closest free one."""
    figure = t.board.figures[figure_id]
    for space in (
        yield from choose_one(figure.seat, "return", return_spaces(t.board, t.book), about=figure_id)
    ):
        yield facts.CharacterReturned(figure_id, space, printed_values(t.board, t.book, figure_id).hp)


def return_spaces(board: Board, book: Book) -> list[Space]:
    """Returns the spaces where a knocked out character may come back."""
    arena = book.arena
    occupied = {figure.at for figure in board.figures.values()}
    back_rows = (*arena.stars[0], *arena.stars[1])
    if free_spaces := [space for space in back_rows if space not in occupied]:
        return free_spaces
    distances = {
        space: min(arena.distances[space][star] for star in back_rows)
        for space in arena.spaces
        if space not in occupied
    }
    nearest = min(distances.values())
    return [space for space, steps in distances.items() if steps == nearest]
