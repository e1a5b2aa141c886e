"""Basic effects that trigger nothing else, shared by all texts."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ...model import Seat
from ...script import (
    Script,
    choose_exactly,
    choose_one,
    choose_order,
    choose_up_to,
    cite_rule,
    follow_from,
    follow_last,
    under_rule,
)
from .. import facts
from ..board import Board
from ..book import Book
from ..defaults import printed_values
from ..facts import CardCode, FigureId, Status, Team
from ..hexes import Space, shortest_paths
from .targeting import T

Through: TypeAlias = Literal["allies", "free"]
"""The figures that a move may pass."""

FINAL_ROUND_POINTS = {1: 12, 2: 20, 3: 20, 4: 20}
"""The Victory Points that start the final round, by chapter (SA-702)."""


def move_ends(
    board: Board, book: Book, figure_id: FigureId, steps: int, through: Through = "allies"
) -> dict[Space, tuple[Space, ...]]:
    """Returns where *figure_id* may walk with up to *steps*, and how it gets there (SA-304)."""
    team = board.team_of(figure_id)
    placed = [f for f in board.figures.values() if f.at]
    occupied = frozenset([f.at for f in placed])
    rivals = frozenset([f.at for f in placed if board.teams[f.seat] != team])
    blocked = occupied if through == "free" else rivals
    return shortest_paths(
        book.arena.neighbours, board.figures[figure_id].at, steps, blocked=blocked, occupied=occupied
    )


@cite_rule("SA-304")
def walk_figure(
    t: T, figure_id: FigureId, steps: int, *, about: str = "", through: Through = "allies"
) -> Script[None]:
    """Moves *figure_id* up to *steps* spaces, to where the acting Summoner says (SA-409)."""
    if "immobilized" in t.board.figures[figure_id].statuses:
        yield from under_rule(t, "SA-504", _prevent_movement(figure_id))
        return
    reach = move_ends(t.board, t.book, figure_id, steps, through)
    for space in (yield from choose_up_to(t.seat, "where", tuple(reach), about=about or figure_id)):
        yield facts.CharacterMoved(figure_id, reach[space])


def _prevent_movement(figure_id: FigureId) -> Script[None]:
    yield facts.MovementPrevented(figure_id)


@cite_rule("SA-408")
def heal_figure(t: T, figure_id: FigureId, amount: int) -> Script[None]:
    """Gives *figure_id* HP back, never above its starting HP."""
    figure = t.board.figures[figure_id]
    hp = min(printed_values(t.board, t.book, figure_id).hp, figure.hp + amount)
    if figure.hp and hp > figure.hp:
        yield facts.HealthRecovered(figure_id, hp - figure.hp, hp)


@cite_rule("SA-501")
def give_counters(t: T, figure_id: FigureId, status: Status, counters: int) -> Script[None]:
    """Puts *counters* on a status tile of *figure_id*; a knocked out character gets none (SA-604)."""
    figure = t.board.figures[figure_id]
    if figure.hp:
        yield facts.StatusCountersAdded(
            figure_id, status, counters, figure.statuses.get(status, 0) + counters
        )


@cite_rule("SA-205")
def lift_tiles(t: T, figure_id: FigureId, status: Status | None) -> Script[None]:
    """Takes the tile of *status* off *figure_id*, or all of them; nothing triggers."""
    for name in t.board.figures[figure_id].statuses:
        if status in (None, name):
            yield facts.StatusRemoved(figure_id, name)


@cite_rule("SA-205")
def remove_counters(t: T, figure_id: FigureId, status: Status, counters: int) -> Script[None]:
    """Takes up to *counters* off the tile of *status* of *figure_id*, one by one; nothing triggers."""
    count = t.board.figures[figure_id].statuses.get(status, 0)
    for remaining in reversed(range(max(0, count - counters), count)):
        yield facts.StatusCounterRemoved(figure_id, status, remaining)


@cite_rule("SA-413")
def banish_cards(t: T, seat: Seat, cards: int, *, about: str) -> Script[None]:
    """Lets *seat* banish cards of its own choice from hand; with an empty hand nothing happens."""
    hand = t.board.summoners[seat].hand
    for card in (yield from choose_exactly(seat, "banish", hand, cards, about=about, sight="hand")):
        yield facts.CardBanished(seat, card)


@cite_rule("SA-413")
def discard_cards(t: T, seat: Seat, cards: int, *, about: str) -> Script[None]:
    """Lets *seat* discard cards of its own choice from hand; with an empty hand nothing happens."""
    hand = t.board.summoners[seat].hand
    for card in (yield from choose_exactly(seat, "discard-for", hand, cards, about=about, sight="hand")):
        yield facts.CardDiscarded(seat, card)


@cite_rule("SA-210")
def draw_card(t: T, seat: Seat) -> Script[None]:
    """Draws a card; with an empty deck the draw is skipped and this round is the final one (SA-703)."""
    deck = t.board.summoners[seat].deck
    if deck:
        yield facts.CardDrawn(seat, deck[0])
        return
    yield facts.DrawSkipped(seat)
    if not t.board.final:
        follow_last(t)
        yield from under_rule(t, "SA-703", _call_final_round())


def look_at_deck(t: T, seat: Seat, cards: int, *, about: str) -> Script[tuple[CardCode, ...]]:
    """Looks at the top cards of the own deck and puts them back; returns their order (SA-410).

    A shorter deck shows fewer cards (SA-412). An unchanged order is not reported.
    """
    top = t.board.summoners[seat].deck[:cards]
    if not top:
        return ()
    yield facts.CardsLookedAt(seat, top)
    cause = follow_last(t)
    put_back = yield from choose_order(seat, "order-of-cards", top, about=about, sight="secret")
    yield facts.CardsPutBack(seat, put_back)
    follow_from(t, cause)
    return put_back


def reveal_card(t: T, seats: list[Seat], *, about: str) -> Script[tuple[CardCode, Seat]]:
    """Reveals the top card of a deck of one of *seats*, as chosen (SA-410, SA-412)."""
    stocked = [str(seat) for seat in seats if t.board.summoners[seat].deck]
    for seat in map(int, (yield from choose_one(t.seat, "whose-deck", stocked, about=about))):
        card = t.board.summoners[seat].deck[0]
        yield facts.CardRevealed(seat, card)
        return card, seat
    return "", t.seat


def score_points(t: T, team: Team, points: int) -> Script[None]:
    """Gives *team* Victory Points; the one that reaches the mark makes this round the last (SA-702)."""
    total = t.board.points[team] + points
    yield facts.VictoryPointsGained(team, points, total)
    if total >= FINAL_ROUND_POINTS[t.board.options.chapter] and not t.board.final:
        cause = follow_last(t)
        yield from under_rule(t, "SA-702", _call_final_round())
        follow_from(t, cause)


@cite_rule("SA-605")
def lose_points(t: T, team: Team, points: int) -> Script[None]:
    """Takes Victory Points from *team*, down to 0."""
    if amount := min(points, t.board.points[team]):
        yield facts.VictoryPointsLost(team, amount, t.board.points[team] - amount)


def _call_final_round() -> Script[None]:
    yield facts.FinalRoundCalled()
