"""Why not? What could be answered at a moment of a match, and for all else the rule that forbids it."""

from __future__ import annotations

from msgspec import Struct

from domain import core, table
from domain.core import Rules
from domain.script import B, K
from domain.table import Match
from domain.words import Asked, Viewer


class Choice(Struct, frozen=True):
    """One thing on the table: whether it can be picked, and if not, the rule that forbids it, in words."""

    pick: str
    possible: bool
    rule: str = ""
    sentence: str = ""


class Choices(Struct, frozen=True):
    """What a viewer may know of an open question and its answers, the possible ones first.

    Without a question, or for eyes that may not see its options, there are none, and `sentence` says why.
    """

    question: Asked | None
    choices: list[Choice]
    sentence: str = ""


def options(rules: Rules[B, K], match: Match[B], viewer: Viewer) -> Choices:
    """Returns what may be answered in *match* and what may not, as far as *viewer* may know."""
    asked = table.asked(rules, match)
    if asked is None:
        return Choices(None, [], _silence(match))
    shown = core.shown_question(asked, viewer)
    if shown.options != asked.options:
        return Choices(shown, [], f"What can be chosen is for the eyes of seat {asked.seat} alone.")
    possible = [Choice(pick, True) for pick in asked.options]
    board = match.position.board
    others = dict.fromkeys(pick for pick in rules.listed(board, asked) if pick not in asked.options)
    refused = [Choice(pick, False, *rules.refuse(board, asked, pick)) for pick in others]
    return Choices(asked, possible + refused)


def _silence(match: Match[B]) -> str:
    if match.ended is not None:
        return "The match is over: nobody is asked."
    if match.paused:
        return "The match is paused: nobody is asked."
    return (
        "Things are happening: nobody is asked just now." if match.full else "Not every seat is claimed yet."
    )
