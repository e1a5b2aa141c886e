"""Decisions of organizers and judges about results and penalties, with their citations of cases."""

from __future__ import annotations

import re
from typing import ClassVar, TypeAlias

from domain.errors import InvalidField
from domain.messages import Message
from domain.model import Fact
from domain.tournament.facts import By, PenaltyGiven, ResultSource
from domain.tournament.refusals import Refused, Unsound
from domain.tournament.scoring import reports, result_entry
from domain.tournament.scoring.result_entry import table_of_case
from domain.tournament.state import Tournament

from ...matches.repository import MatchRepository
from ..commands import AcceptReport, Assign, Correct, Enter, EnterResults, LiftPenalty, Penalize

ResultCommand: TypeAlias = AcceptReport | Enter | EnterResults | Assign | Correct | Penalize | LiftPenalty


def decide_result(t: Tournament, command: ResultCommand, by: By, at: int) -> list[Fact]:
    """Returns the facts of a command about results or penalties; raises `Refused`."""
    match command:
        case AcceptReport(report=seq):
            return reports.accept_report(t, command.table_ref, seq, by, at)
        case Enter(result=result, why=why, overrule=overrule):
            return result_entry.record_result(t, command.table_ref, result, "entered", by, at, why, overrule)
        case EnterResults(stage=stage, round=number, results=results):
            entries = [(entry.table, entry.result, entry.overrule) for entry in results]
            return result_entry.record_results(t, stage, number, entries, by, at)
        case Assign(result=result, why=why, overrule=overrule):
            return result_entry.record_result(t, command.table_ref, result, "assigned", by, at, why, overrule)
        case Correct():
            return decide_correction(t, command, by, at)
        case Penalize():
            return result_entry.give_penalty(t, _penalty_fact(command, by, at))
        case LiftPenalty(penalty=penalty, why=why):
            return result_entry.lift_penalty(t, penalty, by, at, why)


def decide_correction(t: Tournament, command: Correct, by: By, at: int) -> list[Fact]:
    """Returns the facts of a correction; raises `Refused`."""
    how: ResultSource = "assigned" if command.assigned else "entered"
    return result_entry.correct_result(
        t,
        command.table_ref,
        command.result,
        how,
        by,
        at,
        command.why,
        command.effect,
        command.case,
        command.overrule,
    )


def _penalty_fact(command: Penalize, by: By, at: int) -> PenaltyGiven:
    return PenaltyGiven(
        command.player,
        command.penalty,
        by,
        at,
        command.why,
        command.stage,
        command.round,
        command.table,
        command.points,
        command.rules,
        command.case,
    )


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
        table_of_case(t, match)
    except Refused as error:
        message = Message("“{case}” is no case of this tournament: no table is that match.", case=case)
        raise UnknownCitation("/case", message) from error
    if number > len(matches.load_match(match).match.cases):
        message = Message("Match {match} has no case {number}.", match=match, number=number)
        raise UnknownCitation("/case", message)
