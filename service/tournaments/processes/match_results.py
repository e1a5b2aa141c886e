"""Results of matches for their tables, with the reason for each change."""

from __future__ import annotations

from typing import NamedTuple

from domain.model import Fact
from domain.table import (
    Conceded,
    DrawOffered,
    FlagFell,
    MatchEnded,
    Rewound,
    Ruled,
    SeatRetired,
    side_ranks,
)
from domain.table.recordings.commands import is_signed
from domain.tournament.scoring.results import Result
from projections.match_views import LoadedMatch

from ...matches.repository import MatchRepository
from .tables import sides_of

EARLY_ENDS = (Conceded, DrawOffered, FlagFell, Ruled, SeatRetired)
"""Ends of matches whose scores are not final game scores."""


class TableResult(NamedTuple):
    """The result of a match at a fact, `None` after a rewind, with rules and the ruled case."""

    result: Result | None
    reason: str
    case: str


def table_result(matches: MatchRepository, match: str, fact: Fact, seats: int) -> TableResult:
    """Returns the result in a `MatchEnded` or `Rewound` of *match* for a table of *seats*."""
    event, before = fact.event, _causing_fact(matches, match, fact)
    ruled = before.event if before is not None else None
    case = f"{match}/{ruled.case}" if isinstance(ruled, Ruled) else ""
    rules = ", ".join(ruled.rules) if isinstance(ruled, Ruled) else fact.rule
    result = None
    if isinstance(event, MatchEnded):
        result = result_of(matches.load_match(match), event, seats, scored=not isinstance(ruled, EARLY_ENDS))
    return TableResult(result, rules or match, case)


def recorded_result(matches: MatchRepository, match: str, fact: Fact, seats: int) -> TableResult | None:
    """Returns the result in a recording at a *fact*, for a table of *seats*, or `None` before all signatures.

    After a rewind, the result is `None`.
    """
    if isinstance(fact.event, Rewound):
        return TableResult(None, match, "")
    loaded = matches.load_at(match, fact.seq)
    ended = loaded.match.ended
    if ended is None or not is_signed(loaded.match):
        return None
    facts = matches.load_facts(match, 0, fact.seq)
    end = max(index for index, each in enumerate(facts) if isinstance(each.event, MatchEnded))
    is_early = isinstance(facts[end - 1].event, EARLY_ENDS)
    return TableResult(result_of(loaded, ended, seats, scored=not is_early), match, "")


def result_of(loaded: LoadedMatch, match_ended: MatchEnded, seats: int, *, scored: bool) -> Result:
    """Returns the places at a table by the match's ranking of its sides.

    Scores are those of a game played to its end.
    """
    rules, match = loaded
    sides = sides_of(rules, match, seats)
    scores = match_ended.scores if scored and len(match_ended.scores) == seats else ()
    return Result(side_ranks(sides, rules.retired_seats(match.position.board), match_ended.winners), scores)


def _causing_fact(matches: MatchRepository, match: str, fact: Fact) -> Fact | None:
    """Returns the cause of a fact, for an ended rewind the ruling behind it."""
    if not fact.cause:
        return None
    [cause] = matches.load_facts(match, fact.cause - 1, fact.cause)
    return cause
