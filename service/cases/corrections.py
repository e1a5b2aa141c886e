"""Corrections: the facts that put a board right, read from what a judge writes."""

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

from .ruling_checks import InvalidCase, Ruling

UNHEARD_OF = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What a fold raises over a fact that speaks of what is not on the board: no rule ever told such a one."""


def corrected(game: Game, loaded: LoadedMatch, ruling: Ruling) -> list[Event]:
    """Returns the facts that *ruling* puts the board right with; none, if it is no correction.

    Raises `InvalidCase` unless they lead to a board that a match can come to.
    """
    if not ruling.position:
        return _by_facts(game, loaded, ruling.facts)
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


def _by_facts(game: Game, loaded: LoadedMatch, lines: Sequence[str]) -> list[Event]:
    """Returns the facts that *lines* tell, which have to lead to a board that a match can come to."""
    events = list[Event]()
    known, board = build_vocabulary(game.FACTS), loaded.match.position.board
    for place, line in enumerate(lines):
        try:
            event = read_event(line, known)
            before, board = board, loaded.rules.evolve(board, event)
        except Unreadable as error:
            raise InvalidCase(f"/facts/{place}", error.message) from error
        except UNHEARD_OF as error:
            sentence = Message(
                "“{line}” speaks of what is not on this board ({error}).", line=line, error=str(error)
            )
            raise InvalidCase(f"/facts/{place}", sentence) from error
        if board == before:
            raise InvalidCase(f"/facts/{place}", Message("“{line}” changes nothing on the board.", line=line))
        events.append(event)
    if events and loaded.match.position.running is None:
        try:
            game.read_position(game.write_position(board), loaded.rules.book)
        except (Unplayable, *UNHEARD_OF) as error:
            reason = error.message if isinstance(error, LocalizableError) else str(error)
            sentence = Message("No match comes to the board that this makes: {why}", why=reason)
            raise InvalidCase("/facts", sentence) from error
    return events
