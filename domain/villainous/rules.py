"""Implements the core's rules protocol for Villainous."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from ..decider import Unplayable
from ..messages import Message
from ..model import CONVERSATION, Asked, DefaultAnswer, Event, Picks, Refusal, Result, Seat, Shuffled, Viewer
from ..notation import build_vocabulary
from ..rules import Study
from ..script import Script
from . import evolve, position_checks, visibility
from . import position as notation
from .board import Board, Options, Pile, Realm, Rulings
from .book import Book, Villain
from .facts import FACTS, Happened
from .hooks import T
from .play import candidates, turn
from .play.conditions import PASS
from .text import action_refusals, refusals

VOCABULARY = build_vocabulary((*CONVERSATION, *FACTS))


class VillainousRules:
    """The rules of Villainous for one book."""

    vocabulary = VOCABULARY

    def __init__(self, book: Book) -> None:
        self.book, self.states_causes = book, book.version > 3

    def initial_board(self, options: Mapping[str, Any], seats: int) -> Board:
        """Returns the board before the decks are shuffled; raises `Unplayable`."""
        try:
            selected = msgspec.convert(options, Options)
        except msgspec.ValidationError as error:
            raise Unplayable(
                Refusal("VI-001", Message("These options cannot be played: {error}.", error=str(error)))
            ) from error
        villain_ids = tuple(self.book.villains)
        villains = selected.villains or villain_ids[:seats]
        if not 2 <= seats <= self.book.seats:
            sentence = Message(
                "This book seats 2 to {most} players, not {seats}.", most=self.book.seats, seats=seats
            )
            raise Unplayable(Refusal("VI-001", sentence))
        if len(villains) != seats or len(set(villains)) != seats or not set(villains) <= set(villain_ids):
            refusal = Message(
                "Wanted are {seats} different Villains of {known}, not {given}.",
                seats=seats,
                known=", ".join(villain_ids),
                given=", ".join(villains),
            )
            raise Unplayable(Refusal("VI-001", refusal))
        rulings = Rulings(**{name: getattr(selected, name) for name in Rulings.__struct_fields__})
        realms = tuple(_initial_realm(self.book.villains[name]) for name in villains)
        return Board(realms, self.book.card_set.tokens, rulings)

    def load_study(self, position: str) -> Study[Board]:
        """Returns the study from a position; raises `notation.Unreadable` and `Unplayable`."""
        board = notation.read_board(position, self.book)
        options = notation.changed_rulings(board.rulings) | {
            "villains": [realm.who for realm in board.realms]
        }
        seats = len(board.realms)
        for refusal in notation.find_unfinished(board, self.initial_board(options, seats)):
            raise Unplayable(refusal)
        if self.book.version > 2:
            for refusal in position_checks.find_unreachable(board, self.book):
                raise Unplayable(refusal)
        return Study(options, seats, board)

    def next_question(self, board: Board) -> Asked | None:
        """Returns the question between effects."""
        return turn.next_question(board, self.book.with_rulings(board.rulings))

    def resolve(self, table: T, picks: Picks) -> Script[None]:
        """Returns the script of the answer's effects."""
        table.book = self.book.with_rulings(table.board.rulings)
        return turn.resolve_pick(table, picks)

    def evolve(self, board: Board, event: Event) -> Board:
        """Returns the board after *event*."""
        return evolve.evolve(board, event)

    def game_result(self, board: Board) -> Result:
        """Returns the winner; Villainous has no other scores."""
        scores = tuple(int(seat == board.winner) for seat in range(len(board.realms)))
        return Result(() if board.winner is None else (board.winner,), scores, "VI-120")

    def meets_objective(self, board: Board, seat: Seat) -> bool:
        """Returns whether the turn of *seat* would begin with a complete objective (VI-121)."""
        return turn.wins_at_start(board.realms[seat], self.book.with_rulings(board.rulings))

    def list_sides(self, board: Board) -> tuple[tuple[Seat, ...], ...]:
        """Returns every seat as a side of its own (VI-120)."""
        return tuple((seat,) for seat in range(len(board.realms)))

    def side_points(self, board: Board) -> tuple[int, ...]:
        """Returns none; a complete objective wins at once (VI-120)."""
        return ()

    def seat_characters(self, board: Board, seat: Seat) -> tuple[str, ...]:
        """Returns the Villain of *seat*."""
        return (board.realms[seat].who,)

    def retired_seats(self, board: Board) -> tuple[Seat, ...]:
        """Returns the seats that have left."""
        return board.retired

    def answer_for_retired(self, question: Asked) -> DefaultAnswer:
        """Returns the minimum of first options, which ends turns and passes on Conditions (VI-C10)."""
        return DefaultAnswer(question.options[: question.least], "VI-C10")

    def silent_answer(self, question: Asked) -> Picks | None:
        """Returns the end of the actions, no Condition, or no pick where none is needed."""
        declining = next((pick for pick in ("end", PASS) if pick in question.options), None)
        return () if question.least == 0 else None if declining is None else (declining,)

    def print_of(self, card: str) -> str:
        """Returns the first copy of a card."""
        found = self.book.cards.get(card)
        return card if found is None else found.ids[0]

    def pile_cards(self, parts: Sequence[str], part: str, word: str) -> tuple[str, ...]:
        """Returns the cards of a Villain's or of a Fate deck."""
        return position_checks.pile_cards(parts, part, word, self.book)

    def turn_number(self, board: Board) -> int:
        """Returns the number of the turn, counted over all players."""
        return board.turn

    def seat_viewer(self, board: Board, seat: Seat) -> Viewer:
        """Returns *seat* as a viewer with its own secrets only."""
        return Viewer(f"seat-{seat}", frozenset((seat,)))

    def redact_board(self, board: Board, viewer: Viewer) -> Board:
        """Returns the board without secrets of others."""
        return visibility.visible_board(board, viewer)

    def determinize(self, board: Board, viewer: Viewer, shuffle: Shuffled) -> Board:
        """Returns a random board that is consistent with the viewer's knowledge."""
        return visibility.imagined_board(board, viewer, shuffle)

    def redact_event(self, event: Event, viewer: Viewer) -> Event:
        """Returns *event* without secrets of others."""
        return visibility.redact(cast(Happened, event), viewer)

    def candidate_picks(self, board: Board, question: Asked) -> Picks:
        """Returns every candidate for the question."""
        return candidates.list_candidates(board, self.book.with_rulings(board.rulings), question)

    def explain_refusal(self, board: Board, question: Asked, pick: str) -> Refusal:
        """Returns the reason why *pick* is not an option."""
        return refusals.explain_refusal(board, self.book.with_rulings(board.rulings), question, pick)

    def is_open_refusal(self, question: Asked, rule: str) -> bool:
        """Returns whether *rule* refuses a pick in every hand."""
        return question.prompt == "act" and rule in action_refusals.OPEN_RULES


def _initial_realm(villain: Villain) -> Realm:
    return Realm(
        villain.id,
        villain.locations[0].id,
        Pile(tuple(id for card in villain.villain for id in card.ids)),
        Pile(tuple(id for card in villain.fate for id in card.ids)),
        tuple(location.id for location in villain.locations if location.locked),
    )
