"""Seats at tables with a match on this service."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from domain.messages import Message
from domain.table import view_from_seat
from domain.tournament.state import TableRef
from replays.proof.receipts import Receipt

from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import require_token
from ...http.resource import Resource
from ...http.responses import created_response, json_response
from ...http.services import services
from ...http.tags import Tag
from ...matches.repository import MatchRepository
from ...matches.service import MatchService
from ...matches.viewing.replies import SeatReply, command_reply_fields
from ...shared.digests import NONCE_HASH_EXAMPLE, NonceHash
from ...shared.errors import Forbidden
from ..access import TournamentAccess, require_role
from ..commands import Number
from ..entry.judge_calls import call_judge
from ..entry.scribes import change_table_scribe
from ..processes.parking import ParkedRecord
from ..processes.tables import match_of, seat_of
from ..repository import TournamentRepository
from ..results import ResultProcess

tables = Resource("tables", Tag.TOURNAMENTS)


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The hash of a nonce of the player, and the stage; the present one if left out."""

    nonce_hash: NonceHash = ""
    stage: Number | None = None


class CallJudge(Struct, frozen=True, forbid_unknown_fields=True):
    """The claim of a new case about a table, and the stage; the present one if left out."""

    claim: Annotated[str, Meta(min_length=1, max_length=4000)]
    stage: Number | None = None


class CalledCase(Struct, frozen=True):
    """The case of a call: its match, its number, and the receipt of its fact."""

    match: str
    case: int
    receipt: Receipt


class RecordTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The stage of a table to record; the present one if left out."""

    stage: Number | None = None


class RecordedTable(Struct, frozen=True):
    """The record of a table: its match, the token of its scribe, and the receipt of the change."""

    match: str
    token: str
    receipt: Receipt


class ParkedList(Struct, frozen=True):
    """Records that a tournament waits for: matches whose result does not fit, tables that do not open."""

    tournament: str
    items: list[ParkedRecord]
    next: None = None


@tables.post("/tournaments/<tournament>/rounds/<int:number>/tables/<int:table>/seat")
@tables.security("player")
@tables.json_body(TakeSeat, example={"nonce_hash": NONCE_HASH_EXAMPLE})
@tables.returns(201, SeatReply)
@tables.response_headers(201, "ETag")
@tables.errors(401, 403, 404, 413, 415)
def take_table_seat(take_seat: TakeSeat, tournament: str, number: int, table: int) -> Response:
    """Take a seat at a table.

    A player sends the key of the account, or the guest token of the tournament. The reply holds the token
    that plays the seat. No claim token is needed, and no other player can take the seat.
    """
    actor = services()[TournamentAccess].actor_for(tournament, require_token())
    if actor.role != "player":
        raise Forbidden(Message("The seats of a tournament are for its players."))
    t = services()[TournamentRepository].get(tournament)
    ref = TableRef(take_seat.stage or t.current_stage, number, table)
    match = match_of(t, ref)
    rules, match_state = services()[MatchRepository].load_match(match)
    seat, person = seat_of(t, ref, actor.by.removeprefix("player:"), rules, match_state)
    claim = services()[MatchService].seat_player(
        match, seat, person, take_seat.nonce_hash, request=idempotent_request()
    )
    viewer = view_from_seat(*claim.result.loaded, seat)
    reply = SeatReply(
        **command_reply_fields(services(), match, claim.result, viewer), seat=seat, token=claim.token
    )
    return created_response(reply, claim.result.loaded.match.seq)


@tables.post("/tournaments/<tournament>/rounds/<int:number>/tables/<int:table>/cases")
@tables.security("player", "organize", "judge")
@tables.json_body(CallJudge, example={"claim": "Gaston moved three spaces."})
@tables.returns(201, CalledCase)
@tables.response_headers(201, "ETag")
@tables.errors(401, 403, 404, 409, 413, 415)
def call_judge_to_table(call: CallJudge, tournament: str, number: int, table: int) -> Response:
    """Call a judge to a table.

    The call opens a case in the match of the table. For a table with printed cards the service opens a
    match with the cases alone, closed to the public until a scribe records it. A player of the table, an
    organizer or a judge may call.
    """
    actor = services()[TournamentAccess].actor_for(tournament, require_token())
    t = services()[TournamentRepository].get(tournament)
    ref = TableRef(call.stage or t.current_stage, number, table)
    called = call_judge(services(), tournament, ref, actor, call.claim, request=idempotent_request())
    reply = CalledCase(called.match, called.case, called.result.receipt)
    return created_response(reply, called.result.receipt.seq)


@tables.post("/tournaments/<tournament>/rounds/<int:number>/tables/<int:table>/scribe")
@tables.security("organize", "judge")
@tables.json_body(RecordTable, example={})
@tables.returns(201, RecordedTable)
@tables.response_headers(201, "ETag")
@tables.errors(401, 403, 404, 409, 413, 415)
def record_table(body: RecordTable, tournament: str, number: int, table: int) -> Response:
    """Record a table.

    The service opens a match for a table with printed cards, and returns the token that enters what happens
    there. The same call replaces the scribe, for example after a device is lost.
    """
    actor = services()[TournamentAccess].actor_for(tournament, require_token())
    t = services()[TournamentRepository].get(tournament)
    ref = TableRef(body.stage or t.current_stage, number, table)
    scribe = change_table_scribe(services(), tournament, ref, actor, request=idempotent_request())
    reply = RecordedTable(scribe.match, scribe.token, scribe.result.receipt)
    return created_response(reply, scribe.result.receipt.seq)


@tables.get("/tournaments/<tournament>/parked")
@tables.security("organize", "judge")
@tables.returns(200, ParkedList)
@tables.errors(401, 403, 404)
def list_parked_records(tournament: str) -> Response:
    """List records that await a retry.

    Each record says why the service could not process it. The service retries, and organizers may enter
    results meanwhile.
    """
    require_role(services()[TournamentAccess].actor_for(tournament, require_token()), "organizer", "judge")
    return json_response(
        ParkedList(tournament, services()[ResultProcess].parking.waiting_for(tournament)),
        Cache_Control="no-store",
    )
