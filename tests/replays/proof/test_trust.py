"""What others hold proves a rewrite: the log of heads, checkpoints kept elsewhere, receipts, keys."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.model import Answered, Fact
from replays.proof.check import check_record
from replays.proof.log import ConsistencyProof, read_proof
from replays.proof.notes import Key, Unsigned
from replays.proof.receipts import Receipt
from replays.proof.record import Record

from ..conftest import take
from .signers import SigningService, heads, played, written

ARENA = take("arena")
FACTS = played("arena")
END = len(FACTS)


def finding_lines(record: Record, **trusted: Any) -> list[str]:
    """Returns what is found, each with its kind."""
    return [f"{finding.what}: {finding}" for finding in check_record(record, **trusted)]


def sealed(service: SigningService, who: str = "judge", facts: tuple[Fact, ...] = FACTS) -> Record:
    return service.sealed(written(ARENA, facts, who))


def receipt(service: SigningService, seq: int) -> Receipt:
    return service.receipt(seq, heads(ARENA.rules, FACTS)[seq - 1])


def rewritten() -> tuple[Fact, ...]:
    """Returns the match as the service might tell it: another answer was given, and all hashes made anew."""
    place = next(
        i for i, fact in enumerate(FACTS) if isinstance(fact.event, Answered) and fact.event.seat == 0
    )
    event = FACTS[place].event
    assert isinstance(event, Answered)
    answer = replace(FACTS[place], event=replace(event, at=event.at + 60_000))
    return (*FACTS[:place], answer, *FACTS[place + 1 :])


# -- receipts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["judge", "seat-1", "spectator"])
def test_receipts_for_what_is_in_the_record_say_nothing_against_it(who: str) -> None:
    service = SigningService()
    held = [receipt(service, seq) for seq in (1, 2, 57, END)]
    assert finding_lines(sealed(service, who), keys=service.keys, receipts=held) == []


@pytest.mark.parametrize("who", ["judge", "spectator"])
def test_a_receipt_proves_that_the_whole_match_was_rewritten_by_the_service_itself(who: str) -> None:
    service = SigningService()
    forged = sealed(SigningService(), who, rewritten())
    assert finding_lines(forged, keys=service.keys) == []  # all its proofs are made anew, and fit
    held = receipt(service, END)
    assert finding_lines(forged, keys=service.keys, receipts=[held]) == [
        f"receipt: The receipt for fact {END} proves that the match was rewritten: "
        f"the service signed {held.head} for it."
    ]


def test_a_receipt_from_before_the_rewrite_proves_nothing_and_one_from_after_it_does() -> None:
    service, forged = SigningService(), sealed(SigningService(), "judge", rewritten())
    first = next(n for n, (a, b) in enumerate(zip(FACTS, rewritten(), strict=True), 1) if a != b)
    assert finding_lines(forged, receipts=[receipt(service, first - 1)]) == []
    assert len(finding_lines(forged, receipts=[receipt(service, first)])) == 1


def test_a_receipt_for_what_the_record_does_not_reach() -> None:
    service = SigningService()
    [said] = finding_lines(sealed(service, "judge", FACTS[:2]), receipts=[receipt(service, 9)])
    assert said == (
        "cut: The record ends with fact 2, and there is a receipt for fact 9: "
        "it was cut off, or written earlier."
    )


def test_a_receipt_of_another_match_or_another_service_or_a_changed_one() -> None:
    service, record = SigningService(), sealed(SigningService())
    assert finding_lines(record, receipts=[service.receipt(5, "ab" * 32, "M2")]) == [
        "receipt: The receipt for fact 5 is one of match M2."
    ]
    stranger = SigningService("a stranger")
    assert finding_lines(record, keys=service.keys, receipts=[receipt(stranger, 5)]) == [
        f"key: The receipt for fact 5 is signed by {stranger.keys[0]}, a key that is not trusted."
    ]
    changed = replace(receipt(service, 5), seq=6)
    [said] = finding_lines(record, receipts=[changed])
    assert said == "receipt: The receipt for fact 6 was not signed by recount.example, or it was changed."


# -- keys ----------------------------------------------------------------------------------------------


def test_a_record_that_strangers_have_signed_is_not_believed_by_who_knows_the_keys() -> None:
    record = sealed(SigningService("a stranger"), "spectator")
    assert finding_lines(record) == []
    checkpoint, receipt = finding_lines(record, keys=SigningService().keys)
    assert checkpoint == (
        "key: The checkpoint is not to be trusted. "
        "None of the keys that are trusted here has signed this note."
    )
    assert receipt.startswith(f"key: The receipt for fact {END} is signed by recount.example+")


def test_the_old_key_is_enough_while_the_service_signs_with_two() -> None:
    service = SigningService("the new key", "the old key")
    record = replace(sealed(service), receipts=())
    new, old = service.keys
    assert (
        finding_lines(record, keys=[old]) == finding_lines(record, keys=[new]) == finding_lines(record) == []
    )


def test_a_key_that_is_none() -> None:
    record = replace(sealed(SigningService()), keys=("recount.example+00+AA",))
    assert finding_lines(record)[0].startswith(
        "key: The record names a key that is none: “recount.example+00+AA”"
    )


def test_another_name_on_the_key_is_another_key() -> None:
    service = SigningService()
    [key] = service.keys
    assert len(finding_lines(sealed(service), keys=[Key("recount.elsewhere", key.public)])) == 2


# -- the log of heads ----------------------------------------------------------------------------------


ASTRAY = "log: The head of fact {end} is not in the log: the proof does not lead to its root."


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"leaf": 2}, ASTRAY),
        ({"path": ()}, ASTRAY),
        ({"path": ("no hex",)}, ASTRAY),
        ({"size": 9}, "log: The proof is for a log of 9 heads, the checkpoint of one of 5."),
        (
            {"head": "ab" * 32},
            "log: The record does not end with the hash that is shown to be in the log: "
            "one of both was altered.",
        ),
    ],
)  # fmt: skip
def test_a_proof_that_was_altered_proves_nothing(change: dict[str, Any], said: str) -> None:
    record = sealed(SigningService(), "spectator")
    assert record.logged is not None
    assert finding_lines(replace(record, logged=replace(record.logged, **change)))[0] == said.format(end=END)


def test_a_head_that_went_into_the_log_under_another_number() -> None:
    record = sealed(SigningService(), "spectator")
    assert record.logged is not None
    first, *_ = finding_lines(replace(record, logged=replace(record.logged, seq=END - 1)))
    assert (
        first == f"log: The record goes on to fact {END}; what the log is shown to hold ends with {END - 1}."
    )


def test_a_checkpoint_that_was_altered_is_not_believed() -> None:
    record = sealed(SigningService(), "spectator")
    [said] = finding_lines(replace(record, checkpoint=record.checkpoint.replace("\n5\n", "\n6\n")))
    assert said == (
        "checkpoint: The checkpoint is not to be trusted. "
        "The signature of recount.example is wrong: the note was changed after it was signed."
    )


# -- checkpoints from elsewhere ------------------------------------------------------------------------


def test_a_checkpoint_of_the_same_log_may_be_from_earlier_or_later() -> None:
    service = SigningService()
    service.add(b"the first head of all")
    early = ConsistencyProof(service.checkpoint())
    record = sealed(service)
    size = service.size
    assert finding_lines(record, checkpoints=[ConsistencyProof(record.checkpoint)]) == []
    assert finding_lines(record, checkpoints=[early, service.grown(1)]) == []
    service.add(b"another head")
    assert finding_lines(record, checkpoints=[service.grown(size)]) == []
    assert finding_lines(record, checkpoints=[early, service.grown(size), service.grown(1)]) == [
        f"checkpoint: Nothing shows that the log of {size} heads begins with that of 1."
    ]


def test_without_a_proof_nobody_knows_whether_two_checkpoints_are_of_one_log() -> None:
    service = SigningService()
    service.add(b"the first head of all")
    early = ConsistencyProof(service.checkpoint())
    assert finding_lines(sealed(service), checkpoints=[early]) == [
        "checkpoint: Nothing shows that the log of 6 heads begins with that of 1."
    ]


def test_a_service_that_shows_different_logs_to_different_people_is_found_out() -> None:
    one, other = SigningService(), SigningService()
    record, _ = sealed(one), sealed(other, "judge", rewritten())
    assert finding_lines(record, checkpoints=[ConsistencyProof(other.checkpoint())]) == [
        "checkpoint: Two checkpoints tell different roots of the log of 5 heads: "
        "the service has signed two histories."
    ]


def test_a_log_whose_past_was_rewritten_is_found_out() -> None:
    before, after = SigningService(), SigningService()
    before.add(b"what happened")
    after.add(b"what is told now")
    record = sealed(after)
    early = ConsistencyProof(before.checkpoint())
    assert finding_lines(record, checkpoints=[early, after.grown(1)]) == [
        "checkpoint: The log of 6 heads does not begin with that of 1, by the proof given."
    ]


def test_a_checkpoint_from_elsewhere_has_to_be_signed_too() -> None:
    [said] = finding_lines(
        sealed(SigningService()), checkpoints=[ConsistencyProof(SigningService("a stranger").checkpoint())]
    )
    assert said.startswith("checkpoint: A checkpoint from elsewhere is not to be trusted. None of the keys")


def test_a_checkpoint_is_passed_on_as_text_with_its_proof_or_without() -> None:
    service = SigningService()
    for n in range(5):
        service.add(bytes([n]))
    grown = service.grown(3)
    assert read_proof(str(grown)) == grown
    assert str(grown).split("\n")[0] == "old 3"
    assert read_proof(grown.note) == ConsistencyProof(grown.note)
    for text in ("old three\n\n", "old 3\n!\n\n", "old "):
        with pytest.raises(Unsigned, match="This is no proof that a log grew"):
            read_proof(text)
