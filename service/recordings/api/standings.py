"""Endpoints of names and of the standing of facts: what the entries of a recording prove."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

from flask import Response
from msgspec import Struct

from domain.recording.entries import Ref
from domain.table.recordings.notes import list_contradictions

from ...http.bodies.paging import Facts, select_page
from ...http.heavy import costly, heavy
from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import optional_token, require_token
from ...http.resource import Resource
from ...http.responses import created_response, json_response, next_link
from ...http.services import services
from ...http.tags import Tag
from ...matches.viewing.access import Access
from ...matches.viewing.replies import Reply, command_reply_fields
from ..schemas import NameBody
from ..service import Recordings
from ..verdicts import list_verdicts

standings = Resource("record_standings", Tag.RECORDINGS)


class FactStanding(Struct, frozen=True):
    """The standing of a fact: `proven` in every deal, `consistent` with one, or `witnessed` as entered."""

    seq: int
    verdict: Literal["proven", "consistent", "witnessed"]


class ContradictedNote(Struct, frozen=True):
    """A card that a seat noted at a place, where no deal agrees with it."""

    seat: int
    ref: Ref
    card: str


class RecordStanding(Struct, frozen=True):
    """How many facts the entries prove, and the standing of each; `next` is the cursor of the next page.

    `contradicted` are the notes of players that do not agree with the entries.
    """

    match: str
    proven: int
    consistent: int
    witnessed: int
    contradicted: list[ContradictedNote]
    items: list[FactStanding]
    next: str | None


@standings.get("/matches/<match>/standing")
@heavy
@standings.arguments(Facts, location="query")
@standings.returns(200, RecordStanding)
@standings.errors(401, 403, 404, 409, 422, 503)
def get_record_standing(args: dict[str, Any], match: str) -> Response:
    """Get the standing of a recording.

    A proven fact is the same in every deal that agrees with the entries. In a consistent one a card can be
    another. The service accepts a witnessed one as entered.
    """
    viewer = services()[Access].viewer_for(match, optional_token())
    window = services()[Access].window(match, viewer)
    replay = window.load_replay()
    items = [FactStanding(seq, verdict) for seq, verdict in list_verdicts(replay)]
    noted = list_contradictions(replay.at(len(replay)), replay.facts)
    contradicted = [ContradictedNote(note.seat, note.ref, note.card) for note in noted]
    counts = Counter(item.verdict for item in items)
    page, following = select_page(items, args)
    totals = counts["proven"], counts["consistent"], counts["witnessed"]
    reply = RecordStanding(match, *totals, contradicted, page, following)
    headers = {"Cache_Control": "private, no-cache", "Vary": "Authorization", **next_link(following)}
    return json_response(reply, **headers)


@standings.post("/matches/<match>/names")
@costly
@standings.security("record", "organize", "judge")
@standings.arguments(NameBody, example={"fact": 41, "index": 0, "card": "SAM05"})
@standings.returns(201, Reply)
@standings.response_headers(201, "ETag")
@standings.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def name_card(args: dict[str, Any], match: str) -> Response:
    """Name a card that moved face down.

    Players turn over their piles at the end, or say what they drew. No public fact changes.
    """
    token = require_token()
    by = services()[Recordings].party_of(match, token)
    ref = Ref(args["fact"], args["index"])
    result = services()[Recordings].name_card(
        match, by, ref, args["card"], args["how"], request=idempotent_request()
    )
    viewer = services()[Access].viewer_for(match, token)
    reply = Reply(**command_reply_fields(services(), match, result, viewer))
    return created_response(reply, reply.seq)
