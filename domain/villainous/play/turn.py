"""A turn of moves, actions and draws (VI-020), and the set-up before the first one."""

from __future__ import annotations

from ...model import CHANCE, Asked, Picks, Seat
from ...script import (
    Part,
    Parts,
    Script,
    acting_as,
    cite_rule,
    follow_from,
    follow_last,
    limit_parts,
    total_amount,
    under_rule,
)
from .. import facts
from ..board import Board, Realm
from ..book import Book
from ..hooks import T, is_complete
from . import decks, layout, power
from .actions import is_exhausted, perform_pick, picks_here, symbols_here
from .conditions import offer_conditions
from .moves import move_mover
from .plays import uses_of

BEGIN = Asked(CHANCE, "begin", ("begin",), sight="secret")
STAY = "stay"


def next_question(board: Board, book: Book) -> Asked | None:
    """Returns the question between two effects, or `None` after the end."""
    if board.stage == "setup":
        return BEGIN
    if board.stage in ("move", "act") and board.seat in board.retired:
        return Asked(board.seat, "act", ("end",))
    if board.stage == "move":
        return Asked(
            board.seat,
            "move",
            (*_mover_options(board.realms[board.seat], book), *available_uses(board, book)),
        )
    if board.stage == "act":
        return Asked(
            board.seat, "act", (*picks_here(board, book), *available_uses(board, book), "end"), sight="hand"
        )
    return None


def _mover_options(realm: Realm, book: Book) -> Picks:
    """Returns the options for the mover (VI-021, VI-022); an Effect may let it stay."""
    moves = tuple(
        f"move:{location}" for location in layout.unlocked_locations(realm, book) if location != realm.at
    )
    return (*moves, STAY) if _resting_cards(realm, book) else moves


def _resting_cards(realm: Realm, book: Book) -> Picks:
    return tuple(card for card in realm.lapsed if book.cards[card].rests)


def available_uses(board: Board, book: Book) -> Picks:
    """Returns the abilities that the player of the turn can use at any time."""
    return uses_of(board.realms[board.seat], book)


def resolve_pick(t: T, picks: Picks) -> Script[None]:
    """Yields the effects of the answer between effects, up to the end of the game."""
    (pick,) = picks
    word, _, argument = pick.partition(":")
    seat = t.board.seat
    try:
        if word == "begin":
            yield from set_up(t)
        elif word == "use":
            yield from decks.run_hook(t, seat, argument, t.book.hooks[argument].on_used)
            yield from continue_turn(t, seat)
        elif word == "move":
            yield from move_mover(t, seat, argument)
            yield from continue_turn(t, seat)
        elif word == STAY:
            yield from under_rule(t, _resting_cards(t.board.realms[seat], t.book)[0], _stay_fact(seat))
            yield from continue_turn(t, seat)
        elif word == "end":
            yield from end_turn(t, seat)
        else:
            yield from perform_pick(t, seat, pick, picks_here(t.board, t.book)[pick])
            yield from continue_turn(t, seat)
    except power.GameOver:
        return


def _stay_fact(seat: Seat) -> Script[None]:
    yield facts.MoverStayed(seat)


@cite_rule("VI-005")
def set_up(t: T) -> Script[None]:
    """Shuffles all decks, deals hands, gives the starting Power and begins the first turn."""
    book = t.book.card_set
    for seat, start in zip(range(len(t.board.realms)), book.starting_power, strict=False):
        yield from decks.reshuffle_deck(t, seat, "villain", t.board.realms[seat].villain.deck)
        shuffle = t.last
        yield from decks.reshuffle_deck(t, seat, "fate", t.board.realms[seat].fate.deck)
        cause = follow_from(t, shuffle)
        yield from under_rule(t, "VI-006", decks.draw_cards(t, seat, book.hand))
        follow_from(t, cause)
        yield from under_rule(t, "VI-007", power.gain_power(t, seat, start))
    yield from begin_turn(t, 0)


@cite_rule("VI-020")
def begin_turn(t: T, seat: Seat) -> Script[None]:
    """Begins the turn of *seat*, which may win now (VI-121), and runs its cards (VI-213)."""
    yield facts.TurnBegan(seat, t.board.turn + 1)
    follow_last(t)
    if wins_at_start(t.board.realms[seat], t.book):
        yield from power.fulfil_objective(t, seat)
    yield from offer_conditions(t)
    for card in layout.cards_with_role(t.board.realms[seat], t.book, "before_move"):
        realm = t.board.realms[seat]
        if card in realm.cards:
            yield from decks.run_hook(t, seat, card, layout.active_hooks(realm, t.book, card).before_move)
            yield from offer_conditions(t)


def wins_at_start(realm: Realm, book: Book) -> bool:
    """Returns whether a turn of *realm* begins with a complete objective (VI-121)."""
    script = book.scripts[realm.who]
    return not script.wins_at_once and is_complete(script.count_steps(realm, book))


def continue_turn(t: T, seat: Seat) -> Script[None]:
    """Offers Conditions, and ends the turn when it has no action left."""
    yield from offer_conditions(t)
    board = t.board
    if (
        board.stage == "act"
        and is_exhausted(board, t.book, symbols_here(board, t.book))
        and not available_uses(board, t.book)
    ):
        yield from end_turn(t, seat)


@cite_rule("VI-030")
def end_turn(t: T, seat: Seat) -> Script[None]:
    """Refills the hand of *seat*, unless it has left, and begins the next turn (VI-C10)."""
    draws = _draw_parts(t.board, t.book, seat)
    count, end = total_amount(draws), t.last
    if t.book.version > 3:
        t.parts = draws
        yield facts.TurnEnded(seat, count)
        end = t.last
    t.parts = draws
    yield from decks.draw_cards(t, seat, count)
    next_seat = t.board.opponents(seat)[0]
    follow_from(t, end)
    yield from acting_as(t, next_seat, begin_turn(t, next_seat))


def _draw_parts(board: Board, book: Book, seat: Seat) -> Parts:
    """Returns the number of cards to draw at the end of the turn (VI-030); none for a seat that has left."""
    realm = board.realms[seat]
    if seat in board.retired:
        return ()
    sizes = [Part(book.cards[card].hand, card) for card in layout.cards_with_role(realm, book, "hand")]
    missing = (Part(book.card_set.hand, "VI-030"), *sizes, Part(-len(realm.hand), "VI-030"))
    if total_amount(missing) <= 0:
        return (*missing, Part(-total_amount(missing), "VI-030"))
    extra = [Part(book.cards[card].draws, card) for card in layout.cards_with_role(realm, book, "draws")]
    return limit_parts((*missing, *extra), "VI-030")
