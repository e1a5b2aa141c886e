"""A request that may be repeated is kept together with the facts that it brought about."""

from __future__ import annotations

import pytest

from service.database.replies import ReplyRow
from service.eventstore.store import Conflict, Store

from .facts import ONE, OTHER, facts, head

ASKED = ReplyRow("request one", "digest", 5, ONE, 1, 2, sealed=b"\x00sealed\xff")


def test_of_a_request_that_never_came_nothing_is_known(store: Store) -> None:
    assert store.replies.find_reply("request one") is None
    store.append(ONE, facts(1, 2), head(2))
    assert store.replies.find_reply("request one") is None


@pytest.mark.parametrize("leads", [head(2), ""])
def test_a_request_is_known_from_the_moment_its_facts_are(store: Store, other: Store, leads: str) -> None:
    position = store.append(ONE, facts(1, 2), leads, ASKED)
    found = other.replies.find_reply("request one")
    assert found == ASKED._replace(position=position)
    assert type(found) is ReplyRow
    assert type(found.sealed) is type(found.reply) is bytes
    assert other.replies.find_reply("Request one") is None


def test_a_request_that_is_known_appends_nothing(store: Store, other: Store) -> None:
    position = store.append(ONE, facts(1, 2), head(2), ASKED)
    with pytest.raises(Conflict):
        other.append(OTHER, facts(1, 1), head(1), ASKED._replace(match=OTHER))
    assert store.facts(OTHER) == []
    assert store.tree.last_head(OTHER) is None
    assert store.replies.find_reply("request one") == ASKED._replace(position=position)


def test_a_request_whose_facts_came_too_late_is_not_known(store: Store, other: Store) -> None:
    store.append(ONE, facts(1, 2))
    with pytest.raises(Conflict):
        other.append(ONE, facts(2, 1), head(2), ASKED)
    assert store.replies.find_reply("request one") is None


def test_the_reply_is_added_and_nothing_else_of_the_request_is_changed(store: Store, other: Store) -> None:
    position = store.append(ONE, facts(1, 2), head(2), ASKED)
    other.replies.store_reply(ReplyRow("request one", "another digest", 99, reply=b"said"))
    assert store.replies.find_reply("request one") == ASKED._replace(position=position, reply=b"said")
    store.replies.store_reply(ASKED._replace(reply=b"\x00said again\xff"))
    assert other.replies.find_reply("request one") == ASKED._replace(
        position=position, reply=b"\x00said again\xff"
    )


def test_a_request_that_wrote_something_else_is_kept_with_its_reply(store: Store) -> None:
    row = ReplyRow("request two", "digest", 2**53 - 1, reply=b"said")
    store.replies.store_reply(row)
    assert store.replies.find_reply("request two") == row


def test_what_came_before_a_time_is_forgotten(store: Store) -> None:
    for at in (4, 5, 6):
        store.replies.store_reply(ReplyRow(f"request {at}", "digest", at))
    store.replies.sweep_replies(5)
    known = [at for at in (4, 5, 6) if store.replies.find_reply(f"request {at}")]
    assert known == [5, 6]
    store.replies.sweep_replies(2**53 - 1)
    assert store.replies.find_reply("request 6") is None
