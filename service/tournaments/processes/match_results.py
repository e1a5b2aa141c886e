"""What a match tells its tournament: who came where, and why it is told anew."""

from __future__ import annotations

from typing import NamedTuple

from domain.model import Fact
from domain.table import Conceded, DrawOffered, FlagFell, MatchEnded, Ruled, SeatRetired, side_ranks
from domain.tournament.scoring.results import Result
from projections.match_views import LoadedMatch

from ...matches.repository import MatchRepository
from .tables import sides_of

CUT_SHORT = (Conceded, DrawOffered, FlagFell, Ruled, SeatRetired)
"""What ends a match whose scores are then no scores of its game."""


class TableResult(NamedTuple):
    """What fact `seq` of a match says: its result, none after a rewind; the rules, and the case ruled on."""

    result: Result | None
    why: str
    case: str


def table_result(matches: MatchRepository, match: str, fact: Fact, seats: int) -> TableResult:
    """Returns what a `MatchEnded` or `Rewound` of *match* says for its table of so many *seats*."""
    event, before = fact.event, _cause(matches, match, fact)
    ruled = before.event if before is not None else None
    case = f"{match}/{ruled.case}" if isinstance(ruled, Ruled) else ""
    rules = ", ".join(ruled.rules) if isinstance(ruled, Ruled) else fact.rule
    result = None
    if isinstance(event, MatchEnded):
        result = result_of(matches.get(match), event, seats, scored=not isinstance(ruled, CUT_SHORT))
    return TableResult(result, rules or match, case)


def result_of(loaded: LoadedMatch, match_ended: MatchEnded, seats: int, *, scored: bool) -> Result:
    """Returns the places at a table, as the match ranks its sides.

    Scores are those of the game, if it was played out.
    """
    rules, match = loaded
    sides = sides_of(rules, match, seats)
    scores = match_ended.scores if scored and len(match_ended.scores) == seats else ()
    return Result(side_ranks(sides, rules.retired_seats(match.position.board), match_ended.winners), scores)


def _cause(matches: MatchRepository, match: str, fact: Fact) -> Fact | None:
    """Returns what a fact follows from: for the end of a rewound match, the ruling if that ended it."""
    if not fact.cause:
        return None
    [cause] = matches.facts(match, fact.cause - 1, fact.cause)
    return cause
