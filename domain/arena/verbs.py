"""The verbs: what an effect can do that sets nothing else off. Each is written once, for every text."""

from __future__ import annotations

from typing import Literal, TypeAlias

from ..model import Seat
from ..script import Script, choose, choose_up_to, cite_rule, order, pick, under_rule
from . import facts
from .board import Board
from .book import Book
from .defaults import printed_values
from .facts import Card, Status, Team, Who
from .hexes import Space, shortest_paths
from .targeting import T

Through: TypeAlias = Literal["allies", "free"]
"""What a move passes: allies, or nobody at all."""

FINAL_ROUND_POINTS = {1: 12, 2: 20, 3: 20, 4: 20}
"""By chapter: the Victory Points that make a round the last one (SA-702)."""


def move_ends(
    board: Board, book: Book, who: Who, steps: int, through: Through = "allies"
) -> dict[Space, tuple[Space, ...]]:
    """Returns where *who* may walk with up to *steps*, and how it gets there (SA-304)."""
    team = board.team_of(who)
    others = [f for f in board.figures.values() if f.at]
    taken = frozenset([f.at for f in others])
    rivals = frozenset([f.at for f in others if board.teams[f.seat] != team])
    blocked = taken if through == "free" else rivals
    return shortest_paths(book.arena.neighbours, board.figures[who].at, steps, blocked=blocked, taken=taken)


@cite_rule("SA-304")
def walk_figure(t: T, who: Who, steps: int, *, about: str = "", through: Through = "allies") -> Script[None]:
    """Moves *who* up to *steps* spaces, to where the acting Summoner says (SA-409)."""
    if "immobilized" in t.board.figures[who].statuses:
        yield from under_rule(t, "SA-504", _prevent_movement(who))
        return
    reach = move_ends(t.board, t.book, who, steps, through)
    for space in (yield from choose_up_to(t.seat, "where", tuple(reach), about=about or who)):
        yield facts.CharacterMoved(who, reach[space])


def _prevent_movement(who: Who) -> Script[None]:
    yield facts.MovementPrevented(who)


@cite_rule("SA-408")
def heal_figure(t: T, who: Who, amount: int) -> Script[None]:
    """Gives *who* HP back, never above its starting HP."""
    figure = t.board.figures[who]
    hp = min(printed_values(t.board, t.book, who).hp, figure.hp + amount)
    if figure.hp and hp > figure.hp:
        yield facts.HealthRecovered(who, hp - figure.hp, hp)


@cite_rule("SA-501")
def give_counters(t: T, who: Who, status: Status, counters: int) -> Script[None]:
    """Puts *counters* on a status tile of *who*; a knocked out character gets none (SA-604)."""
    figure = t.board.figures[who]
    if figure.hp:
        yield facts.StatusCountersAdded(who, status, counters, figure.statuses.get(status, 0) + counters)


@cite_rule("SA-205")
def lift_tiles(t: T, who: Who, status: Status | None) -> Script[None]:
    """Takes the tile of *status* off *who*, or all of them; nothing triggers."""
    for name in t.board.figures[who].statuses:
        if status in (None, name):
            yield facts.StatusRemoved(who, name)


@cite_rule("SA-205")
def remove_counters(t: T, who: Who, status: Status, counters: int) -> Script[None]:
    """Takes up to *counters* off the tile of *status* of *who*, one by one; nothing triggers."""
    held = t.board.figures[who].statuses.get(status, 0)
    for left in reversed(range(max(0, held - counters), held)):
        yield facts.StatusCounterRemoved(who, status, left)


@cite_rule("SA-413")
def banish_cards(t: T, seat: Seat, cards: int, *, about: str) -> Script[None]:
    """Lets *seat* banish cards of its own choice from hand; with an empty hand nothing happens."""
    hand = t.board.summoners[seat].hand
    for card in (yield from pick(seat, "banish", hand, cards, about=about, sight="hand")):
        yield facts.CardBanished(seat, card)


@cite_rule("SA-413")
def discard_cards(t: T, seat: Seat, cards: int, *, about: str) -> Script[None]:
    """Lets *seat* discard cards of its own choice from hand; with an empty hand nothing happens."""
    hand = t.board.summoners[seat].hand
    for card in (yield from pick(seat, "discard-for", hand, cards, about=about, sight="hand")):
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
        yield from under_rule(t, "SA-703", _call_final_round())


def look_at_deck(t: T, seat: Seat, cards: int, *, about: str) -> Script[tuple[Card, ...]]:
    """Looks at the top cards of the own deck and puts them back in any order; returns that order (SA-410).

    Of fewer cards than it says, what is there is used (SA-412). That the order may have stayed is not told.
    """
    top = t.board.summoners[seat].deck[:cards]
    if not top:
        return ()
    yield facts.CardsLookedAt(seat, top)
    put_back = yield from order(seat, "order-of-cards", top, about=about, sight="secret")
    yield facts.CardsPutBack(seat, put_back)
    return put_back


def reveal_card(t: T, seats: list[Seat], *, about: str) -> Script[tuple[Card, Seat]]:
    """Shows everyone the top card of a deck of one of *seats*, as is chosen (SA-410, SA-412)."""
    stocked = [str(seat) for seat in seats if t.board.summoners[seat].deck]
    for seat in map(int, (yield from choose(t.seat, "whose-deck", stocked, about=about))):
        card = t.board.summoners[seat].deck[0]
        yield facts.CardRevealed(seat, card)
        return card, seat
    return "", t.seat


def score_points(t: T, team: Team, points: int) -> Script[None]:
    """Gives *team* Victory Points; the one that reaches the mark makes this round the last (SA-702)."""
    total = t.board.points[team] + points
    yield facts.VictoryPointsGained(team, points, total)
    if total >= FINAL_ROUND_POINTS[t.board.options.chapter] and not t.board.final:
        yield from under_rule(t, "SA-702", _call_final_round())


@cite_rule("SA-605")
def lose_points(t: T, team: Team, points: int) -> Script[None]:
    """Takes Victory Points from *team*, which never has less than none."""
    if lost := min(points, t.board.points[team]):
        yield facts.VictoryPointsLost(team, lost, t.board.points[team] - lost)


def _call_final_round() -> Script[None]:
    yield facts.FinalRoundCalled()
