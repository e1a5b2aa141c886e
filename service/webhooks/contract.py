"""Contract of a delivery in the OpenAPI document, an operation that the receiver serves."""

from __future__ import annotations

from typing import Any

from ..http.bodies.json_bodies import JSON
from ..http.contract.schemas import body_schema, name_of
from ..http.tags import Tag
from .client import TIMEOUT_SECONDS
from .dispatcher import WebhookMessage
from .model import RETRY_DELAYS, SECOND

NAME = "fact"
"""Name of the only kind of delivery."""

EXAMPLE = {
    "position": 48213,
    "subject": {"kind": "match", "id": "7K3MQ9ZT2BXF"},
    "game": "arena",
    "seq": 2,
    "fact": {
        "seq": 2,
        "cause": 1,
        "rule": None,
        "event": {
            "type": "table.SeatClaimed",
            "seat": 0,
            "player": "p-d93db2e8d248a520",
            "nonce": None,
            "at": "2027-05-01T10:00:00.000Z",
            "token": None,
            "nonce_hash": "5122a1d1bc9d87662dcf5fb870adf8c55faf2ce12fad1bacac2fe7df88172466",
        },
        "players": [{"id": "p-d93db2e8d248a520", "name": "Ada", "account": True, "erased": False}],
    },
    "time": "2027-05-01T10:00:00.000Z",
    "log": "log-1f0e3dad99908345",
}


def _describe_header(name: str, description: str, schema: dict[str, Any], example: object) -> dict[str, Any]:
    return {
        "name": name,
        "in": "header",
        "required": True,
        "description": description,
        "schema": schema,
        "example": example,
    }


HEADERS = [
    _describe_header(
        "webhook-id",
        "The id of the message: the same for each attempt. A receiver ignores an id that it has stored.",
        {"type": "string"},
        "7K3MQ9ZT2BXF-2",
    ),
    _describe_header(
        "webhook-timestamp",
        "The time of the attempt, in seconds since 1970. A receiver refuses one that is 5 minutes off.",
        {"type": "integer", "minimum": 0},
        1809165600,
    ),
    _describe_header(
        "webhook-signature",
        "`v1,` and the Base64 of an HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. Its key is the "
        "Base64 behind `whsec_` in the secret of the webhook. After a rotation, a space separates the "
        "signatures of both secrets.",
        {"type": "string", "pattern": "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$"},
        "v1,lN88tsRNdDGz5SL+DYQ70Apbc69Q1VF2nvQcEQ7GFCo=",
    ),
]

_DELAYS = ", ".join(f"{delay // SECOND}" for delay in RETRY_DELAYS)

DELIVERY: dict[str, Any] = {
    "post": {
        "operationId": "receiveFact",
        "tags": [Tag.WEBHOOKS.value],
        "summary": "Receive a fact",
        "description": (
            "The service sends each public fact that the webhook asks for to its URL, in the order of the "
            "feed and at least once. Messages are signed after Standard Webhooks 1.0."
        ),
        "security": [],
        "parameters": HEADERS,
        "requestBody": {
            "description": "A fact, and where it stands in the feed.",
            "required": True,
            "content": {JSON: {"schema": body_schema(JSON, name_of(WebhookMessage)), "example": EXAMPLE}},
        },
        "responses": {
            "2XX": {"description": "The receiver has stored the message. The service sends the next one."},
            "410": {"description": "The receiver is gone. The service disables the webhook."},
            "default": {
                "description": (
                    "The message is not stored: any other status, a redirect, or no reply within "
                    f"{TIMEOUT_SECONDS:g} seconds. The service sends it again after {_DELAYS} seconds. Each "
                    "delay is up to a tenth longer. After the last attempt the service disables the webhook."
                )
            },
        },
    }
}
