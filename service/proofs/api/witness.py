"""Endpoints of a service as the witness of others, outside the reach of their databases."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from marshmallow import validate

from domain.messages import Message

from ...evidence.witness import OtherSize, WitnessStore, WrongSubmission
from ...http.bodies.patterns import StrictInteger
from ...http.bodies.schemas import MAX_SAFE_INTEGER, LanguageQuery, no_value
from ...http.resource import Resource
from ...http.services import services
from ...http.tags import Tag

witnessing = Resource("witnessing", Tag.PROOFS)

NOTE, SIZE = "text/plain", "text/x.tlog.size"


class WitnessedQuery(LanguageQuery):
    """Size of a cosigned checkpoint."""

    size = StrictInteger(validate=validate.Range(min=0, max=MAX_SAFE_INTEGER), load_default=no_value)


@witnessing.get("/witness/<path:house>")
@witnessing.arguments(WitnessedQuery, location="query")
@witnessing.returns(200, "Note", NOTE)
@witnessing.errors(404, 422, 503)
def get_witnessed_checkpoint(args: dict[str, Any], house: str) -> Response:
    """Get a witnessed checkpoint.

    It is the last one of the service `house` that this witness cosigned, or the one with `size` entries. It
    has the signature of that service and the cosignature.
    """
    note = services()[WitnessStore].load_note(house, args["size"])
    return Response(note, headers={"Cache-Control": "no-cache"}, content_type=f"{NOTE}; charset=utf-8")


@witnessing.post("/witness/add-checkpoint")
@witnessing.file_body("Submission", NOTE)
@witnessing.returns(200, "Cosignature", NOTE)
@witnessing.errors(400, 403, 404, 409, 413, 422, 503)
def add_checkpoint(**_: object) -> Response:
    """Cosign a checkpoint.

    This is the protocol of witnesses of C2SP: `old N`, a consistency proof, an empty line and the checkpoint.
    A key that the operator trusts must have signed it. The witness stores it for ever. A reply of 409 has the
    size of the last cosigned checkpoint, as `text/x.tlog.size`.
    """
    try:
        submission = request.get_data().decode()
    except UnicodeDecodeError as error:
        raise WrongSubmission(Message("The body is not UTF-8.")) from error
    try:
        cosignature = services()[WitnessStore].cosign(submission)
    except OtherSize as other:
        return Response(f"{other.size}\n", 409, {"Cache-Control": "no-store"}, content_type=SIZE)
    return Response(cosignature, headers={"Cache-Control": "no-store"}, content_type=f"{NOTE}; charset=utf-8")
