"""Endpoint that exports a match as one file for one viewer."""

from __future__ import annotations

from typing import Any

from flask import Response

from replays.proof import record
from replays.proof.record import Record

from ...http.bodies.json_bodies import JSON
from ...http.bodies.schemas import FreshnessQuery
from ...http.heavy import costly, heavy
from ...http.requests import optional_token, preferred_type
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag
from ...matches.viewing.access import Access
from ...matches.viewing.viewers import reveals
from ...proofs.exports import export_record, export_transcript

exports = Resource("exports", Tag.PROOFS)

TEXT = "text/plain"


@exports.get("/matches/<match>/export")
@costly
@heavy
@exports.arguments(FreshnessQuery, location="query")
@exports.returns(200, Record)
@exports.returns(200, Record, TEXT)
@exports.errors(401, 403, 404, 406, 503)
@reveals
def export_match(_: dict[str, Any], match: str) -> Response:
    """Export a match.

    The file is a record with its proofs, or a transcript. A judge's copy holds everything, other copies
    hold only facts that the viewer may see. All copies have the same head. Players appear by their ids.
    """
    form = preferred_type((JSON, TEXT))
    viewer = services()[Access].viewer_for(match, optional_token())
    last = services()[Access].window(match, viewer).load().match.seq
    if form == JSON:
        body, name = (
            record.dump_record(export_record(services(), match, viewer)),
            f"{match}.{viewer.name}.json",
        )
    else:
        text = export_transcript(services(), match, viewer)
        body, form, name = text.encode(), f"{TEXT}; charset=utf-8", f"{match}.{viewer.name}.game"
    headers = {
        "Cache-Control": "private, no-cache",
        "Content-Disposition": f'attachment; filename="{name}"',
        "ETag": f'W/"{last}"',  # equal facts, although their proofs grow with the log
        "Vary": "Accept, Authorization",
    }
    return Response(body, headers=headers, content_type=form)
