"""An append follows the fact before it, as the writer knows it: never a hole, never another history."""

from __future__ import annotations

import pytest

from service.database.replies import ReplyRow
from service.eventstore.store import Conflict, Store

from .facts import ONE, facts, head


@pytest.fixture
def written(store: Store) -> Store:
    """A store with facts 1 to 3 of a match, and their head."""
    store.append(ONE, facts(1, 3), head(3))
    return store


def test_a_fact_whose_forerunner_is_not_there_is_refused_and_nothing_is_kept(written: Store) -> None:
    before = written.position()
    with pytest.raises(Conflict):
        written.append(ONE, facts(5, 2), head(6), ReplyRow("request", "digest", 1), head(4))
    assert (written.position(), written.facts(ONE)) == (before, facts(1, 3))
    assert written.replies.find_reply("request") is None


def test_a_match_begins_with_its_first_fact(store: Store) -> None:
    with pytest.raises(Conflict):
        store.append(ONE, facts(2, 1), head(2))
    assert store.facts(ONE) == []


def test_facts_that_were_decided_on_another_history_are_refused(written: Store) -> None:
    with pytest.raises(Conflict):
        written.append(ONE, facts(4, 1), head(4), before=head(999))
    written.append(ONE, facts(4, 1), head(4), before=head(3))
    assert written.facts(ONE) == facts(1, 4)
