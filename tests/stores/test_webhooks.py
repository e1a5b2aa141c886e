"""Subscriptions change from one version to the next, each change with the delivery that it came of."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from eventsourcing.persistence import IntegrityError

from service.database.webhooks import DeliveryRow, WebhookRow
from service.eventstore.store import Store

LEAGUE = WebhookRow("w-1", 0, '{"url":"https://league.example/?a=%s","says":"ça va 🃏"}')


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four deliveries are kept of each subscription, and not a thousand."""
    monkeypatch.setattr("service.database.webhooks.MAX_DELIVERIES", 4)


def test_a_subscription_is_known_by_its_id(store: Store, other: Store) -> None:
    store.webhooks.add_webhook(LEAGUE)
    found = other.webhooks.find_webhook("w-1")
    assert found == LEAGUE
    assert type(found) is WebhookRow
    assert [store.webhooks.find_webhook(id) for id in ("w-2", "W-1", "w-1 ", "")] == [None] * 4


def test_an_id_is_given_out_once(store: Store) -> None:
    store.webhooks.add_webhook(LEAGUE)
    with pytest.raises(IntegrityError):
        store.webhooks.add_webhook(LEAGUE._replace(content="{}"))
    assert store.webhooks.list_webhooks() == [LEAGUE]


def test_all_are_listed_by_id(store: Store) -> None:
    ids = ["w-00f", "w-0a1", "w-a00", "w-f00"]
    for id in reversed(ids):
        store.webhooks.add_webhook(LEAGUE._replace(id=id))
    assert [row.id for row in store.webhooks.list_webhooks()] == ids


def test_who_knows_it_as_it_is_changes_it(store: Store, other: Store) -> None:
    store.webhooks.add_webhook(LEAGUE)
    assert store.webhooks.change_webhook(LEAGUE._replace(content="paused")) is True
    assert other.webhooks.find_webhook("w-1") == WebhookRow("w-1", 1, "paused")
    assert other.webhooks.change_webhook(LEAGUE._replace(content="late"), "delivery") is False
    assert other.webhooks.change_webhook(LEAGUE._replace(id="w-2"), "delivery") is False
    assert store.webhooks.find_webhook("w-1") == WebhookRow("w-1", 1, "paused")
    assert store.webhooks.list_deliveries("w-1", 2**53 - 1, 10) == []


def test_a_delivery_is_numbered_by_the_version_that_it_was_of(store: Store) -> None:
    store.webhooks.add_webhook(LEAGUE)
    store.webhooks.add_webhook(LEAGUE._replace(id="w-2"))
    store.webhooks.change_webhook(LEAGUE, "first")
    store.webhooks.change_webhook(LEAGUE._replace(version=1))
    store.webhooks.change_webhook(LEAGUE._replace(version=2), "second")
    store.webhooks.change_webhook(LEAGUE._replace(id="w-2"), "of another")
    told = [DeliveryRow(2, "second"), DeliveryRow(0, "first")]
    assert store.webhooks.list_deliveries("w-1", 2**53 - 1, 10) == told
    assert store.webhooks.list_deliveries("w-1", 2**53 - 1, 1) == told[:1]
    assert store.webhooks.list_deliveries("w-1", 2, 10) == told[1:]
    assert store.webhooks.list_deliveries("w-1", 0, 10) == []
    assert store.webhooks.list_deliveries("w-2", 2**53 - 1, 10) == [DeliveryRow(0, "of another")]


def test_the_last_deliveries_are_kept(store: Store) -> None:
    store.webhooks.add_webhook(LEAGUE)
    store.webhooks.add_webhook(LEAGUE._replace(id="w-2"))
    store.webhooks.change_webhook(LEAGUE._replace(id="w-2"), "of another")
    for version in range(7):
        assert store.webhooks.change_webhook(LEAGUE._replace(version=version), f"number {version}")
        numbers = [row.number for row in store.webhooks.list_deliveries("w-1", 2**53 - 1, 10)]
        assert numbers == [*range(version, max(version - 4, -1), -1)]
    assert len(store.webhooks.list_deliveries("w-2", 2**53 - 1, 10)) == 1


def test_a_subscription_goes_with_its_deliveries(store: Store, other: Store) -> None:
    store.webhooks.add_webhook(LEAGUE)
    store.webhooks.change_webhook(LEAGUE, "first")
    assert other.webhooks.remove_webhook("w-1") is True
    assert store.webhooks.find_webhook("w-1") is None
    assert store.webhooks.list_deliveries("w-1", 2**53 - 1, 10) == []
    assert store.webhooks.remove_webhook("w-1") is False
    assert store.webhooks.change_webhook(LEAGUE._replace(version=1), "late") is False


def test_of_several_who_change_it_at_once_one_wins_each_version(store: Store, other: Store) -> None:
    store.webhooks.add_webhook(LEAGUE)
    together = Barrier(4)

    def change(number: int) -> int:
        won = 0
        for version in range(8):
            together.wait()
            row = LEAGUE._replace(version=version)
            won += (store, other)[number % 2].webhooks.change_webhook(row, f"{number}")
        return won

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(change, range(4))) == 8
    assert [row.number for row in store.webhooks.list_deliveries("w-1", 2**53 - 1, 10)] == [7, 6, 5, 4]
