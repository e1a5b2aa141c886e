"""Positions of the log: which log they are of, and what becomes of those that it has not reached."""

from __future__ import annotations

import re

import msgspec

from service.bootstrap import Services
from service.database.stream import StreamRepository
from service.eventstore.codec import VOCABULARY
from service.eventstore.stamp import STAMP, StampRepository
from service.eventstore.store import Store
from service.settings import Settings, store_environment
from tests.service.client import Api, json_of
from tests.service.stores import on_both_stores

from .test_feed import BATCH, NDJSON, page


@on_both_stores
def test_a_position_beyond_the_end_of_the_log_is_refused_with_the_end_and_the_log(
    api: Api, services: Services
) -> None:
    api.seat_pair()
    end, log_id = services.store.position(), page(api)["log"]
    assert page(api, f"?after={end}")["items"] == []
    for form in ("application/json", NDJSON, BATCH, "text/event-stream"):
        refused = api.get(f"/api/v1/facts?after={end + 1}", Accept=form)
        problem = json_of(refused)
        assert (refused.status_code, problem["type"]) == (409, "/api/v1/problems/position-ahead")
        assert (problem["end"], problem["log"]) == (end, log_id)
        assert api.get("/api/v1/facts", Accept=form).headers["Recount-Log"] == log_id
    late = api.get("/api/v1/facts", Accept="text/event-stream", Last_Event_ID=str(end + 1))
    assert (late.status_code, json_of(late)["log"]) == (409, log_id)


@on_both_stores
def test_a_log_has_the_same_id_in_every_process(services: Services, settings: Settings) -> None:
    assert re.fullmatch(r"log-[0-9a-f]{16}", services.store.log_id)
    with Store(VOCABULARY, store_environment(settings)) as another:
        assert another.log_id == services.store.log_id
        another.mark_headed_since(0)
        assert another.log_id == services.store.log_id


@on_both_stores
def test_a_store_of_an_earlier_release_gets_an_id_of_its_log(services: Services, settings: Settings) -> None:
    stream = StreamRepository(services.store.database)
    stamp = StampRepository(services.store.recorder, stream).load()
    before, earlier = msgspec.json.encode(stamp), msgspec.json.encode({"format": 1, "headed": 0})
    stream.replace_stamp(STAMP, earlier, before)
    with (
        Store(VOCABULARY, store_environment(settings)) as one,
        Store(VOCABULARY, store_environment(settings)) as other,
    ):
        assert one.log_id == other.log_id
        assert one.log_id not in ("", services.store.log_id)
        assert one.headed_since == 0
