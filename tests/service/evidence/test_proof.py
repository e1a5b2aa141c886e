"""What anybody can ask for over HTTP to know that a record is untouched, and check with the keys alone."""

from __future__ import annotations

import msgspec
import pytest

from replays.proof import notes
from replays.proof.chain import GENESIS, CommittedFact, commit_value, link_hash
from replays.proof.log import Logged, find_inconsistency, read_proof
from replays.proof.notes import Key, read_key
from service.bootstrap import Services
from service.settings import Settings
from tests.service.client import Api, Json, Pair, Player, json_of
from tests.service.evidence.audit.people import Vandal
from tests.service.http.test_document import fits


@pytest.fixture
def keys(api: Api) -> list[Key]:
    """The keys of the service, as it tells them."""
    return [read_key(key) for key in json_of(api.get("/api/v1/keys"))["items"]]


def chained(player: Player, limit: int = 1000) -> list[Json]:
    """Reads the whole chain, page by page; fails where a page does not go on from the one before."""
    facts: list[Json] = []
    cursor: str | None = "0"
    while cursor is not None:
        page = json_of(player.get(f"/chain?cursor={cursor}&limit={limit}"))
        assert page["before"] == (facts[-1]["hash"] if facts else GENESIS)
        facts += page["items"]
        cursor = page["next"]
    return facts


def test_the_chain_is_made_of_what_everybody_may_know(pair: Pair) -> None:
    pair.blue.answers("e1")
    pair.red.answers("b7")
    facts = chained(pair.public)
    before = GENESIS
    for fact in facts:
        before = link_hash(pair.blue.match, before, msgspec.convert(fact, CommittedFact))
        assert fact["hash"] == before
    assert len(facts) == pair.blue.looks()["seq"]


def test_a_receipt_names_the_hash_that_everybody_finds_there(pair: Pair) -> None:
    receipt = json_of(pair.blue.answers("e1"))["receipt"]
    assert chained(pair.public)[receipt["seq"] - 1]["hash"] == receipt["head"]


def test_the_chain_is_the_same_for_everyone_and_in_pages_of_any_size(pair: Pair) -> None:
    pair.blue.answers("e1")
    pair.red.answers("b7")
    whole = chained(pair.public)
    assert chained(pair.blue) == chained(pair.red) == whole
    assert chained(pair.public, limit=7) == chained(pair.blue, limit=1) == whole


def test_what_the_public_may_not_see_is_committed_to_and_not_told(pair: Pair, services: Services) -> None:
    pair.blue.answers("e1")
    pair.red.answers("b7")
    opening, *_ = facts = chained(pair.public)
    assert set(opening["sealed"]) == {"seed", "claims"}
    drawn = [fact for fact in facts if fact["type"] == "arena.CardDrawn"]
    assert len(drawn) > 12
    assert {frozenset(fact["sealed"]) for fact in drawn} == {frozenset({"card"})}
    assert len({fact["sealed"]["card"] for fact in drawn}) == len(drawn)
    cards = {fact.event.card for fact in services.store.facts(pair.blue.match) if hasattr(fact.event, "card")}
    plain = {commit_value(b"", card) for card in cards}
    assert plain.isdisjoint(fact["sealed"]["card"] for fact in drawn)


def test_pages_of_the_past_may_be_kept_and_the_last_one_not(pair: Pair) -> None:
    full = pair.public.get("/chain?limit=3")
    assert full.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert full.headers["Link"] == f'</api/v1/matches/{pair.blue.match}/chain?limit=3&cursor=3>; rel="next"'
    last = pair.public.get("/chain?after=3")
    assert last.headers["Cache-Control"] == "public, no-cache"
    assert (json_of(last)["next"], "Link" in last.headers) == (None, False)
    assert json_of(pair.public.get("/chain?after=5"))["items"] == []
    assert json_of(pair.public.get("/chain?after=999"))["items"] == []


