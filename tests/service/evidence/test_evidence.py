"""Evidence: heads follow the chain whoever writes, receipts are signed, and the log takes every head once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from threading import Barrier, Thread
from typing import Any

import msgspec
import pytest

from domain.people import JOURNAL
from replays.proof import notes, receipts
from replays.proof.chain import FactCommitter
from replays.proof.log import find_inconsistency, read_proof
from replays.proof.notes import Unsigned, read_key
from replays.proof.receipts import Receipt
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.evidence.audit import audit_record
from service.evidence.checkpoints import LogCorrupt
from service.evidence.log_audit import audit_tree
from service.evidence.service import UnknownTreeSize
from service.settings import Settings
from tests.service.client import Api, Json, Pair, json_of, wait_for
from tests.service.evidence.audit.people import Vandal
from tests.service.stores import on_both_stores


@pytest.fixture
def quiet(settings: Settings) -> Settings:
    """The same service, in which nobody seals but who is told to."""
    return msgspec.structs.replace(settings, runner=False)


@pytest.fixture
def other(quiet: Settings, services: Services) -> Iterator[Services]:
    """Another process of the same service."""
    with Services(quiet, CardSetRegistry()) as other:
        yield other


def receipt(reply: Json) -> Receipt:
    """Returns the receipt in a reply, its signature checked."""
    given = msgspec.convert(reply["receipt"], Receipt)
    receipts.verify_receipt(given, read_key(given.key))
    return given


def hashes(services: Services, match: str) -> list[str]:
    """Returns the hash of each fact of *match*, made anew from the facts."""
    rules, played = services.repository.load_match(match)
    return [*FactCommitter(match, rules, played.settings).hash_facts(services.repository.load_facts(match))]


# -- heads and receipts ------------------------------------------------------------------------------


def test_opening_claiming_and_answering_are_receipted(api: Api, services: Services) -> None:
    opened = api.opens()
    match = opened["id"]
    given = [receipt(opened)]
    tokens = []
    for seat, name in enumerate(("Blue", "Red")):
        body = {"player": name}
        taken = json_of(api.post(f"/api/v1/matches/{match}/seats/{seat}/claim", body, opened["claims"][seat]))
        given.append(receipt(taken))
        tokens.append(taken["token"])
    answered = api.post(f"/api/v1/matches/{match}/answers", {"picks": ["e1"]}, tokens[0], If_Match='"5"')
    given.append(receipt(json_of(answered)))
    assert [one.seq for one in given] == [1, 2, 5, 9]
    assert [one.head for one in given] == [hashes(services, match)[one.seq - 1] for one in given]
    assert {one.match for one in given} == {match}
    assert {one.key for one in given} == {str(key) for key in services.evidence.public_keys()}
    assert [entered.head.head.hex() for entered in services.store.tree.list_entries(match)] == [
        one.head for one in given
    ]


def test_a_receipt_that_was_changed_is_not_signed(api: Api) -> None:
    given = receipt(api.opens())
    for change in ({"seq": 2}, {"head": "0" * 64}, {"at": given.at + 1}, {"match": "1NG2V9SR8ZY8"}):
        with pytest.raises(Unsigned, match="was not signed by recount, or it was changed"):
            receipts.verify_receipt(msgspec.structs.replace(given, **change), read_key(given.key))


def test_what_was_refused_has_no_receipt_and_leaves_no_head(pair: Pair, services: Services) -> None:
    match = pair.blue.match
    before = services.store.tree.list_entries(match)
    refused = [
        pair.blue.answers("z9"),
        pair.blue.answers("e1", after=4),
        pair.red.answers("b7", after=5),
    ]
    assert [reply.status_code for reply in refused] == [422, 412, 403]
    assert all("receipt" not in json_of(reply) for reply in refused)
    assert services.store.tree.list_entries(match) == before


def test_heads_follow_the_chain_whichever_process_writes(
    pair: Pair, services: Services, other: Services
) -> None:
    match, luck = pair.blue.match, Random(3)
    for turn in range(6):
        player = pair.asked
        assert player is not None
        seen = player.looks()
        question = seen["question"]
        picks = tuple(luck.sample(question["options"], question["least"]))
        (services, other)[turn % 2].matches.answer_question(match, player.token, picks, seen["seq"])
    made = hashes(services, match)
    entered = services.store.tree.list_entries(match)
    assert len(entered) == 3 + 6
    assert [one.head.head.hex() for one in entered] == [made[one.head.seq - 1] for one in entered]
    assert [one.head.seq for one in other.store.tree.list_entries(match)][-1] == len(made)


def test_a_process_that_starts_cold_goes_on_from_what_stands_in_the_store(
    pair: Pair, quiet: Settings, services: Services
) -> None:
    pair.blue.answers("e1")
    with Services(quiet, CardSetRegistry()) as cold:
        answered = cold.matches.answer_question(pair.red.match, pair.red.token, ("b7",), 9)
    assert answered.receipt.head == hashes(services, pair.blue.match)[answered.receipt.seq - 1]


# -- keys --------------------------------------------------------------------------------------------


def test_after_a_rotation_the_new_key_signs_and_the_old_one_is_believed(
    pair: Pair, services: Services
) -> None:
    old = receipt(json_of(pair.blue.answers("e1")))
    [first] = services.evidence.public_keys()
    second = services.evidence.keyring.rotate_key().key
    new = receipt(json_of(pair.red.answers("b7")))
    assert (old.key, new.key) == (str(first), str(second))
    assert services.evidence.public_keys() == [second, first]
    receipts.verify_receipt(old, first)
    for known in (first, second):
        assert notes.read_checkpoint(services.evidence.sign_checkpoint(), [known]).size == 7


# -- the log of all heads ----------------------------------------------------------------------------


def test_every_head_is_taken_into_the_log_in_the_order_of_the_writes(api: Api, services: Services) -> None:
    matches = [api.seat_pair().blue.match for _ in range(3)]
    assert services.evidence.seal_heads() == 15
    leaves = services.store.tree.list_leaves(0, 100)
    assert [leaf.leaf_index for leaf in leaves] == [*range(15)]
    assert [leaf.head and leaf.head.match for leaf in leaves] == [
        record for match in matches for record in (match, *(JOURNAL, match) * 2)
    ]
    assert [leaf.position for leaf in leaves] == sorted(leaf.position for leaf in leaves)
    assert audit_tree(services.store) == []


@on_both_stores
def test_two_processes_that_seal_at_once_take_every_head_in_once(
    api: Api, services: Services, other: Services
) -> None:
    for _ in range(20):
        api.opens()
        start = Barrier(2)
        sizes: list[int] = []

        def seals(evidence: Any, start: Barrier = start, sizes: list[int] = sizes) -> None:
            start.wait()
            sizes.append(evidence.seal_heads())

        threads = [Thread(target=seals, args=(one.evidence,)) for one in (services, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(sizes)) == 1
    assert services.store.tree.tree_end()[0] == 20
    assert audit_tree(services.store) == []


@on_both_stores
def test_writes_go_on_while_others_seal(pair: Pair, services: Services, other: Services) -> None:
    done = Barrier(2)

    def seals() -> None:
        for _ in range(50):
            other.evidence.seal_heads()
        done.wait()

    thread = Thread(target=seals)
    thread.start()
    luck = Random(8)
    for _ in range(10):
        pair.answer_by(luck)
    done.wait()
    thread.join()
    assert services.evidence.seal_heads() == 15
    assert audit_record(services.store, services.library, pair.blue.match).findings == []
    assert audit_tree(services.store) == []


def test_a_serving_service_takes_heads_in_without_being_asked(pair: Pair, services: Services) -> None:
    wait_for(lambda: services.store.tree.tree_end()[0] == 5, "in the log")


def test_a_log_proves_that_it_only_grew(api: Api, services: Services) -> None:
    kept = []
    for _ in range(8):
        api.opens()
        kept.append(read_proof(services.evidence.sign_checkpoint()))
    keys = services.evidence.public_keys()
    for old in range(1, 9):
        told = read_proof(str(services.evidence.consistency_proof(old)))
        assert find_inconsistency([kept[old - 1], told], keys) is None
        if old < 7:
            assert find_inconsistency([kept[old], told], keys) is not None
    for size in (0, 9):
        with pytest.raises(UnknownTreeSize, match=f"The log holds 8 heads: there is no proof from {size} on"):
            services.evidence.consistency_proof(size)


def test_an_empty_log_has_a_checkpoint_too(services: Services) -> None:
    found = notes.read_checkpoint(services.evidence.sign_checkpoint(), services.evidence.public_keys())
    assert (found.size, found.root.hex()[:16]) == (0, "e3b0c44298fc1c14")


def test_every_head_is_proved_by_the_checkpoint_that_comes_with_it(pair: Pair, services: Services) -> None:
    pair.blue.answers("e1")
    keys = services.evidence.public_keys()
    match = pair.blue.match
    for seq, head in ((1, 1), (2, 2), (3, 5), (5, 5), (6, 9), (9, 9)):
        found = services.evidence.prove_head(match, seq)
        assert found is not None
        assert (found.logged.seq, found.logged.head) == (head, hashes(services, match)[head - 1])
        assert found.logged.is_in(match, notes.read_checkpoint(found.checkpoint, keys))
        assert not found.logged.is_in("1NG2V9SR8ZY8", notes.read_checkpoint(found.checkpoint, keys))
    assert services.evidence.prove_head(match, 10) is None


def test_a_log_that_somebody_put_something_into_is_not_grown_and_not_looped_over(
    api: Api, services: Services, quiet: Settings
) -> None:
    api.opens()
    services.evidence.seal_heads()
    for _ in range(3):
        api.opens()
    Vandal(quiet).does("INSERT INTO merkle (level, place, hash) VALUES (2, 0, ?)", bytes(32))
    with pytest.raises(LogCorrupt, match="The log of 1 heads cannot grow"):
        services.evidence.seal_heads()
