"""Facts are appended once and read back as they were: all of an append is kept, or nothing of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from domain.model import Answered, Fact
from service.eventstore.mapper import ImportedStream
from service.eventstore.store import Conflict, Store

from .facts import ONE, OTHER, facts, head

THIRD = f"{ONE[:-1]}T"


def test_what_is_appended_is_read_back(store: Store) -> None:
    store.append(ONE, facts(1, 5))
    assert store.facts(ONE) == facts(1, 5)
    assert store.facts(ONE, after=2) == facts(3, 3)
    assert store.facts(ONE, after=1, until=3) == facts(2, 2)
    assert store.facts(OTHER) == []


def test_a_range_may_begin_and_end_beyond_the_facts_there_are(store: Store) -> None:
    store.append(ONE, facts(1, 5))
    assert store.facts(ONE, after=0, until=0) == []
    assert store.facts(ONE, after=5) == []
    assert store.facts(ONE, after=4, until=3) == []
    assert store.facts(ONE, after=3, until=2**53 - 1) == facts(4, 2)
    assert store.facts(ONE, after=2**53 - 1) == []


@pytest.mark.parametrize(
    "text",
    ["", " ", "it's", '"quoted"', "100 %s", "?", ":name", "back\\slash", "{a}", "a\nb\tc", "Möwe", "將軍 🃏"],
)
def test_any_text_comes_back_as_it_was(store: Store, text: str) -> None:
    said = [Fact(1, 0, "SA-1", Answered(0, (text, text), 2**53 - 1))]
    store.append(ONE, said)
    assert store.facts(ONE) == said


def test_much_is_appended_at_once(store: Store) -> None:
    long = Fact(2001, 2000, "SA-1", Answered(0, ("x" * 1_000_000,), 1))
    store.append(ONE, [*facts(1, 2000), long])
    assert store.facts(ONE) == [*facts(1, 2000), long]


def test_whole_records_are_appended_together_or_not_at_all(store: Store) -> None:
    store.append(THIRD, facts(1, 1), head(1))
    with pytest.raises(Conflict):
        store.append_together([ImportedStream(one, facts(1, 3), head(3)) for one in (ONE, OTHER, THIRD)])
    assert (store.facts(ONE), store.facts(OTHER), store.facts(THIRD)) == ([], [], facts(1, 1))
    assert [one.match for one in store.tree.list_heads(0, 9)] == [THIRD]
    after = store.position()
    put = store.append_together([ImportedStream(one, facts(1, 3), head(3)) for one in (ONE, OTHER)])
    assert (put[1] - put[0], put[1]) == (3, store.position())
    assert put[0] - after >= 3
    assert (store.facts(ONE), store.facts(OTHER)) == (facts(1, 3), facts(1, 3))


def test_a_match_is_called_by_exactly_its_id(store: Store) -> None:
    for match in (ONE, ONE.lower(), f"{ONE} ", f" {ONE}", ONE[:-1], "1NG2V9SR8Z_8"):
        assert store.facts(match) == []
        store.append(match, facts(1, 1))
    assert store.facts("1NG2V9SR8Z%") == []


@pytest.mark.parametrize(
    "slower",
    [
        pytest.param(facts(3, 4), id="its first fact is there"),
        pytest.param(facts(2, 4), id="so are its first two"),
        pytest.param([*facts(5, 2), *facts(3, 1)], id="its last one is"),
        pytest.param([*facts(4, 1), *facts(4, 1)], id="it says one twice"),
    ],
)
def test_the_slower_of_two_writers_is_told_and_nothing_of_it_is_kept(
    store: Store, other: Store, slower: list[Fact]
) -> None:
    store.append(ONE, facts(1, 2), head(2))
    other.append(ONE, facts(3, 1), head(3))
    before = store.position(), store.tree.list_entries(ONE)
    with pytest.raises(Conflict, match=f"Somebody was faster: {ONE} has gone on"):
        store.append(ONE, slower, head(9))
    assert store.facts(ONE) == other.facts(ONE) == facts(1, 3)
    assert (store.position(), store.tree.list_entries(ONE)) == before


def test_whoever_was_too_slow_may_try_again(store: Store, other: Store) -> None:
    first = other.append(ONE, facts(1, 1))
    for _ in range(30):  # more often than there are connections to lose
        with pytest.raises(Conflict):
            store.append(ONE, facts(1, 2))
    assert store.append(ONE, facts(2, 1)) > first
    assert store.facts(ONE) == facts(1, 2)


def test_of_several_who_append_the_same_fact_one_does(store: Store, other: Store) -> None:
    together = Barrier(4)

    def append(number: int) -> list[int]:
        won = []
        for seq in range(1, 11):
            together.wait()
            fact = Fact(seq, seq - 1, "SA-1", Answered(number, (), 0))
            try:
                (store, other)[number % 2].append(ONE, [fact])
            except Conflict:
                continue
            won.append(seq)
        return won

    with ThreadPoolExecutor(4) as threads:
        won = [*threads.map(append, range(4))]
    assert sorted(seq for each in won for seq in each) == [*range(1, 11)]
    kept = [(fact.seq, fact.event) for fact in store.facts(ONE)]
    assert kept == sorted(
        ((seq, Answered(number, (), 0)) for number, each in enumerate(won) for seq in each),
        key=lambda entry: entry[0],
    )


def test_whether_it_can_be_written_is_found_out_without_a_fact(store: Store) -> None:
    last = store.append(ONE, facts(1, 1))
    store.check_writable()
    assert (store.position(), len(store.recorder.select_notifications(None, 10))) == (last, 2)
