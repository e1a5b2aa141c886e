"""Every home keeps views and position together, and gives the same answers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from projections.redis_view_store import RedisViewStore
from projections.view_store import CheckpointConflict, ProjectionBatch, ViewStore
from tests.projections.homes import open_home


def test_a_new_home_is_empty(home: ViewStore) -> None:
    assert home.position("lobby") == 0
    assert home.get("lobby", "m1") is None
    assert home.scan("lobby", "", 10) == []


def test_views_and_position_are_kept_together(home: ViewStore) -> None:
    home.save("lobby", {"m1": b"one", "m2": b"two"}, after=0, position=7)
    home.save("lobby", {"m2": b"second"}, after=7, position=9)
    assert home.position("lobby") == 9
    assert (home.get("lobby", "m1"), home.get("lobby", "m2")) == (b"one", b"second")


def test_the_position_moves_on_with_no_view_changed(home: ViewStore) -> None:
    home.save("lobby", {}, after=0, position=7)
    assert home.position("lobby") == 7


def test_any_bytes_can_be_a_view(home: ViewStore) -> None:
    view = bytes(range(256))
    home.save("boards", {"Möwe/seat-0": view, "m": b""}, after=0, position=1)
    assert home.get("boards", "Möwe/seat-0") == view
    assert home.get("boards", "m") == b""


def test_whoever_comes_from_elsewhere_keeps_nothing(home: ViewStore) -> None:
    home.save("lobby", {"m1": b"fast"}, after=0, position=7)
    with pytest.raises(CheckpointConflict, match="lobby was expected at position 0, and is at 7"):
        home.save("lobby", {"m1": b"slow", "m2": b"slow"}, after=0, position=5)
    assert home.position("lobby") == 7
    assert (home.get("lobby", "m1"), home.get("lobby", "m2")) == (b"fast", None)


def test_of_many_who_save_at_once_one_wins_each_step(place: str) -> None:
    def climb(name: str) -> int:
        home, won = open_home(place), 0
        while (position := home.position("tally")) < 40:
            try:
                home.save("tally", {f"{position:02}": name.encode()}, position, position + 1)
                won += 1
            except CheckpointConflict:
                continue
        home.close()
        return won

    with ThreadPoolExecutor(4) as climbers:
        steps = sum(climbers.map(climb, "abcd"))
    home = open_home(place)
    assert steps == home.position("tally") == len(home.scan("tally", "", 100)) == 40
    home.close()


def test_a_scan_turns_the_pages_from_the_highest_key_down(home: ViewStore) -> None:
    home.save("lobby", {f"m{n}": b"%d" % n for n in range(1, 6)}, after=0, position=5)
    assert home.scan("lobby", "", 2) == [("m5", b"5"), ("m4", b"4")]
    assert home.scan("lobby", "m4", 2) == [("m3", b"3"), ("m2", b"2")]
    assert home.scan("lobby", "m2", 2) == [("m1", b"1")]
    assert home.scan("lobby", "m1", 2) == []


def test_a_page_may_begin_below_a_key_that_is_not_there(home: ViewStore) -> None:
    home.save("lobby", {"m1": b"1", "m3": b"3"}, after=0, position=2)
    assert home.scan("lobby", "m2", 10) == [("m1", b"1")]


def test_projections_do_not_see_each_other(home: ViewStore) -> None:
    home.save("lobby", {"m1": b"entry"}, after=0, position=1)
    home.save("boards", {"m1": b"scene"}, after=0, position=2)
    home.clear("boards")
    assert (home.position("lobby"), home.get("lobby", "m1")) == (1, b"entry")
    assert (home.position("boards"), home.get("boards", "m1"), home.scan("boards", "", 9)) == (0, None, [])


def test_views_outlast_whoever_kept_them(place: str) -> None:
    first = open_home(place)
    first.save("lobby", {"m1": b"one"}, after=0, position=7)
    first.close()
    second = open_home(place)
    assert (second.position("lobby"), second.get("lobby", "m1")) == (7, b"one")
    second.close()


def test_two_services_share_a_redis_by_their_prefixes(redis_url: str) -> None:
    league, cup = RedisViewStore(redis_url, prefix="league:"), RedisViewStore(redis_url, prefix="cup:")
    league.save("lobby", {"m1": b"league"}, after=0, position=1)
    cup.save("lobby", {"m1": b"cup"}, after=0, position=2)
    league.clear("lobby")
    assert (league.position("lobby"), cup.position("lobby"), cup.get("lobby", "m1")) == (0, 2, b"cup")
    league.close()
    cup.close()


def test_keys_stand_in_the_order_of_their_bytes(home: ViewStore) -> None:
    keys = ["0", "A", "Z", "a", "a ", "a b", "a/b", "aa", "b", "é", "将", "\uffff", "🃏"]
    home.save("lobby", dict.fromkeys(reversed(keys), b"1"), after=0, position=1)
    assert [key for key, _ in home.scan("lobby", "", 100)] == keys[::-1]
    for place, key in enumerate(keys):
        assert [below for below, _ in home.scan("lobby", key, 100)] == keys[:place][::-1]
    assert home.get("lobby", "É") is None


def test_pages_hold_as_many_as_are_asked_for_and_views_are_bytes(home: ViewStore) -> None:
    home.save("lobby", {"m1": b"1", "m2": b""}, after=0, position=2**53 - 1)
    assert home.scan("lobby", "", 0) == []
    assert home.scan("lobby", "", 1) == [("m2", b"")]
    assert {type(part) for part in home.scan("lobby", "", 2)[0]} == {str, bytes}
    assert home.position("lobby") == 2**53 - 1


def test_what_was_cleared_begins_anew(home: ViewStore) -> None:
    home.save("lobby", {"m1": b"1", "m2": b"2"}, after=0, position=7)
    home.clear("lobby")
    home.clear("lobby")
    assert (home.position("lobby"), home.get("lobby", "m1"), home.scan("lobby", "", 9)) == (0, None, [])
    with pytest.raises(CheckpointConflict):
        home.save("lobby", {"m1": b"late"}, after=7, position=9)
    home.save("lobby", {"m1": b"again"}, after=0, position=3)
    assert home.scan("lobby", "", 9) == [("m1", b"again")]


def test_steps_that_fit_are_made_together_and_others_are_told_where_they_stand(home: ViewStore) -> None:
    home.save("lobby", {"m1": b"fast"}, after=0, position=7)
    steps = [ProjectionBatch(name, {"m1": b"slow", "m2": b"slow"}, 0, 5) for name in ("lobby", "boards")]
    assert home.save_each(steps) == [7, 0]
    assert (home.get("lobby", "m1"), home.position("lobby")) == (b"fast", 7)
    assert (home.get("boards", "m1"), home.position("boards")) == (b"slow", 5)
