"""Card sets are kept beside the log, for as long as there are matches that are played with them."""

from __future__ import annotations

from service.eventstore.store import Store

from .facts import ONE, facts


def test_a_card_set_is_kept_beside_the_log_and_takes_no_position_in_it(store: Store, other: Store) -> None:
    last = store.append(ONE, facts(1, 1))
    assert store.card_set("d1") is None
    store.store_card_set("d1", b"{}")
    store.store_card_set("d2", bytes(range(256)))
    assert (store.card_set("d1"), store.card_set("d2"), store.card_set("D1")) == (
        b"{}",
        bytes(range(256)),
        None,
    )
    assert store.position() == last
    assert len(store.read(0, 10)) == 1
    assert other.card_set("d2") == bytes(range(256))


def test_what_was_kept_first_stays(store: Store, other: Store) -> None:
    store.store_card_set("d1", b"first")
    other.store_card_set("d1", b"second")
    assert other.card_set("d1") == store.card_set("d1") == b"first"
