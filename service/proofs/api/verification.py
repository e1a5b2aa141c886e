"""Endpoint that audits a match by deciding it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from flask import Response
from marshmallow import fields
from msgspec import Struct

from domain.messages import Message
from domain.published import OptionalText

from ...catalog.options import parse_value
from ...evidence.service import Evidence
from ...http.bodies.schemas import SHORT_TEXT, LocalizedQuery, no_value
from ...http.heavy import costly, heavy
from ...http.requests import optional_token
from ...http.resource import Resource
from ...http.responses import json_response
from ...http.services import services
from ...http.tags import Tag
from ...matches.opening.forks import check_open, closed_reason
from ...matches.repository import MatchRepository
from ...matches.viewing.access import Access
from ...matches.viewing.viewers import reveals
from ...shared.catalogues import language
from ..verification import decide_again

verification = Resource("verification", Tag.PROOFS)


class VerificationQuery(LocalizedQuery):
    """Other rules for a verification, from another card set or other options of the game."""

    cards = fields.String(load_default=no_value, validate=SHORT_TEXT)
    options = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        load_default=dict,
    )

    @ma.pre_load
    def gather(self, sent: Mapping[str, str], **_: object) -> dict[str, Any]:
        """Collects all other parameters as options of the game."""
        own_names = self.fields.keys() - {"options"}
        options = {name: value for name, value in sent.items() if name not in own_names}
        return {name: sent[name] for name in own_names & sent.keys()} | {"options": options}


class Verification(Struct, frozen=True):
    """The result of the audit: the facts and answers that passed, and the first difference at `seq`.

    The difference is a sentence in the language of the request. While anything is hidden from the client,
    only its number is shown: a sentence might quote a hidden card. `corrected` counts the facts of rulings:
    they follow from no answer.
    """

    match: str
    ok: bool
    answers: int
    facts: int
    seq: int
    difference: OptionalText
    corrected: int = 0


@verification.get("/matches/<match>/verification")
@costly
@heavy
@verification.arguments(VerificationQuery, location="query")
@verification.returns(200, Verification)
@verification.errors(401, 403, 404, 422, 503)
@reveals
def verify_match(args: dict[str, Any], match: str) -> Response:
    """Verify a match.

    The service decides every answer again, and compares the facts. `cards` and options of the game, such
    as `edition`, apply other rules. Other rules need a match that is over, or a judge.
    """
    viewer = services()[Access].viewer_for(match, optional_token())
    cards, options = args["cards"], {name: parse_value(value) for name, value in args["options"].items()}
    if cards is not None or options:
        check_open(services()[MatchRepository], match, viewer)
    window = services()[Access].window(match, viewer)
    until = None if window.last is None else services()[Evidence].last_headed_seq(match, window.last)
    lang = args["lang"]
    verdict = decide_again(services(), match, cards, options, until=until, language=lang)
    difference = verdict.difference
    if difference and closed_reason(services()[MatchRepository], match, viewer):
        difference = Message(
            "Fact {seq} differs; the difference appears when the match is over.", seq=verdict.seq
        )
    text = language(lang).render(difference)
    return json_response(
        Verification(match, verdict.ok, verdict.answers, verdict.facts, verdict.seq, text, verdict.corrected),
        Cache_Control="no-cache",
        Content_Language=lang,
        Vary="Authorization",
    )
