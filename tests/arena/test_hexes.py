"""The Arena: what lies where, what touches what, how far, and how to get there."""

from __future__ import annotations

from itertools import pairwise

import pytest

from domain.arena.hexes import Drawing, arena_errors, parse_arena, shortest_paths

from .play import book

ARENA = book().arena


def test_the_house_board_has_37_spaces_in_7_rows() -> None:
    assert [len(row) for row in ARENA.rows] == [4, 5, 6, 7, 6, 5, 4]
    assert len(set(ARENA.spaces)) == 37
    assert ARENA.provenance == "house"


def test_it_has_3_golden_spaces_and_a_back_row_at_either_end() -> None:
    """SA-206, SA-207, SA-104: 4 back-row spaces an end, the two in the middle closest to the centre."""
    assert ARENA.golden == {"b4", "d4", "f4"}
    assert ARENA.stars == (("d1", "e1", "f1", "g1"), ("a7", "b7", "c7", "d7"))
    assert ARENA.nearest == (("e1", "f1"), ("b7", "c7"))


def test_neither_end_is_better() -> None:
    """Turned by half a circle, the board is the same board."""
    turned = dict(zip(ARENA.spaces, reversed(ARENA.spaces), strict=True))
    assert {turned[space] for space in ARENA.golden} == ARENA.golden
    assert {turned[space] for space in ARENA.stars[0]} == set(ARENA.stars[1])
    for space, near in ARENA.neighbours.items():
        assert {turned[other] for other in near} == set(ARENA.neighbours[turned[space]])


def test_a_space_touches_6_others_or_fewer_at_the_edge() -> None:
    assert set(ARENA.neighbours["d4"]) == {"c4", "e4", "d3", "d5", "c5", "e3"}
    assert set(ARENA.neighbours["a7"]) == {"b7", "a6", "b6"}
    assert all(space in ARENA.neighbours[near] for space in ARENA.spaces for near in ARENA.neighbours[space])


def test_sa_401_what_touches_is_1_apart_and_distance_is_the_way_over_an_empty_board() -> None:
    """SA-401"""
    for space in ARENA.spaces:
        nowhere: frozenset[str] = frozenset()
        ways = shortest_paths(ARENA.neighbours, space, 6, blocked=nowhere, occupied=nowhere)
        assert {end: len(path) - 1 for end, path in ways.items()} | {space: 0} == ARENA.distances[space]


def test_it_is_3_steps_from_a_back_row_to_gold() -> None:
    assert {
        min(ARENA.distances[star][golden] for golden in ARENA.golden)
        for stars in ARENA.stars
        for star in stars
    } == {3}


def test_sa_304_a_path_goes_around_what_blocks_and_over_what_is_merely_taken() -> None:
    """SA-304"""
    ways = shortest_paths(
        ARENA.neighbours, "d1", 2, blocked=frozenset({"d2"}), occupied=frozenset({"d2", "e1"})
    )
    assert ways == {
        "c2": ("d1", "c2"),
        "f1": ("d1", "e1", "f1"),
        "e2": ("d1", "e1", "e2"),
        "b3": ("d1", "c2", "b3"),
        "c3": ("d1", "c2", "c3"),
    }


def test_sa_304_a_path_is_a_walk_from_space_to_space() -> None:
    """SA-304"""
    ways = shortest_paths(
        ARENA.neighbours, "d4", 3, blocked=frozenset({"d5", "e4"}), occupied=frozenset({"d5", "e4", "c4"})
    )
    for end, path in ways.items():
        assert path[0] == "d4"
        assert path[-1] == end
        assert all(two in ARENA.neighbours[one] for one, two in pairwise(path))


def test_any_board_can_be_drawn() -> None:
    small = parse_arena(Drawing("small", "house", {"a3": "@ *", "a2": ". o .", "b1": "* @"}))
    assert small.rows == (("a3", "b3"), ("a2", "b2", "c2"), ("b1", "c1"))
    assert small.golden == {"b2"}
    assert small.stars == (("b1", "c1"), ("a3", "b3"))
    assert small.nearest == (("c1",), ("a3",))
    assert set(small.neighbours["b2"]) == {"a3", "b3", "a2", "c2", "b1", "c1"}


def test_a_mark_that_means_nothing_is_named() -> None:
    with pytest.raises(ValueError, match=r"row a2: x is no mark of a space"):
        parse_arena(Drawing("odd", "house", {"a2": ". x", "a1": ". ."}))


END = "* @ @ *"
PLAIN = ". o . . ."


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ({"a3": "* @ @", "a2": PLAIN, "a1": END}, [("a3", "an end has 4 starting spaces (* @) at least")]),
        ({"a3": END, "a2": PLAIN, "a1": "* @ * *"}, [("a1", "an end has 2 spaces closest")]),
        ({"a3": END, "a2": PLAIN, "a1": "@ @ @ *"}, [("a1", "an end has 2 spaces closest")]),
        ({"a3": END, "a2": "* o . . .", "a1": END}, [("a2", "starting spaces (* @) lie in the first row")]),
        ({"a3": END, "a2": ". . . . .", "a1": END}, [("", "there is a golden space (o) at least")]),
        ({"a3": END, "n2": PLAIN, "a1": END}, [("n2", "not n2, o2"), ("a1", "not a1, b1")]),
        ({"a3": END, "a2": "", "a1": END}, [("a2", "a space at least"), ("", "golden"), ("a1", "not a1")]),
        ({"x3": END, "x2": "o . .", "x1": END}, [("x3", "a space z"), ("x1", "a space z")]),
        ({"a1": END}, [("", "at least two, as in a3, a2, a1")]),
        ({"a1": END, "a2": PLAIN, "a3": END}, [("", "from the red end to the blue one")]),
        ({"a4": END, "a2": PLAIN, "a1": END}, [("", "from the red end to the blue one")]),
        ({"a3": END, "2a": PLAIN, "a1": END}, [("", "a letter and a number, as in a7; not 2a")]),
        ({}, [("", "not none")]),
    ],
)  # fmt: skip
def test_a_board_that_nobody_could_play_on_is_told_what_it_lacks(
    rows: dict[str, str], told: list[tuple[str, str]]
) -> None:
    """SA-104, SA-113, SA-206, SA-304: who is never placed, or never reached, would stop a match for good."""
    found = list(arena_errors(Drawing("odd", "house", rows)))
    assert [row for row, _ in found] == [row for row, _ in told]
    assert all(words in sentence for (_, words), (_, sentence) in zip(told, found, strict=True))


def test_the_least_board_that_can_be_played_on_is_let_be() -> None:
    """SA-104, SA-113, SA-206"""
    assert list(arena_errors(Drawing("small", "house", {"a2": "* @ o @ *", "a1": END}))) == []
