"""Each write leaves its match a head: together with its facts, and found by match, number and position."""

from __future__ import annotations

import pytest

from service.database.heads import Hash, Head, HeadEntry
from service.eventstore.stamp import STAMP
from service.eventstore.store import Conflict, Store

from .facts import ONE, OTHER, facts, head


def kept(position: int, match: str, seq: int) -> Head:
    """Returns the head that a write with `head(seq)` leaves."""
    return Head(position, match, seq, bytes.fromhex(head(seq)))


@pytest.fixture
def written(store: Store) -> list[Head]:
    """Three writes: facts 1 to 3 of one match, 1 of another, 4 and 5 of the first."""
    one = store.append(ONE, facts(1, 3), head(3))
    two = store.append(OTHER, facts(1, 1), head(1))
    three = store.append(ONE, facts(4, 2), head(5))
    return [kept(one, ONE, 3), kept(two, OTHER, 1), kept(three, ONE, 5)]


def test_there_is_none_before_the_first_write(store: Store) -> None:
    assert store.tree.last_head(ONE) is None
    assert store.tree.head_from(ONE, 1) is None
    assert store.tree.list_heads(0, 10) == []
    assert store.tree.list_entries(ONE) == []


def test_the_last_one_of_a_match_is_that_of_its_last_fact(store: Store, written: list[Head]) -> None:
    assert store.tree.last_head(ONE) == written[2]
    assert store.tree.last_head(OTHER) == written[1]
    assert store.tree.last_head(ONE.lower()) is None
    assert type(written[2].head) is type(store.tree.list_heads(0, 1)[0].head) is bytes


def test_a_fact_is_proved_by_the_first_head_that_it_went_into(store: Store, written: list[Head]) -> None:
    found = [store.tree.head_from(ONE, seq) for seq in (1, 2, 3, 4, 5)]
    assert found == [written[0]] * 3 + [written[2]] * 2
    assert store.tree.head_from(ONE, 6) is None
    assert store.tree.head_from(ONE, 2**53 - 1) is None
    assert store.tree.head_from(OTHER, 2) is None


def test_all_are_read_in_the_order_of_the_writes(store: Store, written: list[Head]) -> None:
    assert store.tree.list_heads(0, 10) == written
    assert store.tree.list_heads(0, 2) == written[:2]
    assert store.tree.list_heads(written[0].position, 10) == written[1:]
    assert store.tree.list_heads(written[2].position, 10) == []


def test_a_write_without_one_leaves_the_others_as_they_were(store: Store, written: list[Head]) -> None:
    store.append(ONE, facts(6, 1))
    assert store.tree.last_head(ONE) == written[2]
    assert store.tree.list_heads(0, 10) == written


def test_a_head_stands_or_falls_with_its_facts(store: Store, other: Store, written: list[Head]) -> None:
    with pytest.raises(Conflict):
        other.append(ONE, facts(5, 3), head(7))
    assert store.tree.list_heads(0, 10) == written


def test_heads_may_be_made_for_facts_of_before_and_those_that_are_known_stay(
    store: Store, written: list[Head]
) -> None:
    position = store.append(OTHER, facts(2, 2))
    later = kept(position, OTHER, 3)
    store.tree.add_missing_heads(
        [written[0]._replace(head=b"another"), written[1]._replace(position=999), later]
    )
    assert store.tree.list_heads(0, 10) == [*written, later]
    store.tree.add_missing_heads([])
    assert len(store.tree.list_heads(0, 10)) == 4


# -- what the audit asks ---------------------------------------------------------------------------------


def test_every_stream_is_listed_that_has_a_fact_or_a_head(store: Store, written: list[Head]) -> None:
    store.append("0NG2V9SR8ZY8", facts(1, 1))
    store.tree.add_missing_heads([kept(999, "ZNG2V9SR8ZY8", 1)])
    listed = store.tree.list_streams()
    assert STAMP in listed
    assert [match for match in listed if match != STAMP] == ["0NG2V9SR8ZY8", ONE, OTHER, "ZNG2V9SR8ZY8"]


def test_each_head_of_a_match_is_told_with_its_leaf(store: Store, written: list[Head]) -> None:
    store.append_tree_nodes([Hash(0, 0, b"leaf", written[0].position), Hash(1, 0, b"above", None)])
    assert store.tree.list_entries(ONE) == [
        HeadEntry(written[0], 0, b"leaf"),
        HeadEntry(written[2], None, None),
    ]
    assert store.tree.list_entries(OTHER) == [HeadEntry(written[1], None, None)]


def test_a_leaf_at_a_fact_that_has_no_head_any_more_is_found(store: Store, written: list[Head]) -> None:
    bare = store.append(ONE, facts(6, 1))
    store.append_tree_nodes([Hash(0, 0, b"one", written[0].position), Hash(0, 1, b"two", bare)])
    assert store.tree.facts_without_heads(ONE) == [6]
    assert store.tree.facts_without_heads(OTHER) == []