def test_the_last_head_is_proved_to_be_in_the_log(pair: Pair, keys: list[Key]) -> None:
    pair.blue.answers("e1")
    reply = pair.public.get("/proof")
    proof = json_of(reply)
    logged = msgspec.convert(proof["logged"], Logged)
    assert logged.head == chained(pair.public)[-1]["hash"]
    assert logged.is_in(pair.blue.match, notes.read_checkpoint(proof["checkpoint"], keys))
    assert proof["keys"] == [str(key) for key in keys]
    assert reply.headers["Cache-Control"] == "no-cache"


def test_an_earlier_write_is_proved_by_the_head_it_went_into(pair: Pair, keys: list[Key]) -> None:
    pair.blue.answers("e1")
    for seq, head in ((1, 1), (4, 5), (9, 9)):
        proof = json_of(pair.public.get(f"/proof?seq={seq}"))
        logged = msgspec.convert(proof["logged"], Logged)
        assert logged.seq == head
        assert logged.is_in(pair.blue.match, notes.read_checkpoint(proof["checkpoint"], keys))


def test_a_head_that_is_not_there_yet_cannot_be_proved(pair: Pair) -> None:
    reply = pair.public.get("/proof?seq=6")
    assert (reply.status_code, json_of(reply)["type"]) == (404, "/api/v1/problems/unknown-moment")
    assert "facts 1 to 5" in json_of(reply)["detail"]


def test_a_checkpoint_is_a_signed_note_of_all_heads(api: Api, pair: Pair, keys: list[Key]) -> None:
    reply = api.get("/api/v1/checkpoint")
    assert reply.content_type == "text/plain; charset=utf-8"
    assert reply.headers["Cache-Control"] == "no-cache"
    found = notes.read_checkpoint(reply.text, keys)
    assert (found.origin, found.size) == ("recount", 5)
    api.opens()
    assert notes.read_checkpoint(api.get("/api/v1/checkpoint").text, keys).size == 6


def test_who_kept_a_checkpoint_is_shown_that_the_log_only_grew(api: Api, keys: list[Key]) -> None:
    api.opens()
    kept = read_proof(api.get("/api/v1/checkpoint").text)
    for _ in range(4):
        api.opens()
    now = read_proof(api.get("/api/v1/checkpoint?from=1").text)
    assert (now.old, len(now.proof)) == (1, 3)
    assert find_inconsistency([kept, now], keys) is None
    beyond = api.get("/api/v1/checkpoint?from=6")
    assert (beyond.status_code, json_of(beyond)["type"]) == (404, "/api/v1/problems/unknown-size")
    assert api.get("/api/v1/checkpoint?from=0").status_code == 422


def test_keys_are_told_with_the_one_in_use_first(api: Api, services: Services, keys: list[Key]) -> None:
    fresh = services.evidence.keyring.rotate_key().key
    reply = api.get("/api/v1/keys")
    assert json_of(reply)["items"] == [str(fresh), *map(str, keys)]
    assert reply.headers["Cache-Control"] == "public, max-age=60"


@pytest.mark.parametrize("what", ["chain", "proof"])
def test_of_a_match_that_is_none_nothing_is_proved(api: Api, what: str) -> None:
    reply = api.get(f"/api/v1/matches/000000000000/{what}")
    assert (reply.status_code, json_of(reply)["type"]) == (404, "/api/v1/problems/unknown-match")


def test_a_log_that_was_changed_is_told_to_the_operator_alone(
    api: Api, services: Services, settings: Settings
) -> None:
    api.opens()
    services.evidence.seal_heads()
    Vandal(settings).does("DELETE FROM merkle WHERE level = 0 AND place = 0")
    Vandal(settings).does("INSERT INTO merkle VALUES (999999, 0, 0, ?)", bytes(32))
    reply = api.get("/api/v1/matches/" + services.store.tree.list_heads(0, 1)[0].match + "/proof")
    assert (reply.status_code, json_of(reply)["type"]) == (503, "/api/v1/problems/torn-log")
    assert json_of(reply)["detail"] == "The log of heads was changed"


def test_proofs_are_what_the_document_says(pair: Pair, api: Api) -> None:
    document = json_of(api.get("/api/v1/openapi.json"))
    fits(document, "Chain", json_of(pair.public.get("/chain")))
    fits(document, "Proof", json_of(pair.public.get("/proof")))
    fits(document, "KeyList", json_of(api.get("/api/v1/keys")))
