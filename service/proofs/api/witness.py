"""Endpoints of a service as the witness of others, outside the reach of their databases."""

from __future__ import annotations

from flask import Response, request

from ...evidence.witness import WitnessStore
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag

witnessing = Resource("witnessing", Tag.PROOFS)

NOTE = "text/plain"


@witnessing.get("/witness/<path:house>")
@witnessing.returns(200, "Note", NOTE)
@witnessing.errors(404, 422, 503)
def get_witnessed_checkpoint(house: str) -> Response:
    """Get a witnessed checkpoint.

    It is the last one that the service `house` stored here, with its signature.
    """
    note = services()[WitnessStore].load_note(house)
    return Response(note, headers={"Cache-Control": "no-cache"}, content_type=f"{NOTE}; charset=utf-8")


@witnessing.put("/witness/<path:house>")
@witnessing.file_body("Note", NOTE)
@witnessing.returns_nothing(204, "The checkpoint is stored.")
@witnessing.errors(409, 413, 422, 503)
def put_witnessed_checkpoint(house: str) -> Response:
    """Store a checkpoint as witness.

    It replaces the previous checkpoint of the service `house`. A key that the operator trusts must have
    signed it. The log must extend the previous one, or the request fails.
    """
    services()[WitnessStore].store_note(house, request.get_data().decode("utf-8", "replace"))
    return Response(status=204)
