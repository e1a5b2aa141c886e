"""The tree over all heads grows by whole steps, and only ever once from the same place."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from replays.proof.merkle import node_hash
from service.database.heads import Hash, Head, Leaf
from service.eventstore.store import Conflict, Store

from .facts import ONE, facts, head

FIRST = [Hash(0, 0, b"a", 2), Hash(0, 1, b"b", 4), Hash(1, 0, b"ab", None), Hash(0, 2, b"c", 9)]
"""A tree over the heads at positions 2, 4 and 9:

    ab
    a  b  c
"""


def test_an_empty_tree(store: Store) -> None:
    assert store.tree.tree_end() == (0, 0)
    assert store.tree.find_node(0, 0) is None
    assert store.tree.leaf_at(1) is None
    assert store.tree.list_leaves(0, 10) == []
    assert store.tree.list_strays(0) == []


def test_it_tells_how_many_heads_it_is_of_and_where_the_last_of_them_stands(store: Store) -> None:
    store.append_tree_nodes(FIRST)
    assert store.tree.tree_end() == (3, 9)
    store.append_tree_nodes([Hash(0, 3, b"d", 11), Hash(1, 1, b"cd", None), Hash(2, 0, b"abcd", None)])
    assert store.tree.tree_end() == (4, 11)


def test_every_subtree_is_found_by_level_and_place(store: Store) -> None:
    store.append_tree_nodes(FIRST)
    assert [store.tree.find_node(0, place) for place in range(4)] == [b"a", b"b", b"c", None]
    assert [store.tree.find_node(1, place) for place in range(2)] == [node_hash(b"a", b"b"), None]
    assert type(store.tree.find_node(1, 0)) is bytes
    assert store.tree.find_node(40, 2**40) is None


def test_a_leaf_is_found_by_the_position_of_its_head(store: Store) -> None:
    store.append_tree_nodes(FIRST)
    assert [store.tree.leaf_at(position) for position in (2, 3, 4, 9, 10)] == [0, None, 1, 2, None]


def test_leaves_are_told_in_order_with_the_heads_that_are_there(store: Store) -> None:
    position = store.append(ONE, facts(1, 2), head(2))
    gone = position + 5
    store.append_tree_nodes([Hash(0, 0, b"a", position), Hash(0, 1, b"b", gone), Hash(1, 0, b"ab", None)])
    found = Head(position, ONE, 2, bytes.fromhex(head(2)))
    leaves = [Leaf(0, b"a", position, found), Leaf(1, b"b", gone, None)]
    assert store.tree.list_leaves(0, 10) == leaves
    assert store.tree.list_leaves(0, 1) == leaves[:1]
    assert store.tree.list_leaves(1, 10) == leaves[1:]
    assert store.tree.list_leaves(2, 10) == []


def test_what_is_beyond_its_end_is_a_stray(store: Store) -> None:
    store.append_tree_nodes(
        [*FIRST, Hash(1, 1, b"not kept", None), Hash(2, 0, b"?", None), Hash(30, 5, b"?", None)]
    )
    assert store.tree.list_strays(3) == [(2, 0), (30, 5)]
    assert store.tree.list_strays(4) == [(30, 5)]
    assert store.tree.list_strays(2) == [(0, 2), (2, 0), (30, 5)]


@pytest.mark.parametrize(
    "late",
    [
        pytest.param([Hash(0, 3, b"d", 11), Hash(0, 2, b"C", 12)], id="a leaf is there"),
        pytest.param([Hash(2, 0, b"abcd", None), Hash(2, 0, b"ABCD", None)], id="a subtree is there"),
        pytest.param([Hash(0, 3, b"d", 11), Hash(0, 4, b"e", 9)], id="a head is in it"),
    ],
)
def test_who_grows_it_from_what_it_was_is_told_and_nothing_of_it_is_kept(
    store: Store, other: Store, late: list[Hash]
) -> None:
    store.append_tree_nodes(FIRST)
    with pytest.raises(Conflict, match="Somebody was faster: the log of heads has gone on"):
        other.append_tree_nodes(late)
    assert store.tree.tree_end() == (3, 9)
    assert store.tree.find_node(0, 3) is None
    other.append_tree_nodes([Hash(0, 3, b"d", 11)])
    assert store.tree.tree_end() == (4, 11)


def test_of_several_who_grow_it_at_once_one_wins_each_step(store: Store, other: Store) -> None:
    together = Barrier(4)

    def grow(number: int) -> int:
        won = 0
        for place in range(10):
            together.wait()
            try:
                (store, other)[number % 2].append_tree_nodes([Hash(0, place, b"%d" % number, place + 2)])
            except Conflict:
                continue
            won += 1
        return won

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(grow, range(4))) == 10
    assert store.tree.tree_end() == (10, 11)
