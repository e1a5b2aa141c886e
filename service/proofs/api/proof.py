"""Endpoints with proofs of a record, its hashes, heads in the log and signatures."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response
from marshmallow import validate
from msgspec import Struct
from msgspec.structs import asdict

from domain.messages import Message
from domain.model import SPECTATOR, Viewer
from replays.playback.replay import UnknownMoment
from replays.proof.chain import GENESIS, CommittedFact, FactCommitter
from service.evidence.service import Proof

from ...eventstore.store import Store
from ...evidence.service import Evidence
from ...http.bodies.paging import Facts
from ...http.bodies.patterns import StrictInteger
from ...http.bodies.schemas import MAX_SAFE_INTEGER, no_value
from ...http.heavy import heavy
from ...http.requests import optional_token
from ...http.resource import Resource
from ...http.responses import json_response, next_link
from ...http.services import services
from ...http.tags import Tag
from ...matches.repository import MatchRepository
from ...matches.viewing.access import Access
from ...shared.errors import Forbidden
from ..verification import ProofQuery

proof = Resource("proof", Tag.PROOFS)

NOTE = "text/plain"
FOREVER = "public, max-age=31536000, immutable"


class ConsistencyQuery(ma.Schema):
    """Size of the log that a client knows."""

    old = StrictInteger(
        data_key="from", validate=validate.Range(min=1, max=MAX_SAFE_INTEGER), load_default=no_value
    )


class Chained(CommittedFact, frozen=True):
    """The public form of a fact, and its hash."""

    hash: str


class Chain(Struct, frozen=True):
    """Some facts of a match, the same for all clients; `before` is the hash of the fact before them.

    `next` is the cursor of the next page, if there is one already.
    """

    match: str
    before: str
    items: list[Chained]
    next: str | None


class KeyList(Struct, frozen=True):
    """The public keys of the service, the one in use first, in the form of signed notes: name, id and key.

    `next` is null, as one page holds them all.
    """

    items: tuple[str, ...]
    next: None = None


@proof.get("/matches/<match>/chain")
@heavy
@proof.arguments(Facts, location="query")
@proof.returns(200, Chain)
@proof.errors(401, 403, 404, 422, 503)
def get_match_chain(args: dict[str, Any], match: str) -> Response:
    """Get the hash chain of a match.

    Each fact comes as everyone may see it, with commitments in place of secrets, and with its hash.
    """
    replay = services()[Access].window(match, _require_spectator(match)).load_replay()
    match_state, hashes = replay.at(len(replay)), services()[MatchRepository].load_hashes(match, replay)
    fact_committer = FactCommitter(match, replay.rules, match_state.settings, match_state.line_seeds)
    after: int = min(args["after"], len(replay))
    page = services()[Store].raw_facts(match, after, min(after + args["limit"], len(replay)))
    facts = [Chained(**asdict(fact_committer.commit_fact(fact)), hash=hashes[fact.seq - 1]) for fact in page]
    following = str(facts[-1].seq) if page and facts[-1].seq < len(replay) else None
    chain = Chain(match, hashes[after - 1] if after else GENESIS, facts, following)
    caching = FOREVER if following else "public, no-cache"
    return json_response(chain, Cache_Control=caching, **next_link(following))


@proof.get("/matches/<match>/proof")
@proof.arguments(ProofQuery, location="query")
@proof.returns(200, Proof)
@proof.errors(401, 403, 404, 422, 503)
def get_match_proof(args: dict[str, Any], match: str) -> Response:
    """Prove the head of a match.

    The proof shows that the last head is in the log, or the first head that covers fact `seq`. In a match
    with a delay, only heads that the public may know count.
    """
    evidence, window = services()[Evidence], services()[Access].window(match, _require_spectator(match))
    _, match_state = window.load()
    seq = match_state.seq if args["seq"] is None else args["seq"]
    if args["seq"] is None and window.last is not None:
        seq = evidence.last_headed_seq(match, seq)
    head_proof = evidence.prove_head(match, seq)
    if head_proof is None or (window.last is not None and head_proof.logged.seq > window.last):
        raise UnknownMoment(
            Message(
                "The match has facts 1 to {seq}, and no head from fact {head} on.",
                seq=match_state.seq,
                head=seq,
            )
        )
    return json_response(head_proof, Cache_Control="no-cache")


@proof.get("/checkpoint")
@proof.arguments(ConsistencyQuery, location="query")
@proof.returns(200, "Note", NOTE)
@proof.errors(404, 422, 503)
def get_checkpoint(args: dict[str, Any]) -> Response:
    """Get the checkpoint of the log.

    It is a signed note (C2SP) with the size and the root of the log of heads. If the operator has a policy of
    witnesses, it is the last one with their cosignatures. With `from`, a consistency
    proof comes first: a line with the old size, one base64 hash a line, and an empty line, as C2SP
    witnesses expect.
    """
    evidence, old = services()[Evidence], args["old"]
    note = evidence.publish_checkpoint()[1] if old is None else str(evidence.consistency_proof(old))
    return Response(note, headers={"Cache-Control": "no-cache"}, content_type=f"{NOTE}; charset=utf-8")


def _require_spectator(match: str) -> Viewer:
    """Returns the spectator, or raises `Forbidden` for clients without access.

    A token gives access to closed matches and is ignored for open ones.
    """
    try:
        return services()[Access].viewer_for(match, None)
    except Forbidden:
        services()[Access].viewer_for(match, optional_token())
        return SPECTATOR


@proof.get("/keys")
@proof.returns(200, KeyList)
@proof.errors(503)
def list_keys() -> Response:
    """List the public keys.

    Store them: a proof is worth no more than the key that checks it.
    """
    return json_response(
        KeyList(tuple(map(str, services()[Evidence].public_keys()))), Cache_Control="public, max-age=60"
    )


@proof.get("/revocations")
@proof.returns(200, "Revocations", NOTE)
@proof.errors(503)
def list_revocations() -> Response:
    """List the revoked keys.

    Each is a signed note (C2SP) with the key, its successor and a time in seconds since 1970, from which on
    the key signs nothing. Empty lines separate the notes. Give the list to your checker.
    """
    text = "\n".join(services()[Evidence].revocations())
    headers = {"Cache-Control": "public, max-age=60"}
    return Response(text, headers=headers, content_type=f"{NOTE}; charset=utf-8")
