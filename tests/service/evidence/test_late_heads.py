"""The log takes a head as soon as the public may see its facts, and counts no hidden one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.evidence.audit import audit_record
from service.evidence.late_heads import may_wait
from service.evidence.log_audit import audit_tree
from service.settings import Settings
from tests.service.client import Api, Pair, json_of
from tests.service.matches.test_delay import LATER, seated


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """A service in which nobody seals but who is told to."""
    return replace(settings, runner=False)


@pytest.fixture
def other(settings: Settings, services: Services) -> Iterator[Services]:
    """Another process of the same service."""
    with Services(settings, CardSetRegistry()) as other:
        yield other


def sound(services: Services, pair: Pair) -> bool:
    """Whether an audit finds nothing to say of the match and of the log."""
    match = audit_record(services.store, services.library, pair.blue.match).findings
    return match == audit_tree(services.store) == []


def test_answers_that_are_hidden_leave_the_log_as_it_is(api: Api, services: Services) -> None:
    pair, luck = seated(api, LATER), Random(71)
    checkpoint = api.get("/api/v1/checkpoint").text
    for _ in range(6):
        pair.answer_by(luck)
    assert api.get("/api/v1/checkpoint").text == checkpoint
    other = api.seat_pair()
    own = json_of(other.public.get("/proof"))["logged"]
    assert (own["leaf"], own["size"]) == (8, 9)
    assert sound(services, pair)


def test_the_end_lets_all_of_them_in(api: Api, services: Services) -> None:
    pair, luck = seated(api, LATER), Random(72)
    for _ in range(4):
        pair.answer_by(luck)
    seq = pair.blue.looks()["seq"]
    api.seat_pair()
    assert pair.blue.get(f"/proof?seq={seq}").status_code == 404
    before = services.evidence.seal_heads()
    services.agreements.concede_match(pair.blue.match, pair.blue.token)
    assert services.evidence.seal_heads() == before + 6
    assert json_of(pair.public.get(f"/proof?seq={seq}"))["logged"]["seq"] >= seq
    assert services.evidence.seal_heads() == before + 6
    assert sound(services, pair)


def test_a_delay_of_facts_lets_them_in_one_by_one(api: Api, services: Services) -> None:
    pair, luck = seated(api, {"facts": 10}), Random(73)
    for _ in range(8):
        pair.answer_by(luck)
    public = pair.public.looks()["seq"]
    services.evidence.seal_heads()
    entries = services.store.tree.list_entries(pair.blue.match)
    assert [entry.head.seq for entry in entries if entry.leaf_index is not None] == [
        entry.head.seq for entry in entries if entry.head.seq <= public
    ]
    assert sound(services, pair)


def test_another_process_lets_in_the_heads_that_came_before_it(
    api: Api, services: Services, other: Services
) -> None:
    pair, luck = seated(api, LATER), Random(74)
    for _ in range(4):
        pair.answer_by(luck)
    api.seat_pair()
    before = services.evidence.seal_heads()
    assert other.evidence.seal_heads() == before
    services.agreements.concede_match(pair.blue.match, pair.blue.token)
    assert other.evidence.seal_heads() == services.evidence.seal_heads() == before + 6
    assert sound(other, pair)


def test_an_audit_between_the_end_and_the_sealing_misses_no_head(api: Api, services: Services) -> None:
    pair, luck = seated(api, LATER), Random(75)
    pair.answer_by(luck)
    api.seat_pair()
    services.evidence.seal_heads()
    assert sound(services, pair)
    services.agreements.concede_match(pair.blue.match, pair.blue.token)
    late = [entry for entry in services.store.tree.list_entries(pair.blue.match) if entry.leaf is None]
    assert len(late) > 1
    assert sound(services, pair)


def test_an_audit_misses_a_head_once_the_end_is_in_the_log(api: Api, services: Services) -> None:
    pair = seated(api, LATER)
    pair.answer_by(Random(76))
    hidden = services.store.tree.list_entries(pair.blue.match)[-1].head
    services.agreements.concede_match(pair.blue.match, pair.blue.token)
    services.evidence.seal_heads(pair.blue.match)
    facts = {fact.seq: fact for fact in services.store.raw_facts(pair.blue.match)}
    entries = services.store.tree.list_entries(pair.blue.match)
    assert not may_wait(hidden, facts, entries)
    before_the_end = [entry for entry in entries if entry.head.seq <= hidden.seq]
    assert may_wait(hidden, facts, before_the_end)
