"""Bodies and queries of requests about recordings."""

from __future__ import annotations

from typing import Any, get_args

import marshmallow as ma
from marshmallow import fields, validate

from domain.recording.entries import Entry, Means, Sighting
from domain.table.recordings.facts import SignatureMeans

from ..cases.schemas import seq_field, text_field
from ..http.bodies.patterns import PatternString, StrictBoolean, StrictInteger
from ..http.bodies.schemas import MAX_SAFE_INTEGER, SHORT_TEXT, LocalizedQuery
from .model import DeviceEntry

MAX_BATCH = 50
"""Entries in one request."""
MAX_WORDS = 60
"""Picks or sightings in one entry."""

_count = validate.Range(min=0, max=MAX_SAFE_INTEGER)


def case_field() -> fields.Integer:
    """Returns a field for the case that a judge settles, none by default."""
    return seq_field(allow_none=True, load_default=None)


class SightingBody(ma.Schema):
    """Card that became visible, or the number of the seat that a lot chose."""

    card = fields.String(required=True, validate=SHORT_TEXT)
    how = fields.String(load_default="revealed", validate=validate.OneOf(get_args(Means)))


class EntryBody(ma.Schema):
    """Answer of a seat, as a scribe saw it.

    `id` is a name of the device's own, such as a UUID. The seat is null for the start of the match. `text` is
    the entry in notation, as somebody typed it. A seat that `leaves` gives no answer.
    """

    id = fields.String(required=True, validate=PatternString("^[0-9A-Za-z-]{8,64}$"))
    seat = fields.Integer(
        strict=True, allow_none=True, load_default=None, validate=validate.Range(min=0, max=15)
    )
    picks = fields.List(
        fields.String(validate=SHORT_TEXT), load_default=list, validate=validate.Length(max=MAX_WORDS)
    )
    sightings = fields.List(
        fields.Nested(SightingBody), load_default=list, validate=validate.Length(max=MAX_WORDS)
    )
    text = fields.String(load_default="", validate=validate.Length(max=500))
    device_at = fields.AwareDateTime(format="iso", load_default=None)
    leaves = StrictBoolean(load_default=False)

    @ma.post_load
    def make_entry(self, args: dict[str, Any], **_: object) -> DeviceEntry:
        """Returns the entry of a device."""
        sightings = tuple(Sighting(**sighting) for sighting in args["sightings"])
        seat = -1 if args["seat"] is None else args["seat"]
        device_at = int(args["device_at"].timestamp() * 1000) if args["device_at"] else 0
        entry = Entry(seat, tuple(args["picks"]), sightings, leaves=args["leaves"])
        return DeviceEntry(args["id"], entry, args["text"], device_at)


class Entering(ma.Schema):
    """Entries of a device in their order; `after` is the last entry that it has from the service."""

    after = fields.Integer(required=True, strict=True, validate=_count)
    entries = fields.List(
        fields.Nested(EntryBody), required=True, validate=validate.Length(min=1, max=MAX_BATCH)
    )


class Choosing(LocalizedQuery):
    """The language of the choices, and the entry in whose place the answer goes, 0 for the next one."""

    entry = fields.Integer(load_default=0, validate=_count)


class Showing(ma.Schema):
    """The entry of which a photo is evidence, 0 for the whole recording."""

    entry = StrictInteger(load_default=0, validate=_count)


class Amending(ma.Schema):
    """Entry in the place of a wrong one, or null to take the wrong one out; `reason` is for the table.

    `replaced` is the id of the wrong entry; the service refuses the amendment if its number has another id.
    `case` is the one that a judge settles by the amendment.
    """

    entry = fields.Nested(EntryBody, allow_none=True, load_default=None)
    reason = text_field()
    replaced = fields.String(load_default="", validate=PatternString("^([0-9A-Za-z-]{8,64})?$"))
    case = case_field()


class Signing(ma.Schema):
    """Signature of a seat under the record up to the fact with the hash `head`."""

    seat = fields.Integer(required=True, strict=True, validate=validate.Range(min=0, max=15))
    head = fields.String(required=True, validate=PatternString("^[0-9a-f]{64}$"))
    how = fields.String(load_default="phone", validate=validate.OneOf(get_args(SignatureMeans)))


class Objecting(ma.Schema):
    """Objection to an entry, or to the whole recording, entry 0."""

    seat = fields.Integer(required=True, strict=True, validate=validate.Range(min=0, max=15))
    entry = fields.Integer(load_default=0, strict=True, validate=_count)
    text = text_field()


class TablePositionBody(ma.Schema):
    """Position of the table, in notation with `?` for unknown cards, and the reason for it.

    `told` are the facts of an effect under way.
    """

    position = fields.String(required=True, validate=validate.Length(min=1, max=20_000))
    told = fields.List(
        fields.String(validate=validate.Length(max=2_000)),
        load_default=list,
        validate=validate.Length(max=200),
    )
    reason = text_field()


class IrregularBody(TablePositionBody):
    """Break of a rule that stands, or without a position one that the table undid.

    `case` is the one that a judge settles so.
    """

    position = fields.String(load_default="", validate=validate.Length(max=20_000))
    rule = fields.String(load_default="", validate=validate.Length(max=40))
    seat = fields.Integer(
        strict=True, allow_none=True, load_default=None, validate=validate.Range(min=0, max=15)
    )
    case = case_field()


class GapBody(TablePositionBody):
    """Turns that nobody recorded; 0 for an unknown number."""

    turns = fields.Integer(strict=True, load_default=0, validate=validate.Range(min=0, max=999))


class NameBody(ma.Schema):
    """Card that moved face down in a fact, at a place among its words, and how it became known."""

    fact = fields.Integer(required=True, strict=True, validate=_count)
    index = fields.Integer(strict=True, load_default=0, validate=validate.Range(min=0, max=99))
    card = fields.String(required=True, validate=SHORT_TEXT)
    how = fields.String(load_default="shown_at_end", validate=validate.OneOf(get_args(Means)))


class NoteBody(ma.Schema):
    """Card that a seat alone saw, as it lies at a place among the words of a fact."""

    seat = fields.Integer(required=True, strict=True, validate=validate.Range(min=0, max=15))
    fact = fields.Integer(required=True, strict=True, validate=_count)
    index = fields.Integer(strict=True, load_default=0, validate=validate.Range(min=0, max=99))
    card = fields.String(required=True, validate=SHORT_TEXT)
