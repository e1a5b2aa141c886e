"""The audit names whatever was changed in heads, and in the log of them."""

from __future__ import annotations

import pytest

from replays.proof import merkle
from service.bootstrap import Services
from service.database.heads import Head, HeadEntry, Leaf
from service.evidence.late_heads import log_entry
from tests.service.client import Api, Pair
from tests.service.stores import on_both_stores

from .people import Auditor, Vandal

MOVE, LAST = 36, 60
"""The last fact of the write in which Mickey moves, and of the match."""


def test_an_altered_head_is_told_apart_from_altered_facts(
    vandal: Vandal, auditor: Auditor, match: str
) -> None:
    vandal.does("UPDATE heads SET head = ? WHERE seq = ?", bytes(32), MOVE)
    assert auditor.says() == [f"The head at fact {MOVE} was altered: the facts are as they were."]


def test_an_altered_head_is_told_even_if_it_is_the_last(vandal: Vandal, auditor: Auditor) -> None:
    vandal.does("UPDATE heads SET head = ? WHERE seq = ?", bytes(32), LAST)
    assert auditor.says() == [f"The head at fact {LAST} was altered: the facts are as they were."]


@pytest.mark.parametrize("seq", [1, MOVE, LAST])
def test_a_removed_head_is_told(vandal: Vandal, auditor: Auditor, seq: int) -> None:
    vandal.does("DELETE FROM heads WHERE seq = ?", seq)
    assert auditor.says() == [f"The head at fact {seq} was removed: the log has an entry for it."]
    assert auditor.says_of_the_log() == []


def test_a_head_removed_together_with_its_facts_leaves_its_entry_in_the_log(
    vandal: Vandal, auditor: Auditor, match: str
) -> None:
    [[position]] = vandal.does("SELECT position FROM heads WHERE seq = ?", LAST)
    vandal.does("DELETE FROM heads WHERE seq = ?", LAST)
    vandal.drops(match, 57, LAST)
    assert auditor.says() == []
    assert auditor.says_of_the_log() == [
        f"Entry 13 of the log is of position {position}: no fact stands there."
    ]


def test_an_altered_entry_of_the_log_is_told(vandal: Vandal, auditor: Auditor, match: str) -> None:
    for seq, place in vandal.heads(match):
        [[hash]] = vandal.does("SELECT hash FROM merkle WHERE level = 0 AND place = ?", place)
        vandal.does("UPDATE merkle SET hash = ? WHERE level = 0 AND place = ?", bytes(32), place)
        assert auditor.says() == [f"Entry {place} of the log was altered: it is of the head at fact {seq}."]
        assert auditor.says_of_the_log() == []
        vandal.does("UPDATE merkle SET hash = ? WHERE level = 0 AND place = ?", hash, place)


def test_the_last_entry_of_an_odd_log_is_told_to_disagree(
    pair: Pair, vandal: Vandal, auditor: Auditor, services: Services
) -> None:
    player = pair.asked
    assert player is not None
    player.answers("end")
    assert services.evidence.seal_heads() == 17
    vandal.does("UPDATE merkle SET hash = ? WHERE level = 0 AND place = 16", bytes(32))
    [said] = auditor.says()
    assert said.startswith("Entry 16 of the log and the head at fact 6")


@on_both_stores
def test_every_altered_or_removed_subtree_is_named(vandal: Vandal, auditor: Auditor) -> None:
    rows = vandal.does("SELECT level, place, hash FROM merkle WHERE level > 0")
    assert len(rows) == 5
    for level, place, hash in rows:
        said = [f"Subtree {place} of level {level} is not the hash of what is below it."]
        vandal.does("UPDATE merkle SET hash = ? WHERE level = ? AND place = ?", bytes(32), level, place)
        assert auditor.says_of_the_log() == said
        vandal.does("DELETE FROM merkle WHERE level = ? AND place = ?", level, place)
        assert auditor.says_of_the_log() == said
        vandal.does("INSERT INTO merkle (level, place, hash) VALUES (?, ?, ?)", level, place, hash)
    assert auditor.says_of_the_log() == []


def test_an_entry_removed_from_the_log_is_told(vandal: Vandal, auditor: Auditor) -> None:
    vandal.does("DELETE FROM merkle WHERE level = 0 AND place = 7")
    assert auditor.says() == ["The head at fact 36 was removed from the log of heads."]
    assert auditor.says_of_the_log() == [
        "Entry 7 of the log was removed: nothing after it can be held against it."
    ]


def test_what_was_put_into_the_tree_is_told(vandal: Vandal, auditor: Auditor) -> None:
    vandal.does("INSERT INTO merkle (level, place, hash) VALUES (2, 7, ?)", bytes(32))
    assert auditor.says_of_the_log() == ["Subtree 7 of level 2 was inserted: the log is not that long."]


def test_an_entry_put_into_the_log_is_told(vandal: Vandal, auditor: Auditor) -> None:
    vandal.does("INSERT INTO merkle VALUES (999, 16, 0, ?)", bytes(32))
    assert auditor.says_of_the_log() == ["Entry 16 of the log is of position 999: no fact stands there."]


def test_a_head_is_an_entry_of_the_log_by_its_match_its_number_and_its_hash() -> None:
    head = Head(7, "1NG395M698N4", 3, bytes(32))
    assert log_entry(head) == b'{"head":"' + b"00" * 32 + b'","match":"1NG395M698N4","seq":3}'
    assert merkle.leaf_hash(log_entry(head)) != merkle.leaf_hash(log_entry(head._replace(seq=4)))
    assert log_entry(head) == log_entry(head._replace(position=8))


def test_nothing_is_inserted_in_a_log_that_grows_while_it_is_audited(
    auditor: Auditor, api: Api, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = services.store.tree
    leaves = tree.list_leaves

    def and_meanwhile(first: int, limit: int) -> list[Leaf]:
        found = leaves(first, limit)
        if not found:  # the audit has come to the end of what it knows of
            api.opens()
            assert services.evidence.seal_heads() == 17
        return found

    monkeypatch.setattr(tree, "list_leaves", and_meanwhile)
    assert auditor.says_of_the_log() == []


def test_nothing_is_wrong_with_a_match_that_is_played_and_sealed_while_it_is_audited(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree, pending = services.store.tree, ["b7", "e1"]
    entered = tree.list_entries

    def and_meanwhile(match: str) -> list[HeadEntry]:
        found = entered(match)
        if pending:
            (pair.red if len(pending) == 1 else pair.blue).answers(pending.pop())
            assert services.evidence.seal_heads()
        return found

    monkeypatch.setattr(tree, "list_entries", and_meanwhile)
    assert Auditor(services, pair.blue.match).says() == []
    assert not pending
