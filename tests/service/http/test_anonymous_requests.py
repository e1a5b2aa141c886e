"""Requests without a token: others share their address, so what was carried out is told once."""

from __future__ import annotations

import pytest

from service.app import create_app, services_of
from service.bootstrap import Services
from service.database.replies import ReplyRow
from service.settings import Settings
from tests.service.client import Api, Pair, json_of
from tests.service.judges import refused


def test_a_match_opened_without_a_token_is_told_once(
    api: Api, services: Services, settings: Settings
) -> None:
    opened = json_of(api.post("/api/v1/matches", {"game": "arena"}, Idempotency_Key="1"))
    restarted = create_app(settings)
    for desk in (api, Api(restarted)):
        neighbour = desk.post("/api/v1/matches", {"game": "arena"}, Idempotency_Key="1")
        assert (neighbour.status_code, json_of(neighbour)["type"]) == (409, "/api/v1/problems/told-once")
        assert [claim for claim in opened["claims"] if claim in neighbour.text] == []
    services_of(restarted).close()
    matches = json_of(api.get(f"/api/v1/matches?min_position={services.store.position()}"))["items"]
    assert [match["id"] for match in matches] == [opened["id"]]


def test_studies_open_seats_and_commentaries_are_told_once(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, store_reply = list[ReplyRow](), services.store.replies.store_reply

    def keep(row: ReplyRow) -> None:
        kept.append(row)
        store_reply(row)

    monkeypatch.setattr(services.store.replies, "store_reply", keep)
    api, played = pair.blue.api, f"/api/v1/matches/{pair.blue.match}"
    api.post(f"{played}/concession", {}, pair.blue.token)
    free = api.opens(open_seats=[1])["id"]
    for path, body in (
        (f"{played}/forks", {"seq": 4}),
        (f"{played}/commentaries", {"title": "How it was lost", "author": "Grace"}),
        (f"/api/v1/matches/{free}/seats/1/claim", {"player": "Ada"}),
    ):
        assert api.post(path, body, Idempotency_Key=path).status_code == 201
        assert refused(api.post(path, body, Idempotency_Key=path))[0] == 409
    assert [(row.sealed, row.reply) for row in kept] == [(b"", b"")] * 3
