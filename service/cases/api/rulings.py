"""Endpoints of rulings and appeals, and of rewinds and corrections that a judge rules at once."""

from __future__ import annotations

from typing import Any

from flask import Response

from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import require_token
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag
from ...matches.requests import expected_seq
from ..rulings import Ruling, read_ruling
from ..schemas import (
    Appealing,
    Correcting,
    Deciding,
    Rewinding,
)
from ..service import Cases
from .replies import CaseReply, case_response

rulings = Resource("rulings", Tag.DISPUTES)


@rulings.post("/matches/<match>/disputes/<int:number>/rulings", "IF_MATCH")
@rulings.security("judge")
@rulings.arguments(Deciding, example={"outcome": "note", "rules": ["SA-303"], "text": "Play on."})
@rulings.returns(201, CaseReply)
@rulings.response_headers(201, "ETag", "Location")
@rulings.errors(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503)
def rule_on_case(ruling: Ruling, match: str, number: int) -> Response:
    """Rule on a case.

    A judge rules with a note, a penalty, a correction, a rewind or a result.
    """
    token = require_token()
    judge = services()[Cases].require_judge(match, token)
    return case_response(
        match,
        token,
        services()[Cases].rule_on_case(
            match, number, judge, ruling, expected_seq(match), request=idempotent_request()
        ),
        number,
    )


@rulings.post("/matches/<match>/disputes/<int:number>/appeals")
@rulings.security("play", "organize", "judge")
@rulings.arguments(Appealing, example={"text": "The card was not swift any more."})
@rulings.returns(201, CaseReply)
@rulings.response_headers(201, "ETag", "Location")
@rulings.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def appeal_ruling(args: dict[str, Any], match: str, number: int) -> Response:
    """Appeal a ruling.

    Only the first ruling on a case can be appealed. The next one is final.
    """
    token = require_token()
    by = services()[Cases].party_of(match, token)
    return case_response(
        match,
        token,
        services()[Cases].appeal_ruling(match, number, by, args["text"], request=idempotent_request()),
        number,
    )


@rulings.post("/matches/<match>/rewind", "IF_MATCH")
@rulings.security("judge")
@rulings.arguments(Rewinding, example={"to": 9, "rules": ["SA-303"], "text": "Back to before the placement."})
@rulings.returns(201, CaseReply)
@rulings.response_headers(201, "ETag", "Location")
@rulings.errors(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503)
def rewind_match(args: dict[str, Any], match: str) -> Response:
    """Rewind a match.

    A judge opens a case and rules at once that the match goes on from an earlier fact.
    """
    return _settle_case(match, read_ruling(args, outcome="rewind"), args)


@rulings.post("/matches/<match>/corrections", "IF_MATCH")
@rulings.security("judge")
@rulings.arguments(
    Correcting,
    example={
        "facts": ["arena.VictoryPointsGained team=0 points=1 total=1"],
        "rules": ["SA-602"],
        "text": "A point was not counted.",
    },
)
@rulings.returns(201, CaseReply)
@rulings.response_headers(201, "ETag", "Location")
@rulings.errors(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503)
def correct_match(args: dict[str, Any], match: str) -> Response:
    """Correct a match.

    A judge opens a case and rules at once that the board changes.
    """
    return _settle_case(match, read_ruling(args, outcome="correction"), args)


def _settle_case(match: str, ruling: Ruling, args: dict[str, Any]) -> Response:
    token = require_token()
    judge = services()[Cases].require_judge(match, token)
    command_result = services()[Cases].open_and_rule(
        match, judge, ruling, args["evidence"], expected_seq(match), request=idempotent_request()
    )
    return case_response(match, token, command_result)
