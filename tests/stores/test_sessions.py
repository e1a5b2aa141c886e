"""What browsers remember is kept in the place of what they remembered before, until they stay away."""

from __future__ import annotations

from service.database.access import SessionRow
from service.eventstore.store import Store


def test_a_session_is_kept_and_kept_anew(store: Store, other: Store) -> None:
    assert store.sessions.find_session("one") is None
    store.sessions.store_session(SessionRow("one", 5, b"\x00sealed\xff"))
    found = other.sessions.find_session("one")
    assert found == SessionRow("one", 5, b"\x00sealed\xff")
    assert type(found) is SessionRow
    other.sessions.store_session(SessionRow("one", 6, b"anew"))
    assert store.sessions.find_session("one") == SessionRow("one", 6, b"anew")


def test_sessions_of_browsers_that_stayed_away_are_swept_out(store: Store) -> None:
    for at in (4, 5, 6):
        store.sessions.store_session(SessionRow(f"at {at}", at, b""))
    store.sessions.sweep_sessions(5)
    assert [at for at in (4, 5, 6) if store.sessions.find_session(f"at {at}")] == [5, 6]
