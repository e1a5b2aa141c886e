"""Commentaries and their notes are kept up to so many of each, and read in the order of the match."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from eventsourcing.persistence import IntegrityError

from service.database.commentaries import CommentaryRow, NoteRow
from service.eventstore.store import Store

from .facts import ONE, OTHER

LOST = CommentaryRow("c-1", ONE, "digest", "Where it was “lost”: 100 %s", "p-1", created=5, present=1)
MANY = 100


def test_a_commentary_is_known_by_its_id(store: Store, other: Store) -> None:
    assert store.commentaries.add_commentary(LOST, MANY) is True
    found = other.commentaries.find_commentary("c-1")
    assert found == LOST
    assert type(found) is CommentaryRow
    assert [store.commentaries.find_commentary(id) for id in ("c-2", "C-1", "c-1 ")] == [None] * 3


def test_an_id_is_given_out_once(store: Store) -> None:
    store.commentaries.add_commentary(LOST, MANY)
    with pytest.raises(IntegrityError):
        store.commentaries.add_commentary(LOST._replace(match=OTHER), MANY)
    assert store.commentaries.find_commentary("c-1") == LOST


def test_those_on_a_match_are_listed_the_oldest_first_with_how_many_notes_one_may_read(store: Store) -> None:
    rows = [
        LOST._replace(id=id, created=created)
        for id, created in (("c-9", 1), ("c-0a", 2**53 - 1), ("c-a0", 2**53 - 1))
    ]
    for row in reversed(rows):
        store.commentaries.add_commentary(row, MANY)
    store.commentaries.add_commentary(LOST._replace(id="c-other", match=OTHER), MANY)
    for seq in (2, 5, 9):
        store.commentaries.store_note("c-9", NoteRow(seq, "{}"), MANY)
    counts = {
        last: [many for _, many in store.commentaries.list_commentaries(ONE, last)]
        for last in (1, 5, 2**53 - 1)
    }
    assert counts == {1: [0, 0, 0], 5: [2, 0, 0], 2**53 - 1: [3, 0, 0]}
    assert [row for row, _ in store.commentaries.list_commentaries(ONE, 1)] == rows
    assert store.commentaries.list_commentaries("1NG2V9SR8ZYX", 9) == []


def test_a_match_has_so_many_and_no_more(store: Store, other: Store) -> None:
    added = [
        each.commentaries.add_commentary(LOST._replace(id=id), 2)
        for each, id in ((store, "c-1"), (other, "c-2"), (store, "c-3"))
    ]
    assert added == [True, True, False]
    assert store.commentaries.find_commentary("c-3") is None
    assert store.commentaries.add_commentary(LOST._replace(id="c-3", match=OTHER), 2) is True
    store.commentaries.remove_commentary("c-1")
    assert store.commentaries.add_commentary(LOST._replace(id="c-4"), 2) is True
    assert store.commentaries.add_commentary(LOST._replace(id="c-5", present=1 - LOST.present), 2) is True


def test_notes_are_read_in_the_order_of_the_match_and_the_last_word_on_a_fact_stays(
    store: Store, other: Store
) -> None:
    for seq, content in ((10, "ten"), (9, "nine"), (2**53 - 1, "far"), (9, "nine, again")):
        assert store.commentaries.store_note("c-1", NoteRow(seq, content), MANY) is True
    notes = other.commentaries.list_notes("c-1")
    assert notes == [NoteRow(9, "nine, again"), NoteRow(10, "ten"), NoteRow(2**53 - 1, "far")]
    assert {type(note) for note in notes} == {NoteRow}
    assert store.commentaries.list_notes("c-2") == []


def test_a_full_commentary_takes_other_words_on_its_facts_and_no_other_fact(store: Store) -> None:
    def says(seq: int, text: str) -> bool:
        return store.commentaries.store_note("c-1", NoteRow(seq, text), 2)

    assert [says(1, "a"), says(2, "b"), says(3, "c"), says(2, "d")] == [True, True, False, True]
    assert store.commentaries.list_notes("c-1") == [NoteRow(1, "a"), NoteRow(2, "d")]


def test_a_note_is_taken_back_once(store: Store) -> None:
    store.commentaries.store_note("c-1", NoteRow(1, "a"), MANY)
    assert [store.commentaries.remove_note("c-1", 1) for _ in "ab"] == [True, False]
    assert store.commentaries.remove_note("c-1", 2**53 - 1) is False
    assert store.commentaries.list_notes("c-1") == []


def test_a_commentary_goes_with_its_notes(store: Store, other: Store) -> None:
    for id in ("c-1", "c-2"):
        store.commentaries.add_commentary(LOST._replace(id=id), MANY)
        store.commentaries.store_note(id, NoteRow(1, id), MANY)
    other.commentaries.remove_commentary("c-1")
    other.commentaries.remove_commentary("c-1")
    assert store.commentaries.find_commentary("c-1") is None
    assert store.commentaries.list_notes("c-1") == []
    assert store.commentaries.list_notes("c-2") == [NoteRow(1, "c-2")]


def test_of_several_who_write_at_once_no_more_than_there_is_room_for_are_kept(
    store: Store, other: Store
) -> None:
    together = Barrier(4)

    def write(number: int) -> list[tuple[bool, bool]]:
        through, kept = (store, other)[number % 2].commentaries, []
        for match in range(5):
            together.wait()
            row = LOST._replace(id=f"c-{match}-{number}", match=f"match {match}")
            begun = through.add_commentary(row, 2)
            together.wait()
            kept.append((begun, through.store_note(f"c-{match}-0", NoteRow(number, ""), 2)))
        return kept

    with ThreadPoolExecutor(4) as threads:
        kept = [*threads.map(write, range(4))]
    for match, of_match in enumerate(zip(*kept, strict=True)):
        begun, said = zip(*of_match, strict=True)
        assert (sum(begun), sum(said)) == (2, 2)
        assert len(store.commentaries.list_commentaries(f"match {match}", 9)) == 2
        assert len(store.commentaries.list_notes(f"c-{match}-0")) == 2
