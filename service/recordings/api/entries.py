"""Endpoints of entries, which a scribe makes at a real table."""

from __future__ import annotations

from typing import Any

from flask import Response
from msgspec import Struct

from domain.table import Party
from domain.table.recordings.film import list_entries

from ...http.bodies.paging import Page
from ...http.bodies.schemas import LocalizedQuery
from ...http.heavy import costly
from ...http.middleware.idempotency_header import idempotent_request
from ...http.requests import optional_token, require_token
from ...http.resource import Resource
from ...http.responses import created_response, json_response, next_link
from ...http.services import services
from ...http.tags import Tag
from ...matches.repository import MatchRepository
from ...matches.viewing.access import Access
from ...matches.viewing.narrators import choice_narrator
from ..choices import EntryChoices, list_choices
from ..model import BatchResult
from ..replies import EntriesReply, RecordedEntry, entry_fields, make_reply
from ..requests import read_last_seq
from ..schemas import Amending, Choosing, Entering
from ..service import Recordings

entries = Resource("table_entries", Tag.RECORDINGS)

EXAMPLE_ENTRY = {"id": "5b0c4d0e-1f3a-4f5e-9d0b-0c8a4f2b7e11", "seat": 0, "picks": ["FAC"]}


class EntryList(Struct, frozen=True):
    """Entries of the present line, by number, and the number of the `last` one.

    `next` is the cursor of the next page, if there is one.
    """

    match: str
    last: int
    items: list[RecordedEntry]
    next: str | None


@entries.get("/matches/<match>/entries")
@entries.arguments(Page, location="query")
@entries.returns(200, EntryList)
@entries.errors(401, 403, 404, 409, 422, 503)
def list_match_entries(args: dict[str, Any], match: str) -> Response:
    """List the entries of a recording.

    The list has the entries of the present line. Amended ones are facts of the lines before.
    """
    viewer = services()[Access].viewer_for(match, optional_token())
    recorded = list_entries(services()[Access].window(match, viewer).load_replay().facts)
    until = args["after"] + args["limit"]
    items = [
        RecordedEntry(**entry_fields(each.seq, each.entered)) for each in recorded[args["after"] : until]
    ]
    following = str(until) if until < len(recorded) else None
    headers = {"Cache_Control": "private, no-cache", "Vary": "Authorization", **next_link(following)}
    return json_response(EntryList(match, len(recorded), items, following), **headers)


@entries.get("/matches/<match>/entries/choices")
@entries.arguments(Choosing, location="query")
@entries.returns(200, EntryChoices)
@entries.errors(401, 403, 404, 409, 422, 503)
def list_entry_choices(args: dict[str, Any], match: str) -> Response:
    """List what can be entered next.

    The list has each answer that some hand allows, and the reasons against others. The questions after the
    first are open if its seat says nothing. With the number of an entry, the list is for another answer in
    its place. It depends on nothing hidden.
    """
    within = services()
    viewer = within[Access].viewer_for(match, optional_token())
    window = within[Access].window(match, viewer)
    rules, match_state = window.load()
    narrator = choice_narrator(window.game, rules, args["lang"])
    choices = list_choices(rules, match_state, narrator, args["entry"])
    return json_response(choices, Cache_Control="private, no-cache", Vary="Authorization")


@entries.post("/matches/<match>/entries")
@entries.security("record", "play", "organize", "judge")
@entries.arguments(LocalizedQuery, location="query")
@entries.arguments(Entering, example={"after": 0, "entries": [EXAMPLE_ENTRY]})
@entries.returns(201, EntriesReply)
@entries.response_headers(201, "ETag")
@entries.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def add_entries(query: dict[str, Any], args: dict[str, Any], match: str) -> Response:
    """Enter what happened at the table.

    The service derives the facts of the game from the entries, in order, each `id` once. It stops at the
    first entry that no deal of the hidden cards agrees with, or whose cards in sight are not named, and
    returns the reason. Entries that do not follow the last one are refused with 409.
    """
    by = _party(match)
    batch = services()[Recordings].enter(
        match, by, args["after"], args["entries"], request=idempotent_request()
    )
    return _batch_response(match, batch, query["lang"])


@entries.post("/matches/<match>/entries/preview")
@costly
@entries.security("record", "play", "organize", "judge")
@entries.arguments(LocalizedQuery, location="query")
@entries.arguments(Entering, example={"after": 0, "entries": [EXAMPLE_ENTRY]})
@entries.returns(200, EntriesReply)
@entries.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def preview_entries(query: dict[str, Any], args: dict[str, Any], match: str) -> Response:
    """Preview entries.

    The reply is that of the entries, and the service writes nothing.
    """
    batch = services()[Recordings].enter(match, _party(match), args["after"], args["entries"], preview=True)
    return json_response(_make_reply(match, batch, query["lang"]))


@entries.post("/matches/<match>/entries/<int:number>/amend", "SEEN")
@costly
@entries.security("record", "organize", "judge")
@entries.arguments(LocalizedQuery, location="query")
@entries.arguments(Amending, example={"entry": EXAMPLE_ENTRY, "reason": "Facilier moved, not Sully."})
@entries.returns(201, EntriesReply)
@entries.response_headers(201, "ETag")
@entries.errors(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503)
def amend_entry(query: dict[str, Any], args: dict[str, Any], match: str, number: int) -> Response:
    """Amend an entry.

    A new line begins before it. The service decides the later entries again, up to the first one that does
    not hold any more, and returns the reason. The old line stays in the record. With a `case`, a judge
    settles it so, and needs `If-Match`.
    """
    batch = services()[Recordings].amend(
        match,
        _party(match),
        number,
        args["entry"],
        args["reason"],
        args["replaced"],
        args["case"],
        last_seq=read_last_seq(match, args["case"]),
        request=idempotent_request(),
    )
    return _batch_response(match, batch, query["lang"])


@entries.post("/matches/<match>/entries/<int:number>/amend/preview")
@costly
@entries.security("record", "organize", "judge")
@entries.arguments(LocalizedQuery, location="query")
@entries.arguments(Amending, example={"entry": EXAMPLE_ENTRY, "reason": "Facilier moved, not Sully."})
@entries.returns(200, EntriesReply)
@entries.errors(400, 401, 403, 404, 409, 413, 415, 422, 503)
def preview_amendment(query: dict[str, Any], args: dict[str, Any], match: str, number: int) -> Response:
    """Preview an amendment.

    The reply has the entries that still hold and the first one that does not. The service writes nothing.
    """
    batch = services()[Recordings].amend(
        match,
        _party(match),
        number,
        args["entry"],
        args["reason"],
        args["replaced"],
        args["case"],
        preview=True,
    )
    return json_response(_make_reply(match, batch, query["lang"]))


def _party(match: str) -> Party:
    return services()[Recordings].party_of(match, require_token())


def _make_reply(match: str, batch: BatchResult, language: str) -> EntriesReply:
    repository = services()[MatchRepository]
    rules, match_state = batch.result.loaded if batch.result else repository.load_match(match)
    game = repository.find_game(match_state.settings.game)
    return make_reply(rules, match_state, batch, choice_narrator(game, rules, language))


def _batch_response(match: str, batch: BatchResult, language: str) -> Response:
    reply = _make_reply(match, batch, language)
    return created_response(reply, reply.seq)
