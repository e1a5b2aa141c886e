"""Facts of a correction, from the position or the lines that a judge writes."""

from __future__ import annotations

from collections.abc import Sequence

from domain.decider import Unplayable
from domain.errors import LocalizableError
from domain.games import Game
from domain.messages import Message
from domain.model import Event
from domain.notation import Unreadable, build_vocabulary, read_event
from domain.table import PositionCorrected
from projections.match_views import LoadedMatch

from .rulings import InvalidCase, Ruling

FOLD_ERRORS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of a fold over a fact about things that are not on the board."""


def correction_events(game: Game, loaded: LoadedMatch, ruling: Ruling) -> list[Event]:
    """Returns the facts that correct the board as *ruling* asks, none for another outcome.

    Raises `InvalidCase` unless they lead to a board that a match can reach.
    """
    if not ruling.position:
        return _read_events(game, loaded, ruling.facts)
    write = game.write_position
    try:
        position = write(loaded.rules.load_study(ruling.position).board)
    except (Unplayable, Unreadable) as error:
        raise InvalidCase("/position", error.message) from error
    if position == write(loaded.match.position.board):
        raise InvalidCase(
            "/position", Message("This is the position as it stands: nothing of it is corrected.")
        )
    return [PositionCorrected(position)]


def _read_events(game: Game, loaded: LoadedMatch, lines: Sequence[str]) -> list[Event]:
    """Returns the facts in *lines*.

    Raises `InvalidCase` unless they change the board, each of them, to one that a match can reach.
    """
    events = list[Event]()
    vocabulary, board = build_vocabulary(game.FACTS), loaded.match.position.board
    for index, line in enumerate(lines):
        try:
            event = read_event(line, vocabulary)
            before, board = board, loaded.rules.evolve(board, event)
        except Unreadable as error:
            raise InvalidCase(f"/facts/{index}", error.message) from error
        except FOLD_ERRORS as error:
            sentence = Message(
                "“{line}” speaks of what is not on this board ({error}).", line=line, error=str(error)
            )
            raise InvalidCase(f"/facts/{index}", sentence) from error
        if board == before:
            raise InvalidCase(f"/facts/{index}", Message("“{line}” changes nothing on the board.", line=line))
        events.append(event)
    if events and loaded.match.position.running is None:
        try:
            game.read_position(game.write_position(board), loaded.rules.book)
        except (Unplayable, *FOLD_ERRORS) as error:
            reason = error.message if isinstance(error, LocalizableError) else str(error)
            sentence = Message("No match comes to the board that this makes: {why}", why=reason)
            raise InvalidCase("/facts", sentence) from error
    return events
