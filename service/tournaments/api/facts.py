"""Facts of a tournament as pages, lines and streams, with their hash chain and proofs."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import AsyncGenerator, Callable
from functools import partial, reduce
from operator import or_
from time import monotonic
from typing import Any

import msgspec
from flask import Response
from msgspec import Struct
from msgspec.structs import asdict, fields

from domain.messages import Message
from domain.model import Fact
from domain.published import encode, encode_lines
from domain.published_schemas import schema_of
from domain.tournament import visibility
from domain.tournament.facts import FACTS, SeedRevealed
from domain.tournament.state import Tournament
from replays.playback.replay import UnknownMoment
from replays.proof.chain import GENESIS, CommittedFact, TournamentCommitter

from ...eventstore.store import Store
from ...evidence.service import Evidence, Proof
from ...http.bodies.json_bodies import JSON, NDJSON
from ...http.bodies.paging import Facts
from ...http.broadcast import KEEP_ALIVE, stream_preamble
from ...http.constants import constant
from ...http.heavy import heavy
from ...http.requests import last_event_seq, optional_token, preferred_type
from ...http.resource import Resource
from ...http.responses import json_response, next_link
from ...http.services import services
from ...http.sse import EVENTS, stream_reply
from ...http.tags import Tag
from ...identity.players import NamedPlayer, PlayerDirectory
from ...matches.viewing.named_facts import FactNames, NamedFact
from ...proofs.verification import ProofQuery
from ...shared.record_ids import ids_in_facts
from ...shared.registry import ProcessState, Registry
from ..access import Actor, TournamentAccess
from ..repository import TournamentRepository

record = Resource("record", Tag.FEED)

SCHEMA = "application/schema+json"
HEADERS = {
    "Cache-Control": "private, no-cache",
    "Vary": "Accept, Authorization",
    "X-Accel-Buffering": "no",
}
"""Headers of each reply."""


class TournamentFacts(Struct, frozen=True):
    """Some facts of a tournament; `next` is the cursor of the next page, if there is one already.

    Facts hold ids of players; `players` names those of this page.
    """

    tournament: str
    items: list[NamedFact]
    next: str | None
    players: tuple[NamedPlayer, ...]


class ChainedFact(CommittedFact, frozen=True):
    """The public form of a fact of a tournament, and its hash."""

    hash: str


class TournamentChain(Struct, frozen=True):
    """Some facts of a tournament, the same for all clients; `before` is the hash of the fact before them."""

    tournament: str
    before: str
    items: list[ChainedFact]
    next: str | None


@record.get("/tournaments/facts.schema.json")
@record.returns(200, "JsonSchema", SCHEMA)
@constant()
def get_tournament_fact_schema() -> Response:
    """Get the fact schema of tournaments.

    The JSON Schema covers every fact that the record of a tournament may hold.
    """
    event = reduce(or_, FACTS)
    members = [
        (field_info.name, event if field_info.name == "event" else field_info.type)
        for field_info in fields(Fact)
    ]
    schema = schema_of(msgspec.defstruct("Fact", members, frozen=True))
    return json_response(schema, SCHEMA, Cache_Control="public, max-age=3600")


def _redaction_for(actor: Actor, t: Tournament) -> Callable[[Fact], Fact]:
    return visibility.redact_for_staff if actor.manages else partial(visibility.redact_fact_at, t)


@record.get("/tournaments/<tournament>/facts", "LAST_EVENT_ID")
@heavy
@record.arguments(Facts, location="query")
@record.returns(200, TournamentFacts)
@record.returns(200, NamedFact, NDJSON, EVENTS)
@record.returns_nothing(204, "The tournament is over and the client has all its facts: do not reconnect.")
@record.errors(401, 404, 406)
def list_tournament_facts(args: dict[str, Any], tournament: str) -> Response:
    """List the facts of a tournament.

    They come as a page, as JSON lines, or as a live stream that `Last-Event-ID` resumes.
    """
    form = preferred_type((JSON, NDJSON, EVENTS))
    actor = services()[TournamentAccess].actor_for(tournament, optional_token())
    t, after = services()[TournamentRepository].get(tournament), max(args["after"], last_event_seq())
    if form == EVENTS:
        if t.revealed_seed and after >= t.seq:
            return _facts_response(b"", EVENTS, 204)
        return stream_reply(stream_facts(services(), tournament, optional_token(), after), HEADERS)
    until = after + args["limit"]
    visible_facts = map(
        _redaction_for(actor, t), services()[TournamentRepository].facts(tournament, after, until)
    )
    page = services()[FactNames].name_facts(tournament, visible_facts)
    following = str(until) if t.seq > until else None
    if form == NDJSON:
        reply = _facts_response(encode_lines(page), form)
    else:
        players = services()[PlayerDirectory].list_players(sorted(ids_in_facts(page)))
        reply = _facts_response(encode(TournamentFacts(tournament, page, following, players)), form)
    reply.headers.update(next_link(following))
    return reply


def _facts_response(body: bytes, form: str, status: int = 200) -> Response:
    return Response(body, status, HEADERS, content_type=form)


async def stream_facts(
    services: Registry, tournament: str, token: str | None, after: int
) -> AsyncGenerator[bytes, None]:
    """Yields server-sent events for every fact after *after* until the seed is revealed.

    It checks the token for each batch, because an API token may expire. Raises as `actor_for` does.
    """

    def read_new_facts() -> tuple[list[NamedFact], int]:
        facts = services[TournamentRepository].facts(tournament, after)
        if not facts:
            return [], after
        actor = services[TournamentAccess].actor_for(tournament, token)
        redact = _redaction_for(actor, services[TournamentRepository].get(tournament))
        return [*services[FactNames].name_facts(tournament, map(redact, facts))], facts[-1].seq

    is_over = bool((await to_thread(services[TournamentRepository].get, tournament)).revealed_seed)
    yield stream_preamble(services[Store].log_id)
    last_word = monotonic()
    with services[ProcessState].bus.subscribe_async(tournament) as loop_subscription:
        while True:
            named_facts, after = await to_thread(read_new_facts)
            for fact in named_facts:
                yield b"id: %d\ndata: %b\n\n" % (fact.seq, encode(fact))
                is_over = is_over or isinstance(fact.event, SeedRevealed)
                last_word = monotonic()
            if is_over or services[ProcessState].is_shutting_down:
                return
            if not await loop_subscription.wait_async(KEEP_ALIVE) and monotonic() - last_word > KEEP_ALIVE:
                yield b": still here\n\n"
                last_word = monotonic()


@record.get("/tournaments/<tournament>/chain")
@heavy
@record.arguments(Facts, location="query")
@record.returns(200, TournamentChain)
@record.errors(404)
def get_tournament_chain(args: dict[str, Any], tournament: str) -> Response:
    """Get the hash chain of a tournament.

    Each fact has its public form, with commitments in place of secrets, and its hash.
    """
    t = services()[TournamentRepository].get(tournament)
    tournament_committer = TournamentCommitter(tournament, t.settings)
    after = min(args["after"], t.seq)
    facts = services()[Store].raw_facts(tournament, 0, min(after + args["limit"], t.seq))
    hashes = [GENESIS, *tournament_committer.hash_facts(facts)]
    page = [
        ChainedFact(**asdict(tournament_committer.commit_fact(fact)), hash=hashes[fact.seq])
        for fact in facts[after:]
    ]
    following = str(facts[-1].seq) if page and facts[-1].seq < t.seq else None
    chain = TournamentChain(tournament, hashes[after], page, following)
    return json_response(chain, Cache_Control="public, no-cache", **next_link(following))


@record.get("/tournaments/<tournament>/proof")
@record.arguments(ProofQuery, location="query")
@record.returns(200, Proof)
@record.errors(404)
def get_tournament_proof(args: dict[str, Any], tournament: str) -> Response:
    """Prove the head of a tournament.

    The proof shows that its last head is in the log, or the first head that covers fact `seq`.
    """
    last = services()[TournamentRepository].get(tournament).seq
    proof = services()[Evidence].prove_head(tournament, args["seq"] or last)
    if proof is None:
        raise UnknownMoment(Message("The tournament has facts 1 to {seq}.", seq=last))
    return json_response(proof, Cache_Control="no-cache")
