"""Rounds, turns and phases: what is asked between effects, and what follows from the answer."""

from __future__ import annotations

from collections.abc import Callable

from ..script import Script, choose, order, pick, under, verb
from ..words import Asked, Picks
from . import facts
from . import instructions as say
from .board import Board
from .book import Book
from .facts import Who
from .hexes import Space
from .statuses import TRIGGERED
from .verbs import T, candidates, clear_figures, draw, ends, follow, hurt, pay, payable, score

STANDARD_MOVE = 2
"""Spaces (SA-303)."""
STANDARD_ATTACK = 2
"""Damage (SA-307)."""
HAND_LIMIT = 6
"""Cards (SA-114, SA-701)."""

ADJACENT_RIVAL = say.target("one rival within 1")


# -- the question of a turn --------------------------------------------------------------------------


def question(board: Board, book: Book) -> Asked:
    """Returns what the active Summoner is asked between effects."""
    seat = board.figures[board.active].seat
    return Asked(seat, "turn", tuple(choices(board, book)), about=board.active, sight="hand")


def choices(board: Board, book: Book) -> list[str]:
    """Returns everything that the active Summoner may do now; ending the turn always is (SA-301)."""
    who = board.active
    steps = () if bar_move(board) else ends(board, book, who, STANDARD_MOVE)
    rivals = [] if bar_attack(board) else board.rivals(who)
    hand = board.summoners[board.figures[who].seat].hand
    return [
        *(f"move:{space}" for space in steps),
        *(f"attack:{rival}" for rival in rivals if not bar_victim(board, book, rival)),
        *(f"play:{card}" for card in hand if not bar_card(board, book, card)),
        "end",
    ]


def bar_move(board: Board) -> str:
    """Returns the rule that forbids a standard movement now, or the empty string."""
    if not board.phases["movement"]:
        return "SA-301"
    return "SA-504" if "immobilized" in board.figures[board.active].statuses else ""


def bar_attack(board: Board) -> str:
    """Returns the rule that forbids a standard attack now, or the empty string."""
    return "" if board.phases["action"] else "SA-301"


def bar_victim(board: Board, book: Book, who: Who) -> str:
    """Returns the rule that forbids the standard attack on *who*, or the empty string."""
    attacker, figure = board.figures[board.active], board.figures[who]
    if figure.seat == attacker.seat:
        return "SA-907"
    if not figure.hp:
        return "SA-604"
    if not book.arena.within(attacker.at, figure.at, 1):
        return "SA-307"
    return "" if payable(board, attacker.seat, who, len(board.summoners[attacker.seat].hand)) else "SA-507"


def bar_card(board: Board, book: Book, id: str) -> str:
    """Returns the rule that forbids to play a card of the hand now, or the empty string."""
    card = book.cards[id]
    if card.character != board.active:
        return "SA-313"
    if not any(board.phases[phase] for phase in card.printed.banner):
        return "SA-301"
    seat = board.figures[board.active].seat
    held = len(board.summoners[seat].hand) - 1
    for target in say.choices(card.printed.does):
        known = candidates(board, book, board.active, target)
        if target.least and not any(payable(board, seat, who, held) for who in known):
            return "SA-507" if known else "SA-403"
    return ""


# -- what follows ------------------------------------------------------------------------------------


def take(t: T, picks: Picks) -> Script[None]:
    """Tells what follows when the question of a turn is answered.

    The turn ends by itself once no phase is left, or the active character is knocked out (SA-315). To end it
    as soon as a phase that is left has no use would tell the rival what is not in the hand.
    """
    what, _, which = picks[0].partition(":")
    if what != "end":
        yield from MAIN[what](t, which)
    if what == "end" or not t.board.figures[t.board.active].hp or not any(t.board.phases.values()):
        yield from end_turn(t)


@verb("SA-303")
def move(t: T, space: Space) -> Script[None]:
    """Takes the Movement Phase with a standard movement."""
    path = ends(t.board, t.book, t.board.active, STANDARD_MOVE)[space]
    yield facts.PhaseBegan("movement")
    yield facts.CharacterMoved(t.board.active, path)


