"""Citations of match cases by corrections, penalties and disqualifications."""

from __future__ import annotations

import re
from typing import ClassVar

from domain.errors import InvalidField
from domain.messages import Message
from domain.tournament.refusals import Refused, Unsound
from domain.tournament.scoring.result_entry import table_of_match
from domain.tournament.state import Tournament

from ...matches.repository import MatchRepository

CITATION = re.compile(r"([0-9A-Za-z]+)/([1-9][0-9]{0,5})")
"""The id of a match and the number of a case in it."""


class UnknownCitation(InvalidField, Unsound):
    """Raised for a missing case, or a case in a match of another event."""

    slug: ClassVar[str] = "unsound"


def check_citation(matches: MatchRepository, t: Tournament, case: str) -> None:
    """Raises `UnknownCitation` unless *case* is empty or a case of a table of the tournament."""
    if not case:
        return
    cited = CITATION.fullmatch(case)
    if cited is None:
        raise UnknownCitation(
            "/case",
            Message(
                "“{case}” names no case. Write the match, a slash and the number of the case.", case=case
            ),
        )
    match, number = cited[1], int(cited[2])
    try:
        table_of_match(t, match)
    except Refused as error:
        message = Message("“{case}” is no case of this tournament: no table is that match.", case=case)
        raise UnknownCitation("/case", message) from error
    if number > len(matches.get(match).match.cases):
        message = Message("Match {match} has no case {number}.", match=match, number=number)
        raise UnknownCitation("/case", message)
