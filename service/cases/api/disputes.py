"""Endpoints of disputes, replies, rulings and appeals."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec import Struct

from domain import table
from domain.messages import Message
from domain.published import Confidential, Instant, OptionalText, encode
from domain.table import DisputeOpened, Party
from domain.table.cases import CaseStatus
from service.cases.file import CaseFile

from ...catalog.examples import EXAMPLE_POSITION
from ...http.bodies.json_bodies import JSON
from ...http.bodies.schemas import LocalizedQuery
from ...http.heavy import heavy
from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import optional_token, preferred_type, require_token
from ...http.resource import Resource
from ...http.responses import json_response, next_link
from ...http.services import services
from ...http.tags import Tag
from ...matches.viewing.access import Access
from ...matches.viewing.viewers import reveals
from ...shared.errors import Forbidden
from ..file import read_case_file
from ..file_text import render_case_file
from ..schemas import (
    Assigning,
    CaseListQuery,
    Disputing,
    NotingPosition,
    Replying,
)
from ..service import Cases
from .replies import CaseReply, case_response

disputes = Resource("disputes", Tag.DISPUTES)

TEXT = "text/plain"


class CaseSummary(Struct, frozen=True):
    """A case in a list: its author, its time, its claim, and its status.

    `judge` is the judge in charge; null without one.
    """

    number: int
    status: CaseStatus
    by: Party
    at: Instant
    claim: Confidential
    judge: OptionalText


class CaseList(Struct, frozen=True):
    """Cases of a match, by number; `next` is the cursor of the next page, if there is one."""

    match: str
    items: list[CaseSummary]
    next: str | None


@disputes.get("/matches/<match>/disputes")
@disputes.arguments(CaseListQuery, location="query")
@disputes.returns(200, CaseList)
@disputes.errors(401, 404, 422, 503)
@reveals
def list_cases(args: dict[str, Any], match: str) -> Response:
    """List the cases of a match.

    Only those at the table, and judges who rule, can read the claims.
    """
    viewer = services()[Access].viewer_for(match, optional_token())
    window = services()[Access].window(match, viewer)
    rules, match_state = window.load()
    summaries = []
    until = args["after"] + args["limit"]
    for case in match_state.cases[args["after"] : until]:
        first = case.said[0]
        [fact] = window.load_facts(first - 1, first)
        event = table.redact_fact(rules, fact, viewer).event
        assert isinstance(event, DisputeOpened)
        summaries.append(CaseSummary(case.number, case.status, case.by, event.at, event.claim, case.judge))
    following = str(until) if until < len(match_state.cases) else None
    headers = {"Cache_Control": "private, no-cache", "Vary": "Authorization", **next_link(following)}
    return json_response(CaseList(match, summaries, following), **headers)


@disputes.get("/matches/<match>/disputes/<int:number>")
@heavy
@disputes.arguments(LocalizedQuery, location="query")
@disputes.returns(200, CaseFile)
@disputes.returns(200, CaseFile, TEXT)
@disputes.errors(401, 404, 406, 422, 503)
@reveals
def get_case(args: dict[str, Any], match: str, number: int) -> Response:
    """Get a case.

    The file is JSON or plain text, and holds only statements that this viewer may read.
    """
    form = preferred_type((JSON, TEXT))
    viewer = services()[Access].viewer_for(match, optional_token())
    file = read_case_file(services(), match, number, viewer, args["lang"])
    headers = {"Cache-Control": "private, no-cache", "Vary": "Accept, Authorization"}
    if form == JSON:
        return Response(encode(file), headers=headers, content_type=JSON)
    return Response(render_case_file(file), headers=headers, content_type=f"{TEXT}; charset=utf-8")


@disputes.post("/matches/<match>/disputes")
@disputes.security("play", "organize", "judge")
@disputes.arguments(Disputing, example={"claim": "That was one step too many.", "evidence": [{"seq": 12}]})
@disputes.returns(201, CaseReply)
@disputes.response_headers(201, "ETag", "Location")
@disputes.errors(400, 401, 403, 404, 413, 415, 422, 503)
def open_case(args: dict[str, Any], match: str) -> Response:
    """Open a case.

    A player of the match, an organizer or a judge may open one.
    """
    token = require_token()
    by = services()[Cases].party_of(match, token)
    return case_response(
        match,
        token,
        services()[Cases].open_case(match, by, args["claim"], args["evidence"], request=idempotent_request()),
    )


@disputes.post("/matches/<match>/disputes/<int:number>/answers")
@disputes.security("play", "organize", "judge")
@disputes.arguments(Replying, example={"text": "Swift figures move one further.", "evidence": []})
@disputes.returns(201, CaseReply)
@disputes.response_headers(201, "ETag", "Location")
@disputes.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def reply_to_case(args: dict[str, Any], match: str, number: int) -> Response:
    """Reply to a case.

    The case must not be ruled on yet.
    """
    token = require_token()
    by = services()[Cases].party_of(match, token)
    command_result = services()[Cases].reply_to_case(
        match, number, by, args["text"], args["evidence"], request=idempotent_request()
    )
    return case_response(match, token, command_result, number)


@disputes.post("/matches/<match>/disputes/<int:number>/positions")
@disputes.security("play", "organize", "judge")
@disputes.arguments(NotingPosition, example={"position": EXAMPLE_POSITION})
@disputes.returns(201, CaseReply)
@disputes.response_headers(201, "ETag", "Location")
@disputes.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def note_position(args: dict[str, Any], match: str, number: int) -> Response:
    """Note a position in a case.

    A party writes down the position in dispute, with `?` for each card that nobody has seen and `?12` for
    twelve. The board of the match does not change.
    """
    token = require_token()
    by = services()[Cases].party_of(match, token)
    command_result = services()[Cases].note_position(
        match, number, by, args["position"], request=idempotent_request()
    )
    return case_response(match, token, command_result, number)


@disputes.post("/matches/<match>/disputes/<int:number>/assignment")
@disputes.security("judge", "organize")
@disputes.arguments(Assigning, example={"judge": "judge-7f3a"})
@disputes.returns(201, CaseReply)
@disputes.response_headers(201, "ETag", "Location")
@disputes.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def assign_case(args: dict[str, Any], match: str, number: int) -> Response:
    """Assign a case to a judge.

    The judge is the name on an API token. An empty name removes the assignment. The record keeps both.
    """
    token = require_token()
    by = services()[Cases].party_of(match, token)
    if by.startswith("seat:"):
        raise Forbidden(Message("Only judges and organizers say whose case it is."))
    return case_response(
        match,
        token,
        services()[Cases].assign_case(match, number, args["judge"], by, request=idempotent_request()),
        number,
    )
