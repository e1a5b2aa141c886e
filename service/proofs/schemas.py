"""Query of a verification."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from ..http.bodies.patterns import Whole
from ..http.bodies.schemas import LARGEST, SHORT, Language, Looking, absent


class OtherRules(Language):
    """Other rules to decide a match by: those of another card set, or of other options of its game."""

    cards = fields.String(load_default=absent, validate=SHORT)
    options = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        load_default=dict,
    )

    @ma.pre_load
    def gather(self, sent: Mapping[str, str], **_: object) -> dict[str, Any]:
        """Takes each parameter without a name of its own for an option of the game."""
        ours = self.fields.keys() - {"options"}
        options = {name: value for name, value in sent.items() if name not in ours}
        return {name: sent[name] for name in ours & sent.keys()} | {"options": options}


class Written(Looking):
    """Which head of a match: the first that a fact went into, the last one if that is left out."""

    seq = Whole(validate=validate.Range(min=1, max=LARGEST), load_default=absent)


class Grown(ma.Schema):
    """How many heads the log held that somebody knows already."""

    old = Whole(data_key="from", validate=validate.Range(min=1, max=LARGEST), load_default=absent)
