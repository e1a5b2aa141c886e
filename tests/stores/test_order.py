"""All facts of all matches stand in one order, which no reader ever sees change behind it."""

from __future__ import annotations

from threading import Thread

import pytest

from domain.model import Answered, Fact
from service.eventstore.store import Conflict, Store
from service.shared import record_ids

from .facts import ONE, OTHER, facts


def test_a_new_store_has_no_facts(store: Store) -> None:
    assert store.position() == 0
    assert store.read(0, 1) == []
    assert store.log_rows(0, 1) == []


def test_positions_number_the_facts_of_all_matches(store: Store) -> None:
    first = store.append(ONE, facts(1, 2))
    second = store.append(OTHER, facts(1, 1))
    third = store.append(ONE, facts(3, 2))
    assert first < second < third == store.position()
    recorded = store.read(0, 10)
    seqs = [(r.match, r.fact.seq) for r in recorded if r.fact is not None]
    assert seqs == [(ONE, 1), (ONE, 2), (OTHER, 1), (ONE, 3), (ONE, 4)]
    assert [r.position for r in recorded] == sorted({r.position for r in recorded})
    assert recorded[1].position == first
    assert store.read(first, 1) == [recorded[2]]
    assert store.read(third, 10) == []
    assert store.read(2**53 - 1, 10) == []


def test_positions_rise_whichever_process_writes_and_whoever_was_refused(store: Store, other: Store) -> None:
    stood = []
    for seq in range(1, 7):
        stood.append((store, other)[seq % 2].append(ONE, facts(seq, 1)))
        with pytest.raises(Conflict):
            store.append(ONE, facts(seq, 1))
    assert stood == sorted(set(stood))
    assert [recorded.position for recorded in other.read(0, 10)] == stood


def test_rows_are_chosen_by_position_and_by_what_they_tell(store: Store) -> None:
    asked, answered = "core.Asked", "core.Answered"
    store.append(ONE, facts(1, 2))
    store.append(OTHER, [*facts(1, 1), Fact(2, 1, "", Answered(0, ("e1",), 7)), *facts(3, 1)])
    rows = store.log_rows(0, 10)
    assert [(row.originator_id, row.originator_version, row.topic) for row in rows] == [
        (ONE, 1, asked),
        (ONE, 2, asked),
        (OTHER, 1, asked),
        (OTHER, 2, answered),
        (OTHER, 3, asked),
    ]
    positions = [row.id for row in rows]
    assert store.log_rows(0, 2) == rows[:2]
    assert store.log_rows(positions[0], 2) == rows[1:3]
    assert store.log_rows(positions[0], 10, until=positions[3]) == rows[1:4]
    assert store.log_rows(positions[3], 10, until=positions[3]) == []
    assert store.log_rows(0, 10, topics=[answered]) == [rows[3]]
    assert store.log_rows(0, 10, topics=[answered, asked]) == rows
    assert store.log_rows(positions[1], 2, until=positions[4], topics=[asked]) == [rows[2], rows[4]]
    assert store.log_rows(0, 10, topics=["core.answered", "core.%"]) == []
    assert [store.decode_row(row).seq for row in rows] == [1, 2, 1, 2, 3]


def test_a_reader_never_finds_facts_before_those_already_read(store: Store, other: Store) -> None:
    done: list[str] = []

    def write(match: str, through: Store) -> None:
        for seq in range(1, 101):
            through.append(match, facts(seq, 1))
        done.append(match)

    writers = [
        Thread(target=write, args=(record_ids.new_match_id(0), (store, other)[n % 2])) for n in range(4)
    ]
    for writer in writers:
        writer.start()
    after, read = 0, 0
    while read < 400:
        for recorded in store.read(after, 50):
            assert recorded.position > after
            after, read = recorded.position, read + 1
        assert len(done) < 4 or store.read(after, 1) or read == 400
    for writer in writers:
        writer.join()
