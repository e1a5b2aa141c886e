"""Villainous as the core knows it: what is asked, what follows, who may see it, how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from ..decider import Study, Unplayable
from ..messages import Message
from ..model import CONVERSATION, Asked, DefaultAnswer, Event, Picks, Refusal, Result, Seat, Shuffled, Viewer
from ..notation import vocabulary
from ..script import Script
from . import candidates, evolve, position_checks, refusals, turn, visibility
from . import position as notation
from .board import Board, Options, Pile, Realm, Rulings
from .book import Book, Villain
from .facts import FACTS, Happened
from .hooks import T

VOCABULARY = vocabulary((*CONVERSATION, *FACTS))


class VillainousRules:
    """The rules of Villainous, played with one book."""

    vocabulary = VOCABULARY

    def __init__(self, book: Book) -> None:
        self.book = book

    def initial_board(self, options: Mapping[str, Any], seats: int) -> Board:
        """Returns the board before the decks are shuffled; raises `Unplayable`."""
        try:
            chosen = msgspec.convert(options, Options)
        except msgspec.ValidationError as error:
            raise Unplayable(
                Refusal("VI-001", Message("These options cannot be played: {error}.", error=str(error)))
            ) from error
        known = tuple(self.book.villains)
        who = chosen.villains or known[:seats]
        if not 2 <= seats <= self.book.seats:
            sentence = Message(
                "This book seats 2 to {most} players, not {seats}.", most=self.book.seats, seats=seats
            )
            raise Unplayable(Refusal("VI-001", sentence))
        if len(who) != seats or len(set(who)) != seats or not set(who) <= set(known):
            told = Message(
                "Wanted are {seats} different Villains of {known}, not {given}.",
                seats=seats,
                known=", ".join(known),
                given=", ".join(who),
            )
            raise Unplayable(Refusal("VI-001", told))
        rulings = Rulings(**{name: getattr(chosen, name) for name in Rulings.__struct_fields__})
        realms = tuple(_realm(self.book.villains[name]) for name in who)
        return Board(realms, self.book.print.tokens, rulings)

    def load_study(self, position: str) -> Study[Board]:
        """Returns the study that begins from a position; raises `notation.Unreadable` and `Unplayable`."""
        board = notation.read(position, self.book)
        options = notation.rulings(board.rulings) | {"villains": [mine.who for mine in board.realms]}
        seats = len(board.realms)
        for refusal in notation.unrest(board, self.initial_board(options, seats)):
            raise Unplayable(refusal)
        if self.book.version > 2:
            for refusal in position_checks.unsound(board, self.book):
                raise Unplayable(refusal)
        return Study(options, seats, board)

    def next_question(self, board: Board) -> Asked | None:
        """Returns the question between effects."""
        return turn.question(board, self.book.under(board.rulings))

    def resolve(self, table: T, picks: Picks) -> Script[None]:
        """Tells what follows from the answer."""
        table.book = self.book.under(table.board.rulings)
        return turn.take(table, picks)

    def evolve(self, board: Board, event: Event) -> Board:
        """Returns the board after *event*."""
        return evolve.evolve(board, event)

    def game_result(self, board: Board) -> Result:
        """Returns who won; there are no scores but that."""
        scores = tuple(int(seat == board.winner) for seat in range(len(board.realms)))
        return Result(() if board.winner is None else (board.winner,), scores, "VI-120")

    def list_sides(self, board: Board) -> tuple[tuple[Seat, ...], ...]:
        """Returns every seat by itself: each plays for its own objective (VI-120)."""
        return tuple((seat,) for seat in range(len(board.realms)))

    def side_points(self, board: Board) -> tuple[int, ...]:
        """Returns none: who reaches the objective has won (VI-120)."""
        return ()

    def seat_characters(self, board: Board, seat: Seat) -> tuple[str, ...]:
        """Returns the Villain of *seat*."""
        return (board.realms[seat].who,)

    def retired_seats(self, board: Board) -> tuple[Seat, ...]:
        """Returns the seats that have left."""
        return board.retired

    def answer_for_retired(self, question: Asked) -> DefaultAnswer:
        """Returns the first and fewest options: the turn ends, Conditions are passed on (VI-C10)."""
        return DefaultAnswer(question.options[: question.least], "VI-C10")

    def turn_number(self, board: Board) -> int:
        """Returns the turn, of whichever player."""
        return board.turn

    def seat_viewer(self, board: Board, seat: Seat) -> Viewer:
        """Returns *seat* as a viewer; nobody shares secrets."""
        return Viewer(f"seat-{seat}", frozenset((seat,)))

    def redact_board(self, board: Board, viewer: Viewer) -> Board:
        """Returns the board as *viewer* may see it."""
        return visibility.see(board, viewer)

    def determinize(self, board: Board, viewer: Viewer, shuffle: Shuffled) -> Board:
        """Returns the board as it may be for all that *viewer* knows."""
        return visibility.imagine(board, viewer, shuffle)

    def redact_event(self, event: Event, viewer: Viewer) -> Event:
        """Returns *event* as *viewer* may see it."""
        return visibility.shown(cast(Happened, event), viewer)

    def candidate_picks(self, board: Board, question: Asked) -> Picks:
        """Returns every pick one could think of when *question*."""
        return candidates.listed(board, self.book.under(board.rulings), question)

    def explain_refusal(self, board: Board, question: Asked, pick: str) -> Refusal:
        """Tells why *pick* is none of the options of *question*."""
        return refusals.refuse(board, self.book.under(board.rulings), question, pick)


def _realm(villain: Villain) -> Realm:
    return Realm(
        villain.id,
        villain.locations[0].id,
        Pile(tuple(card for printed in villain.villain for card in printed.ids)),
        Pile(tuple(card for printed in villain.fate for card in printed.ids)),
        tuple(place.id for place in villain.locations if place.locked),
    )
