"""A turn: move, perform actions, draw (VI-020); and the set-up before the first one."""

from __future__ import annotations

from ..model import CHANCE, Asked, Picks, Seat
from ..script import Script, acting, under, verb
from . import decks, facts, layout, power
from .actions import exhausted, here, perform, todo
from .board import Board, Realm
from .book import Book
from .conditions import invite
from .hooks import T, reached
from .moves import move_mover
from .plays import offers

BEGIN = Asked(CHANCE, "begin", ("begin",), sight="secret")
STAY = "stay"


def question(b: Board, book: Book) -> Asked | None:
    """Returns the question between effects; chance begins, and after the end nobody is asked."""
    if b.stage == "setup":
        return BEGIN
    if b.stage in ("move", "act") and b.seat in b.retired:
        return Asked(b.seat, "act", ("end",))
    if b.stage == "move":
        return Asked(b.seat, "move", (*_ways(b.realms[b.seat], book), *offered(b, book)))
    if b.stage == "act":
        return Asked(b.seat, "act", (*todo(b, book), *offered(b, book), "end"), sight="hand")
    return None


def _ways(mine: Realm, book: Book) -> Picks:
    """Returns where the mover can go (VI-021, VI-022); an Effect may let it stay."""
    ways = tuple(f"move:{place}" for place in layout.unlocked(mine, book) if place != mine.at)
    return (*ways, STAY) if _resting(mine, book) else ways


def _resting(mine: Realm, book: Book) -> Picks:
    return tuple(card for card in mine.lapsed if book.cards[card].rests)


def offered(b: Board, book: Book) -> Picks:
    """Returns what cards of the Realm offer at any time in the own turn."""
    return offers(b.realms[b.seat], book)


def take(t: T, picks: Picks) -> Script[None]:
    """Tells what follows from the answer between effects, to the end of the game at most."""
    (pick,) = picks
    what, _, which = pick.partition(":")
    seat = t.board.seat
    try:
        if what == "begin":
            yield from set_up(t)
        elif what == "use":
            yield from decks.run(t, seat, which, t.book.lores[which].offered)
            yield from go_on(t, seat)
        elif what == "move":
            yield from move_mover(t, seat, which)
            yield from go_on(t, seat)
        elif what == STAY:
            yield from under(t, _resting(t.board.realms[seat], t.book)[0], _stay(seat))
            yield from go_on(t, seat)
        elif what == "end":
            yield from end(t, seat)
        else:
            yield from perform(t, seat, pick, todo(t.board, t.book)[pick])
            yield from go_on(t, seat)
    except power.Over:
        return


def _stay(seat: Seat) -> Script[None]:
    yield facts.MoverStayed(seat)


@verb("VI-005")
def set_up(t: T) -> Script[None]:
    """Shuffles all decks, deals hands, gives the starting Power and begins the first turn."""
    book = t.book.print
    for seat, start in zip(range(len(t.board.realms)), book.starting_power, strict=False):
        yield from decks.restock(t, seat, "villain", t.board.realms[seat].villain.deck)
        yield from decks.restock(t, seat, "fate", t.board.realms[seat].fate.deck)
        yield from under(t, "VI-006", decks.draw(t, seat, book.hand))
        yield from under(t, "VI-007", power.gain(t, seat, start))
    yield from begin(t, 0)


@verb("VI-020")
def begin(t: T, seat: Seat) -> Script[None]:
    """Begins the turn of *seat*, who may have won (VI-121), and whose cards may act first (VI-213)."""
    yield facts.TurnBegan(seat, t.board.turn + 1)
    mine = t.board.realms[seat]
    script = t.book.scripts[mine.who]
    if not script.at_once and reached(script.headway(mine, t.book)):
        yield from power.fulfil(t, seat)
    yield from invite(t)
    for card in layout.doing(t.board.realms[seat], t.book, "before_move"):
        mine = t.board.realms[seat]
        if card in mine.cards:
            yield from decks.run(t, seat, card, layout.lore(mine, t.book, card).before_move)
            yield from invite(t)


def go_on(t: T, seat: Seat) -> Script[None]:
    """Lets Conditions be played, and ends the turn once it has nothing more to offer."""
    yield from invite(t)
    b = t.board
    if b.stage == "act" and exhausted(b, t.book, here(b, t.book)) and not offered(b, t.book):
        yield from end(t, seat)


@verb("VI-030")
def end(t: T, seat: Seat) -> Script[None]:
    """Draws the hand of *seat* full, unless it has left, and begins the next turn (VI-C10)."""
    if seat not in t.board.retired:
        yield from decks.draw(t, seat, _due(t.board.realms[seat], t.book))
    after = t.board.opponents(seat)[0]
    yield from acting(t, after, begin(t, after))


def _due(mine: Realm, book: Book) -> int:
    """Returns how many cards are drawn at the end of the turn; cards change both sides of it (VI-030)."""
    full = book.print.hand + sum(book.cards[card].hand for card in layout.doing(mine, book, "hand"))
    due = full - len(mine.hand)
    more = sum(book.cards[card].draws for card in layout.doing(mine, book, "draws"))
    return max(0, due + more) if due > 0 else 0
