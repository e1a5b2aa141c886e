"""A player's call for a judge from the own table, the cases there, and the sheet of its recording."""

from __future__ import annotations

from contextlib import suppress

from flask import request, url_for

from domain import table
from domain.messages import Message
from domain.model import Seat
from domain.tournament.state import Table, TableRef

from ...cases.photos import add_photo, normalize_photo
from ...http.services import services
from ...identity import browser
from ...matches.repository import MatchRepository, seat_of
from ...matches.service import MatchService
from ...shared.errors import InvalidOptions, LimitReached
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
        with suppress(LimitReached, table.WrongMoment):  # the case stands, and its page takes photos
            add_photo(services(), call.match, call.case, call.by, photo)
    return case_address(tournament, table_ref, actor, call.match, call.case)


def case_address(tournament: str, ref: TableRef, actor: Actor, match: str, case: int) -> str:
    """Returns the address of a case for the own seat of *actor*, whose token this browser remembers."""
    seat = _sit_at_record(tournament, ref, actor, match)
    address = url_for("cases.show", match=match, number=case)
    return f"{address}?as={browser.SEAT}{seat}" if seat in browser.seats_of(match) else address


def sheet_address(tournament: str, ref: TableRef, actor: Actor, match: str) -> str:
    """Returns the address of the sheet for the own seat of *actor*, whose token this browser remembers."""
    _sit_at_record(tournament, ref, actor, match)
    return url_for("players_sheet.show", match=match)


def _sit_at_record(tournament: str, ref: TableRef, actor: Actor, match: str) -> Seat:
    """Returns the own seat of *actor* in the match of a table, with its token in this browser."""
    rules, match_state = services()[MatchRepository].load_match(match)
    t = services()[TournamentRepository].get(tournament)
    seat, person = tables.seat_of(t, ref, actor.by.removeprefix("player:"), rules, match_state)
    token = browser.session_token(match, f"{browser.SEAT}{seat}")
    if match_state.is_on_table and (not token or seat_of(match_state, token) != seat):
        # another browser of the player has taken the seat since, or none has
        token = services()[MatchService].seat_player(match, seat, person).token
        browser.remember_seat(match, seat, token, of_account=browser.is_signed_in(person))
    return seat


def count_cases(own_table: Table | None) -> int:
    """Returns the number of cases about a player's *own_table* with printed cards."""
    if own_table is None or own_table.match or not own_table.record:
        return 0
    return len(services()[MatchRepository].load_match(own_table.record).match.cases)


def is_recorded(own_table: Table | None) -> bool:
    """Returns whether somebody records the match at a player's *own_table* with printed cards."""
    if own_table is None or own_table.match or not own_table.record:
        return False
    record = services()[MatchRepository].load_match(own_table.record).match.record
    return record is not None and bool(record.scribe or record.recording.entries)
