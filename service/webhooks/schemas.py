"""Schemas of webhook requests. Unknown fields are errors."""

from __future__ import annotations

import marshmallow as ma
from marshmallow import fields, validate

from ..http.bodies.patterns import Cursor, StrictInteger
from ..http.bodies.schemas import MATCH_ID_METADATA, MAX_SAFE_INTEGER, check_fact_name, check_match_id

_name = validate.Length(min=1, max=100)


class Subscribing(ma.Schema):
    """Webhook to create; without filters it receives all public facts."""

    url = fields.String(required=True, validate=validate.Length(min=1, max=2000), metadata={"format": "uri"})
    types = fields.List(
        fields.String(validate=check_fact_name),
        validate=validate.Length(max=100),
    )
    match = fields.String(validate=check_match_id, metadata=MATCH_ID_METADATA)
    player = fields.String(
        validate=_name,
    )
    event = fields.String(validate=_name)


class WebhookListQuery(ma.Schema):
    """Page of webhooks after a cursor."""

    cursor = Cursor(r"[\w-]{1,100}")
    limit = StrictInteger(validate=validate.Range(min=1, max=200), load_default=200)


class DeliveryListQuery(ma.Schema):
    """Page of delivery attempts, newest first, from a `cursor` on."""

    cursor = Cursor("[0-9]{1,16}")
    limit = StrictInteger(validate=validate.Range(min=1, max=1000), load_default=100)


class Redelivering(ma.Schema):
    """Position after which facts are sent again."""

    after = fields.Integer(required=True, strict=True, validate=validate.Range(min=0, max=MAX_SAFE_INTEGER))
