"""The page that tells how a record is checked: its examples are what the service computes."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from html import unescape
from typing import Any

import pytest

from domain import chance
from domain.table.beacon import signed_randomness
from replays.audits.beacons import is_signed_round
from replays.proof import log, merkle, notes, receipts
from replays.proof.chain import CommittedFact, canonical_json, commit_value, link_hash
from replays.proof.receipts import Receipt
from replays.proof.standalone.crypto import read_key
from replays.proof.standalone.revocations import make_trust
from tests.drand import QUICKNET
from tests.service.client import Api

SHOWN = re.compile(r'<pre [^>]*data-example="([^"]+)">(.*?)</pre>', re.DOTALL)


@pytest.fixture
def shown(api: Api) -> dict[str, Any]:
    """The examples, as the page shows them."""
    page = api.get("/proof")
    assert page.status_code == 200
    return {name: json.loads(unescape(example)) for name, example in SHOWN.findall(page.text)}


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_facts(shown: dict[str, Any]) -> None:
    written = shown.pop("canonical")
    assert canonical_json(written["value"]).decode() == written["text"]
    assert sha256(written["text"]) == written["sha256"]
    linked = shown.pop("link")
    assert link_hash(linked["match"], linked["before"], CommittedFact(**linked["fact"])) == linked["hash"]
    sealed = shown.pop("commitment")
    named = f"salt:{sealed['seq']}:{sealed['field']}".encode()
    assert hmac.digest(sealed["seed"].encode(), named, "sha256").hex() == sealed["salt"]
    assert commit_value(bytes.fromhex(sealed["salt"]), sealed["value"]) == sealed["commitment"]
    assert linked["fact"]["sealed"]["picks"] == sealed["commitment"]
    assert chance.seed_commitment(shown["seed"]["seed"]) == shown["seed"]["commitment"]


@pytest.mark.parametrize(
    "version", [chance.BY_FACT, chance.STIRRED, chance.SORTED, chance.COMMITTED, chance.BEACON]
)
def test_shuffles(shown: dict[str, Any], version: int) -> None:
    told = shown[f"shuffle {version}"]
    key = chance.line_key(told["seed"], told["nonces"], version)
    assert (told["version"], told["key"]) == (version, key.hex())
    number, options = told["number"], tuple(told["options"])
    ranks = [hmac.digest(key, f"{number}:{i}".encode(), "sha256").hex() for i in range(len(options))]
    assert told["ranks"] == ranks
    assert list(chance.keyed_order(key, number, options)[: len(told["picks"])]) == told["picks"]
    assert version < chance.SORTED or list(options) == sorted(options)


def test_a_chain_of_nonces(shown: dict[str, Any]) -> None:
    first, last = shown["chain"]["nonces"]
    assert chance.nonce_hash(first) == shown["chain"]["nonce_hash"]
    assert chance.nonce_hash(last) == first


def test_a_round_of_a_beacon(shown: dict[str, Any]) -> None:
    told = shown["beacon"]
    assert (QUICKNET.genesis_ms, QUICKNET.period_ms) == (told["genesis_ms"], told["period_ms"])
    assert QUICKNET.round_after(told["at"]) == told["round"]
    assert QUICKNET.time_of(told["round"]) == told["time_ms"]
    assert signed_randomness(told["signature"]) == told["randomness"] == shown["shuffle 5"]["nonces"][-1]
    assert is_signed_round(QUICKNET, told["round"], told["signature"])


def test_signatures(shown: dict[str, Any]) -> None:
    key = notes.read_key(shown["key"]["key"])
    assert (key.name, key.id.hex(), key.public.hex()) == tuple(
        shown["key"][n] for n in ("name", "id", "public")
    )
    receipts.verify_receipt(Receipt(**shown["receipt"]), key)
    signed = notes.read_checkpoint(shown["checkpoint"]["note"], [notes.read_key(shown["checkpoint"]["key"])])
    assert (signed.origin, signed.size, signed.root.hex()) == tuple(
        shown["checkpoint"][name] for name in ("name", "size", "root")
    )
    told = shown["revocation"]
    trust = make_trust([read_key(told["revoked"])], [told["note"]])
    assert [*trust.revocations.values()] == [(told["revoked"], told["successor"], told["since"])]


def test_the_log(shown: dict[str, Any]) -> None:
    told = shown["inclusion"]
    entry = log.leaf_data(told["match"], told["seq"], told["head"])
    assert (entry.decode(), merkle.leaf_hash(entry).hex()) == (told["entry"], told["hash"])
    path, root = [bytes.fromhex(hash) for hash in told["path"]], bytes.fromhex(told["root"])
    assert merkle.verify_inclusion(merkle.leaf_hash(entry), told["leaf"], told["size"], path, root)
    grown = shown["consistency"]
    hashes = [bytes.fromhex(hash) for hash in (grown["before"], grown["after"], *grown["proof"])]
    assert merkle.verify_consistency(grown["old"], grown["new"], hashes[0], hashes[1], hashes[2:])


def test_every_example_is_held_to_its_word(shown: dict[str, Any]) -> None:
    assert {*shown} == {
        *("canonical", "link", "commitment", "seed", "shuffle 1", "shuffle 2", "shuffle 3"),
        *("chain", "shuffle 4", "beacon", "shuffle 5"),
        *("key", "receipt", "checkpoint", "revocation", "inclusion", "consistency"),
    }


def test_pages_lead_there(api: Api) -> None:
    assert '<a href="/proof">How a record is checked</a>' in api.get("/lobby").text
    assert "Comment vérifier un registre" in api.get("/proof?lang=fr").text
    assert "Come si verifica un registro" in api.get("/proof?lang=it").text
