"""The rules of Sorcerer's Arena, as the decider uses them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from ..decider import Unplayable
from ..model import (
    CHANCE,
    CONVERSATION,
    Asked,
    DefaultAnswer,
    Event,
    Picks,
    Refusal,
    Result,
    Seat,
    Shuffled,
    Viewer,
)
from ..notation import build_vocabulary
from ..rules import Study
from ..script import Script
from . import evolve, position_checks, visibility
from . import position as notation
from .board import Board
from .book import Book
from .facts import FACTS, Happened
from .play import candidates, setup, turn
from .play.targeting import T
from .text import refusals

BEGIN = Asked(CHANCE, "begin", ("begin",), sight="secret")
DECLINING = frozenset(("end", "refuse", "keep"))
"""The picks of a retired seat for its turn, a loan and its opening hand (SA-707)."""


VOCABULARY = build_vocabulary((*CONVERSATION, *FACTS))


class ArenaRules:
    """The rules of Sorcerer's Arena, played with one book."""

    vocabulary = VOCABULARY

    def __init__(self, book: Book) -> None:
        self.book, self.states_causes = book, book.version > 3

    def initial_board(self, options: Mapping[str, Any], seats: int) -> Board:
        """Returns the board before anything happened; raises `Unplayable`."""
        return setup.lay_out(options, seats, self.book)

    def load_study(self, position: str) -> Study[Board]:
        """Returns the study that begins from a position; raises `notation.Unreadable` and `Unplayable`."""
        board = notation.read_board(position, self.book)
        options, seats = msgspec.to_builtins(board.options), len(board.teams)
        for refusal in position_checks.study_obstacles(board, self.initial_board(options, seats)):
            raise Unplayable(refusal)
        return Study(options, seats, board)

    def next_question(self, board: Board) -> Asked | None:
        """Returns the question between effects, first that of chance, `None` after the last round."""
        if board.stage == "setup":
            return BEGIN
        return None if board.stage == "over" else turn.turn_question(board, self.book)

    def resolve(self, table: T, picks: Picks) -> Script[None]:
        """Returns the script that follows from the answer."""
        return setup.prepare_match(table) if table.board.stage == "setup" else turn.resolve_turn(table, picks)

    def evolve(self, board: Board, event: Event) -> Board:
        """Returns the board after *event*."""
        return evolve.evolve(board, event)

    def game_result(self, board: Board) -> Result:
        """Returns the team with most Victory Points (SA-704), or a draw on a final tie (SA-705)."""
        blue, red = board.points
        if blue == red:
            return Result((), board.points, "SA-705")
        best = 0 if blue > red else 1
        return Result(tuple(s for s, team in enumerate(board.teams) if team == best), board.points, "SA-704")

    def meets_objective(self, board: Board, seat: Seat) -> bool:
        """Returns false; only the end of a round ends a match (SA-702)."""
        return False

    def list_sides(self, board: Board) -> tuple[tuple[Seat, ...], ...]:
        """Returns the seats of each team (SA-704)."""
        return tuple(tuple(s for s, team in enumerate(board.teams) if team == side) for side in (0, 1))

    def side_points(self, board: Board) -> tuple[int, ...]:
        """Returns the Victory Points of each team."""
        return board.points

    def seat_characters(self, board: Board, seat: Seat) -> tuple[str, ...]:
        """Returns the characters of *seat*."""
        return tuple(figure_id for figure_id, figure in board.figures.items() if figure.seat == seat)

    def retired_seats(self, board: Board) -> tuple[Seat, ...]:
        """Returns the seats that have left."""
        return board.retired

    def answer_for_retired(self, question: Asked) -> DefaultAnswer:
        """Returns the end of the turn, no gear for the teammate, or the first and fewest options (SA-707)."""
        declining = next((pick for pick in question.options if pick in DECLINING), None)
        picks = question.options[: question.least] if declining is None else (declining,)
        return DefaultAnswer(picks, "SA-707")

    def silent_answer(self, question: Asked) -> Picks | None:
        """Returns the end of the turn, no gear for the teammate, or no pick where none is needed."""
        declining = next((pick for pick in ("end", "refuse") if pick in question.options), None)
        return () if question.least == 0 else None if declining is None else (declining,)

    def print_of(self, card: str) -> str:
        """Returns the first copy of a battle card."""
        found = self.book.cards.get(card)
        return card if found is None else found.printed.ids[0]

    def pile_cards(self, parts: Sequence[str], part: str, word: str) -> tuple[str, ...]:
        """Returns the cards of the characters of a Summoner."""
        return notation.pile_cards(parts, part, word, self.book)

    def turn_number(self, board: Board) -> int:
        """Returns the round."""
        return board.round

    def seat_viewer(self, board: Board, seat: Seat) -> Viewer:
        """Returns *seat* as a viewer; teammates may see each other's hands, and no more (SA-805, SA-410)."""
        partner = board.partner_of(seat)
        return Viewer(f"seat-{seat}", frozenset((seat,)), frozenset(() if partner is None else (partner,)))

    def redact_board(self, board: Board, viewer: Viewer) -> Board:
        """Returns the board as *viewer* may see it."""
        return visibility.redact_board(board, viewer)

    def determinize(self, board: Board, viewer: Viewer, shuffle: Shuffled) -> Board:
        """Returns a board that *viewer* cannot tell from the true one."""
        return visibility.determinize(board, viewer, shuffle)

    def redact_event(self, event: Event, viewer: Viewer) -> Event:
        """Returns *event* as *viewer* may see it."""
        return visibility.redact_event(cast(Happened, event), viewer)

    def candidate_picks(self, board: Board, question: Asked) -> Picks:
        """Returns every conceivable pick for *question*."""
        return candidates.candidate_picks(board, self.book, question)

    def explain_refusal(self, board: Board, question: Asked, pick: str) -> Refusal:
        """Returns the reason why *pick* is not an option of *question*."""
        return refusals.explain_refusal(board, self.book, question, pick)

    def is_open_refusal(self, question: Asked, rule: str) -> bool:
        """Returns whether *rule* refuses a pick in every hand."""
        return question.prompt == "turn" and rule in refusals.OPEN_RULES
