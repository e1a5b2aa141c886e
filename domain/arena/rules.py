"""Sorcerer's Arena as the core knows it: what is asked, what follows, who may see it, how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ..script import Script
from ..words import CHANCE, Asked, Event, Picks, Refusal, Result, Seat, Viewer
from . import evolve, refusals, setup, sight, turn
from .board import Board
from .book import Book
from .facts import Happened
from .verbs import T

BEGIN = Asked(CHANCE, "begin", ("begin",), sight="secret")


class ArenaRules:
    """The rules of Sorcerer's Arena, played with one book."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def start(self, options: Mapping[str, Any], seats: int) -> Board:
        """Returns the board before anything happened; raises `Unplayable`."""
        return setup.lay_out(options, seats, self.book)

    def ask(self, board: Board) -> Asked | None:
        """Returns the question between effects; chance begins, and after the last round nobody is asked."""
        if board.stage == "setup":
            return BEGIN
        return None if board.stage == "over" else turn.question(board, self.book)

    def tell(self, table: T, picks: Picks) -> Script[None]:
        """Tells what follows from the answer."""
        return setup.prepare(table) if table.board.stage == "setup" else turn.take(table, picks)

    def evolve(self, board: Board, event: Event) -> Board:
        """Returns the board after *event*."""
        return evolve.evolve(board, cast(Happened, event))

    def result(self, board: Board) -> Result:
        """Returns who won: most Victory Points (SA-704); in chapter 1 a tie is a draw (SA-705)."""
        best = max(board.points)
        winners = tuple(team for team, points in enumerate(board.points) if points == best)
        if len(winners) > 1:
            return Result((), board.points, "SA-705")
        return Result(winners, board.points, "SA-704")

    def viewer(self, board: Board, seat: Seat) -> Viewer:
        """Returns *seat* as a viewer; head-to-head nobody shares secrets."""
        return Viewer(f"seat-{seat}", frozenset((seat,)))

    def see(self, board: Board, viewer: Viewer) -> Board:
        """Returns the board as *viewer* may see it."""
        return sight.see(board, viewer)

    def shown(self, event: Event, viewer: Viewer) -> Event:
        """Returns *event* as *viewer* may see it."""
        return sight.shown(cast(Happened, event), viewer)

    def refuse(self, board: Board, asked: Asked, pick: str) -> Refusal:
        """Tells why *pick* is none of the options of *asked*."""
        return refusals.refuse(board, self.book, asked, pick)
