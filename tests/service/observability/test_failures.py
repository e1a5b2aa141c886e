"""When something in the service is broken: what still works, and what is said of the rest."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random

import msgspec
import pytest
from eventsourcing.persistence import StoredEvent
from flask import Flask

from domain import table
from domain.errors import Drift
from service.app import create_app, services_of
from service.bootstrap import Services
from service.settings import Settings
from tests.service.client import Api, Pair, json_of


def test_without_redis_matches_are_played_on_and_the_lobby_says_that_it_is_closed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    nowhere = "redis://127.0.0.1:1/0"
    app = create_app(Settings(data=tmp_path, redis_url=nowhere, runner=False))
    api = Api(app)
    with caplog.at_level(logging.CRITICAL):
        pair = api.seat_pair()
        answer = json_of(pair.blue.answers("e1"))
        assert (
            json_of(pair.red.get())["board"]
            == json_of(pair.red.get(f"/facts/{answer['seq']}/scene"))["board"]
        )
        for path in ("/api/v1/matches", "/readyz"):
            reply = api.get(path)
            assert (reply.status_code, json_of(reply)["type"]) == (503, "/api/v1/problems/unavailable")
            assert reply.headers["Retry-After"] == "1"
            assert "127.0.0.1" not in reply.text
    services_of(app).close()


def test_a_board_is_folded_where_its_view_is_missing(pair: Pair, services: Services) -> None:
    pair.answer_by(Random(41))
    services.runner.catch_up()
    before = pair.red.get().data
    services.views.clear("boards")
    assert pair.red.get().data == before


def test_a_view_that_is_behind_is_never_shown_to_whoever_wrote(
    app: Flask, pair: Pair, services: Services
) -> None:
    services.runner.catch_up()
    old = services.views.get("boards", f"{pair.blue.match}/seat-0")
    assert old is not None
    seq = json_of(pair.blue.answers("e1"))["seq"]
    services.runner.catch_up()
    position = services.views.position("boards")
    services.views.save("boards", {f"{pair.blue.match}/seat-0": old}, position, position + 1)
    assert json_of(pair.blue.get())["seq"] == seq


def test_a_log_that_a_newer_version_wrote_is_told_as_such(api: Api, services: Services) -> None:
    opened = api.opens()
    newer = StoredEvent(opened["id"], 2, "table.MatchPaused", b'[1,""]')
    services.store.recorder.insert_events([newer])
    reply = api.get(f"/api/v1/matches/{opened['id']}/facts")
    assert (reply.status_code, json_of(reply)["type"]) == (503, "/api/v1/problems/newer-log")


def test_a_match_whose_cards_are_gone_is_told_as_such(api: Api, services: Services) -> None:
    match = api.opens()["id"]
    first = services.store.facts(match)[0]
    assert isinstance(first.event, table.MatchOpened)
    other = "1NG2V9SR8ZY8"
    pinned = msgspec.structs.replace(first, event=msgspec.structs.replace(first.event, cards="f" * 64))
    services.store.append(other, [pinned])
    reply = api.get(f"/api/v1/matches/{other}/facts/1/scene")
    assert (reply.status_code, json_of(reply)["type"]) == (503, "/api/v1/problems/cards-missing")


def test_rules_that_changed_under_an_open_question_quote_no_card(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = pair.blue.looks()

    def drift(*_: object) -> None:
        raise Drift(9, "arena.CardDrawn card=ALA05", "arena.CardDrawn card=ALA06")

    monkeypatch.setattr(table, "answer_question", drift)
    reply = pair.blue.answers("e1", after=seen["seq"])
    assert (reply.status_code, json_of(reply)["type"]) == (409, "/api/v1/problems/drift")
    assert "ALA" not in reply.text
    assert pair.blue.looks() == seen


def test_a_failure_nobody_thought_of_tells_nothing(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("ALA05 fell under the table")

    monkeypatch.setattr(services.repository, "load_replay", fail)
    reply = pair.public.get("/facts/1/scene")
    assert (reply.status_code, json_of(reply)["type"]) == (500, "/api/v1/problems/internal")
    assert "ALA05" not in reply.text
