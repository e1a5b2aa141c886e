"""A turn: move, perform actions, draw (VI-020); and the set-up before the first one."""

from __future__ import annotations

from ..script import Script, under, verb
from ..words import CHANCE, Asked, Picks, Seat
from . import facts, realm, verbs
from .actions import ACTIONS
from .board import Board
from .book import Book, T
from .conditions import invite

BEGIN = Asked(CHANCE, "begin", ("begin",), sight="secret")


def question(b: Board, book: Book) -> Asked | None:
    """Returns the question between effects; chance begins, and after the end nobody is asked."""
    if b.stage == "setup":
        return BEGIN
    if b.stage == "move":
        mine = b.realms[b.seat]
        free = (place for place in realm.unlocked(mine, book) if place != mine.at)
        return Asked(b.seat, "move", tuple(f"move:{place}" for place in free))
    if b.stage == "act":
        return Asked(b.seat, "act", (*available(b, book), "end"), sight="hand")
    return None


def available(b: Board, book: Book) -> dict[str, int]:
    """Returns what could be done, and by which symbol: of equal ones the top one, which may get covered."""
    picks: dict[str, int] = {}
    for number, symbol in realm.symbols(b.realms[b.seat], book, b.used):
        action = ACTIONS[symbol.action]
        for what in action.options(b, book, b.seat, symbol):
            picks.setdefault(f"{action.word}:{what}", number)
    return picks


def exhausted(b: Board, book: Book) -> bool:
    """Tells whether all can see that nothing is left to do; what a hand could do is nobody's business."""
    return not any(
        b.realms[b.seat].hand if ACTIONS[s.action].of_hand else ACTIONS[s.action].options(b, book, b.seat, s)
        for _, s in realm.symbols(b.realms[b.seat], book, b.used)
    )


def take(t: T, picks: Picks) -> Script[None]:
    """Tells what follows from the answer between effects, to the end of the game at most."""
    (pick,) = picks
    what, _, which = pick.partition(":")
    seat = t.board.seat
    try:
        if what == "begin":
            yield from set_up(t)
        elif what == "move":
            yield from move(t, seat, which)
            yield from go_on(t, seat)
        elif what == "end":
            yield from end(t, seat)
        else:
            yield from perform(t, seat, pick)
            yield from go_on(t, seat)
    except verbs.Over:
        return


@verb("VI-005")
def set_up(t: T) -> Script[None]:
    """Shuffles all decks, deals hands, gives the starting Power and begins the first turn."""
    book = t.book.print
    for seat, power in zip(range(len(t.board.realms)), book.starting_power, strict=False):
        yield from verbs.restock(t, seat, "villain", t.board.realms[seat].villain.deck)
        yield from verbs.restock(t, seat, "fate", t.board.realms[seat].fate.deck)
        yield from under(t, "VI-006", verbs.draw(t, seat, book.hand))
        yield from under(t, "VI-007", verbs.gain(t, seat, power))
    yield from begin(t, 0)


@verb("VI-020")
def begin(t: T, seat: Seat) -> Script[None]:
    """Begins the turn of *seat*, who may have won already (VI-121)."""
    yield facts.TurnBegan(seat, t.board.turn + 1)
    mine = t.board.realms[seat]
    fulfilled = t.book.objectives.get(mine.who)
    if fulfilled is not None and fulfilled(mine, t.book):
        yield from verbs.fulfil(t, seat)
    yield from invite(t)


@verb("VI-021")
def move(t: T, seat: Seat, to: facts.Place) -> Script[None]:
    """Moves the mover, and lets the cards of the Realm notice."""
    yield facts.MoverMoved(seat, to)
    for card in tuple(t.board.realms[seat].cards):
        if realm.place_of(t.board.realms[seat], card) == to:
            yield from verbs.run(t, seat, card, t.book.lore(card).mover_came)


@verb("VI-023")
def perform(t: T, seat: Seat, pick: str) -> Script[None]:
    """Uses a symbol and performs its action."""
    number = available(t.board, t.book)[pick]
    mine = t.board.realms[seat]
    symbol = t.book.places[mine.who][mine.at].symbols[number - 1]
    yield facts.SymbolUsed(seat, number)
    yield from ACTIONS[symbol.action].perform(t, seat, pick.partition(":")[2])


def go_on(t: T, seat: Seat) -> Script[None]:
    """Lets Conditions be played, and ends the turn once it has nothing more to offer."""
    yield from invite(t)
    if exhausted(t.board, t.book):
        yield from end(t, seat)


@verb("VI-030")
def end(t: T, seat: Seat) -> Script[None]:
    """Draws the hand of *seat* full and begins the next turn."""
    yield from verbs.draw(t, seat, t.book.print.hand - len(t.board.realms[seat].hand))
    after = (seat + 1) % len(t.board.realms)
    yield from verbs.acting(t, after, begin(t, after))
