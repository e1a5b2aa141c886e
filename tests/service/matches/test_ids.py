"""Names of matches, tokens of players, and the cache."""

from __future__ import annotations

from service.caches import LruCache
from service.shared import digests, record_ids


def test_ids_sort_by_the_second_a_match_was_opened() -> None:
    seconds = [0, 1, 31, 32, 1_786_543_210, 1_786_543_211, 2**35 - 1]
    made = [record_ids.new_match_id(1000 * second) for second in seconds]
    assert made == sorted(made)
    assert {len(one) for one in made} == {12}
    assert all(record_ids.is_match_id(one) for one in made)


def test_two_matches_of_one_second_have_two_ids() -> None:
    assert len({record_ids.new_match_id(0) for _ in range(100)}) == 100
    assert {one[:7] for one in (record_ids.new_match_id(0), record_ids.new_match_id(999))} == {"0000000"}


def test_not_everything_is_an_id() -> None:
    assert not any(
        map(record_ids.is_match_id, ("", "recount", "1NG2V9SR8ZYI", "1NG2V9SR8ZY8 ", "1NG2V9SR8ZY8\n"))
    )


def test_a_token_fits_its_own_digest_alone() -> None:
    mine, other = digests.new_token(), digests.new_token()
    assert digests.is_digest_of(mine, digests.digest_token(mine))
    assert not digests.is_digest_of(mine, digests.digest_token(other))
    assert not digests.is_digest_of(mine, "")
    assert mine not in digests.digest_token(mine)


def test_what_was_not_asked_for_longest_is_dropped() -> None:
    cache: LruCache[int] = LruCache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert [cache.get(name) for name in "abc"] == [1, None, 3]


def test_a_cache_keeps_the_better_of_two() -> None:
    cache: LruCache[int] = LruCache(2)
    cache.put("a", 5)
    assert cache.put("a", 3, unless=lambda kept: kept > 3) == 5
    assert cache.get("a") == 5
    cache.drop("a")
    assert cache.get("a") is None


def test_an_id_that_is_derived_is_the_same_for_the_same_purpose_and_moment() -> None:
    noon = 1_800_000_000_000
    tables = [record_ids.derive_match_id(noon, f"T-1NG2V9SR8ZY8/1/1/{table}/0") for table in range(1, 65)]
    assert tables == [
        record_ids.derive_match_id(noon, f"T-1NG2V9SR8ZY8/1/1/{table}/0") for table in range(1, 65)
    ]
    assert len(set(tables)) == 64
    assert all(record_ids.is_match_id_at(one, noon) for one in tables)
    assert record_ids.derive_match_id(noon + 1000, "T-1NG2V9SR8ZY8/1/1/1/0") != tables[0]