@verb("SA-307")
def attack(t: T, who: Who) -> Script[None]:
    """Takes the Action Phase with a standard attack, a Direct Effect."""
    yield facts.PhaseBegan("action")
    yield from pay(t, who)
    yield from hurt(t, t.board.active, who, STANDARD_ATTACK)
    yield from clear_figures(t)


@verb("SA-313")
def play(t: T, card: str) -> Script[None]:
    """Takes a phase that the card's banner shows, and follows the card (SA-302, SA-306, SA-309)."""
    banner = t.book.cards[card].printed.banner
    open_phases = [phase for phase in banner if t.board.phases[phase]]
    for phase in (yield from choose(t.seat, "phase", open_phases, about=card)):
        yield facts.PhaseBegan("movement" if phase == "movement" else "action")
    yield facts.CardPlayed(t.seat, card)
    yield from follow(t, card)
    yield facts.CardResolved(t.seat, card)


MAIN: dict[str, Callable[[T, str], Script[None]]] = {"move": move, "attack": attack, "play": play}


# -- ending and starting turns -----------------------------------------------------------------------


@verb("SA-701")
def end_turn(t: T) -> Script[None]:
    """Lets the active Summoner discard down to the hand limit, and passes the turn on."""
    seat, hand = t.seat, t.board.summoners[t.seat].hand
    if (excess := len(hand) - HAND_LIMIT) > 0:
        for card in (yield from pick(seat, "discard", hand, excess, sight="hand")):
            yield facts.CardDiscarded(seat, card)
    who = t.board.active
    yield facts.TurnEnded(who)
    tile = t.board.order.index(who) + 1
    if tile == len(t.board.order):
        yield from under(t, "SA-201", _end_round(t))
        tile = 0
    if t.board.stage == "play":
        yield from start_turn(t, t.board.order[tile])


def _end_round(t: T) -> Script[None]:
    yield facts.RoundEnded(t.board.round, t.board.final)
    if not t.board.final:
        yield facts.RoundBegan(t.board.round + 1)


@verb("SA-202")
def start_turn(t: T, who: Who) -> Script[None]:
    """Makes *who* the active character and plays its Starting Phase, the four steps in their order."""
    yield facts.TurnBegan(who)
    seat = t.board.figures[who].seat
    yield from lose_counters(t, who)
    if t.board.figures[who].at in t.book.arena.golden:
        yield from under(t, "SA-206", score(t, seat, 1))
    if not t.board.figures[who].at:
        yield from come_back(t, who)
    yield from draw(t, seat)


@verb("SA-203")
def lose_counters(t: T, who: Who) -> Script[None]:
    """Takes a counter from every status tile, then lets the triggered ones happen (SA-204)."""
    statuses = t.board.figures[who].statuses
    for status, counters in statuses.items():
        yield facts.StatusCounterRemoved(who, status, counters - 1)
    due = [status for status in TRIGGERED if status in statuses]
    for triggered in (yield from order(t.board.figures[who].seat, "order-of-statuses", due, about=who)):
        yield from TRIGGERED[triggered](t, who)
    yield from clear_figures(t)


@verb("SA-207")
def come_back(t: T, who: Who) -> Script[None]:
    """Returns a knocked out character to a free back-row space of either end, or the closest free one."""
    spaces = returns(t.board, t.book)
    for space in (yield from choose(t.board.figures[who].seat, "return", spaces, about=who)):
        yield facts.CharacterReturned(who, space, t.book.characters[who].hp)


def returns(board: Board, book: Book) -> list[Space]:
    """Returns the spaces where a knocked out character may come back."""
    arena = book.arena
    taken = {figure.at for figure in board.figures.values()}
    back_rows = (*arena.stars[0], *arena.stars[1])
    if free := [space for space in back_rows if space not in taken]:
        return free
    away = {
        space: min(arena.apart[space][star] for star in back_rows)
        for space in arena.spaces
        if space not in taken
    }
    nearest = min(away.values())
    return [space for space, steps in away.items() if steps == nearest]
