"""Waiting cases and paused matches on the desk, with cases for citations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from flask import url_for

from domain.table import CLOCK, PLAYERS
from domain.tournament.state import Round, Tournament
from projections.case_queue import QueuedCase
from projections.lobby import ListedMatch, Lobby
from projections.versions import VersionedViews

from ....cases.queue import list_waiting_cases
from ....http.services import services
from ....identity import browser
from ....identity.players import PlayerDirectory
from ....matches.repository import MatchRepository
from ....matches.viewing.access import Access
from ....shared import i18n
from ...queries.disputes import cases_of

MAX_CASES = 50
"""The waiting cases on the desk. The judge's queue has all."""


class CaseRow(NamedTuple):
    """A waiting case with its table, its waiting time, its address, and the objection that opened it."""

    table_label: str
    number: int
    waiting_since: float
    appealed: bool
    judge: str
    link: str
    objection: str


class PausedRow(NamedTuple):
    """A paused match with its table and the reason."""

    table_label: str
    match: str
    reason: str


def paused_rows(t: Tournament) -> Iterator[PausedRow]:
    """Yields the paused matches of the last round, by table."""
    for round_ in t.rounds[-1:]:
        for table in round_.missing_results:
            match = round_.tables[table].match
            view = services()[VersionedViews].get(Lobby.name, match) if match else None
            if view is not None and msgspec.json.decode(view, type=ListedMatch).status == "paused":
                yield PausedRow(_table_label(round_, table), match, _pause_reason(t, match))


def _pause_reason(t: Tournament, match: str) -> str:
    """Returns the reason for the pause of *match*, empty once it goes on."""
    paused = services()[MatchRepository].load_match(match).match.offers.paused
    if paused is None:
        return ""
    if paused.by == CLOCK:
        return i18n.says("A flag fell.")
    if paused.by == PLAYERS:
        return i18n.says("Its players have paused it.")
    return i18n.says("{who} has paused it.", who=staff_name(t, paused.by.partition(":")[2]))


def _table_label(round_: Round, table: int) -> str:
    return i18n.says("Round {round}, table {table}", round=round_.number, table=table)


def case_rows(tournament: str, t: Tournament) -> Iterator[CaseRow]:
    """Yields the waiting cases of the tournament's matches, the longest waiting first."""
    api_token = services()[Access].api_token(browser.current_session().api_token)
    rules = "judge" in api_token.scopes
    tables = {
        table.record: _table_label(round_, table.number)
        for round_ in t.rounds
        for table in round_.tables.values()
        if table.record
    }
    recorded = {table.record for round_ in t.rounds for table in round_.tables.values() if not table.match}
    for case in reversed(list_waiting_cases(services(), api_token, tournament, "", MAX_CASES).cases):
        if case.match in tables:  # a foreign match may claim this event
            link = f"/m/{case.match}/desk?case={case.case}" if rules else f"/m/{case.match}/cases/{case.case}"
            if case.match in recorded:
                link = url_for("table_case.show", tournament=tournament, match=case.match, number=case.case)
            judge, objection = staff_name(t, case.judge), _objection_text(case)
            yield CaseRow(tables[case.match], case.case, case.since, case.appealed, judge, link, objection)


def _objection_text(case: QueuedCase) -> str:
    """Returns the objection to a recording in words, empty for another case."""
    if case.seat is None:
        return ""
    if case.entry:
        return i18n.says(
            "{player} objects to entry {number}", player=case.players[case.seat], number=case.entry
        )
    return i18n.says("{player} objects to the recording", player=case.players[case.seat])


def citation_choices(tournament: str, t: Tournament) -> list[tuple[str, str]]:
    """Returns each case of a tournament as a citation with its label."""
    numbers = cases_of(services(), tournament)
    return [
        (
            f"{table.record}/{case}",
            i18n.says(
                "Round {round}, table {table}, case {number}",
                round=round_.number,
                table=table.number,
                number=case,
            ),
        )
        for round_ in t.rounds
        for table in round_.tables.values()
        for case in numbers.get(table.record, ())
    ]


def staff_name(t: Tournament, api_token: str) -> str:
    """Returns the name of the member with an API token, by default that of the token."""
    members = {
        staff_member.joined.by.partition(":")[2]: staff_member.joined.member
        for staff_member in t.staff.values()
    }
    member = members.get(api_token)
    return services()[PlayerDirectory].names_of([member])[member] if member else api_token
