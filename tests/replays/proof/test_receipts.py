"""Receipts: signed, and good for nothing else than what they say."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from replays.proof import receipts
from replays.proof.notes import Unsigned, decode_base64, read_key
from replays.proof.receipts import Receipt

from .signers import MATCH, NOW, SigningService

SERVICE = SigningService()
RECEIPT = SERVICE.receipt(57, "ab" * 32)


def test_a_receipt_tells_match_fact_head_time_and_key_and_is_signed() -> None:
    assert (RECEIPT.match, RECEIPT.seq, RECEIPT.head, RECEIPT.at) == (MATCH, 57, "ab" * 32, NOW)
    assert read_key(RECEIPT.key) == SERVICE.keys[0]
    assert msgspec.json.decode(msgspec.json.encode(RECEIPT), type=Receipt) == RECEIPT
    receipts.verify_receipt(RECEIPT, SERVICE.keys[0])


def test_what_is_signed_is_canonical_json_that_anybody_can_write() -> None:
    signature = decode_base64(RECEIPT.signature)
    text = f'{{"at":{NOW},"head":"{"ab" * 32}","match":"{MATCH}","seq":57}}'
    assert SERVICE.keys[0].verifies(text.encode(), signature)


@pytest.mark.parametrize(
    "change",
    [
        {"match": "M2"},
        {"seq": 58},
        {"head": "ac" * 32},
        {"at": NOW + 1},
        {"signature": "AAAA"},
        {"signature": "no base64"},
        {"signature": ""},
    ],
)
def test_a_receipt_that_was_changed_is_no_receipt(change: dict[str, Any]) -> None:
    with pytest.raises(Unsigned):
        receipts.verify_receipt(replace(RECEIPT, **change), SERVICE.keys[0])


def test_a_receipt_of_another_service_is_not_ours() -> None:
    with pytest.raises(Unsigned, match=r"was not signed by recount\.example"):
        receipts.verify_receipt(RECEIPT, SigningService("another key").keys[0])
