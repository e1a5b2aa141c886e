"""Replies to statements and rulings in a case."""

from __future__ import annotations

from flask import Response

from domain.table.cases import CaseStatus

from ...http.addresses import API
from ...http.responses import created_response
from ...http.services import services
from ...matches.repository import CommandResult
from ...matches.viewing.access import Access
from ...matches.viewing.replies import Reply, command_reply_fields


class CaseReply(Reply, frozen=True, kw_only=True):
    """The facts that follow from a statement in a case: its number, and its status."""

    case: int
    status: CaseStatus


def case_response(
    match: str, token: str, command_result: CommandResult, number: int | None = None
) -> Response:
    """Returns the reply to a command on case *number*, or on a new case by default."""
    viewer = services()[Access].viewer_for(match, token)
    case = command_result.loaded.match.cases[-1 if number is None else number - 1]
    reply = CaseReply(
        **command_reply_fields(services(), match, command_result, viewer),
        case=case.number,
        status=case.status,
    )
    response = created_response(reply, reply.seq)
    if number is None:
        response.headers["Location"] = f"{API}/matches/{match}/disputes/{case.number}"
    return response
