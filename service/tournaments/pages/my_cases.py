"""A player's call for a judge from the own table, and the cases there."""

from __future__ import annotations

from flask import request, url_for

from domain.messages import Message
from domain.tournament.state import Table, TableRef

from ...cases.photos import add_photo, normalize_photo
from ...http.services import services
from ...identity import browser
from ...matches.repository import MatchRepository
from ...matches.service import MatchService
from ...shared.errors import InvalidOptions
from ..access import Actor
from ..entry.judge_calls import call_judge
from ..processes import tables
from ..repository import TournamentRepository


def call_from_form(tournament: str, table_ref: TableRef, actor: Actor) -> str:
    """Opens a case about a table, and returns its address."""
    claim = request.form.get("claim", "").strip()
    if not claim:
        raise InvalidOptions("/claim", Message("Say what the judge is to decide."))
    upload = request.files.get("photo")
    photo = upload.read() if upload is not None and upload.filename else b""
    if photo:
        normalize_photo(photo)  # refuses before a case opens
    call = call_judge(services(), tournament, table_ref, actor, claim[:4000])
    if photo:
        add_photo(services(), call.match, call.case, call.by, photo)
    return case_address(tournament, table_ref, actor, call.match, call.case)


def case_address(tournament: str, ref: TableRef, actor: Actor, match: str, case: int) -> str:
    """Returns the address of a case for the seat of *actor*, whose token this browser remembers."""
    rules, match_state = services()[MatchRepository].load_match(match)
    if not browser.seats_of(match) and match_state.is_on_table:
        t = services()[TournamentRepository].get(tournament)
        person = actor.by.removeprefix("player:")
        seat, person = tables.seat_of(t, ref, person, rules, match_state)
        browser.remember_seat(match, seat, services()[MatchService].seat_player(match, seat, person).token)
    seats = browser.seats_of(match)
    address = url_for("cases.show", match=match, number=case)
    return f"{address}?as=seat-{seats[0]}" if seats else address


def count_cases(table: Table | None) -> int:
    """Returns the number of cases about a *table* with printed cards."""
    if table is None or table.match or not table.record:
        return 0
    return len(services()[MatchRepository].load_match(table.record).match.cases)
