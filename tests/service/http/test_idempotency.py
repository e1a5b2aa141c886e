"""Requests that are repeated: what came before is not done again, and gets the reply that it got."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError
from flask import Flask
from werkzeug.test import TestResponse

from service.bootstrap import Services
from service.database.replies import ReplyRow
from service.http.middleware.idempotency import RETENTION_MS
from service.settings import Settings
from tests.service.applications import serving
from tests.service.client import Api, Pair, json_of
from tests.service.judges import judge, refused
from tests.service.stores import on_both_stores

KEY = "8e03978e-40d5-43e8-bc93-6894a57f9324"


@pytest.fixture
def seen(pair: Pair) -> int:
    """The fact that blue has seen when the first answer is given."""
    return int(pair.blue.looks()["seq"])


@pytest.fixture
def desk(services: Services) -> str:
    """The token of the desk of an event."""
    return services.api_tokens.issue_token("desk", ["organize"]).token


@contextmanager
def elsewhere(settings: Settings) -> Iterator[Api]:
    """The service in another process, or after a restart."""
    with serving(settings) as app:
        yield Api(app)


def repeats(first: TestResponse, again: TestResponse) -> bool:
    """Whether *again* is the reply that was given *first*, and says so."""
    alike = ("ETag", "Location", "Content-Type", "Cache-Control")
    return (
        (again.status, again.data) == (first.status, first.data)
        and [again.headers.get(name) for name in alike] == [first.headers.get(name) for name in alike]
        and ("Idempotent-Replayed" in again.headers) is True
        and ("Idempotent-Replayed" in first.headers) is False
    )


# -- the first reply, again ------------------------------------------------------------------------------


def test_an_answer_that_is_sent_twice_is_given_once(pair: Pair, seen: int) -> None:
    first = pair.blue.answers("e1", after=seen, Idempotency_Key=KEY)
    again = pair.blue.answers("e1", after=seen, Idempotency_Key=KEY)
    assert first.status_code == 201
    assert repeats(first, again)
    assert pair.blue.looks()["ply"] == 1


def test_it_is_the_same_when_the_match_has_gone_on(pair: Pair, seen: int) -> None:
    first = pair.blue.answers("e1", after=seen, Idempotency_Key=KEY)
    assert pair.asked is not None
    pair.asked.answers(pair.asked.looks()["question"]["options"][0])
    assert repeats(first, pair.blue.answers("e1", after=seen, Idempotency_Key=KEY))


def test_it_is_the_same_in_another_process_and_after_a_restart(
    pair: Pair, seen: int, settings: Settings
) -> None:
    first = pair.blue.answers("e1", after=seen, Idempotency_Key=KEY)
    with elsewhere(settings) as api:
        pair.blue.api = api
        assert repeats(first, pair.blue.answers("e1", after=seen, Idempotency_Key=KEY))


def test_a_match_is_opened_once(api: Api, services: Services, desk: str) -> None:
    first, again = (
        api.post("/api/v1/matches", {"game": "arena"}, desk, Idempotency_Key=KEY) for _ in range(2)
    )
    assert repeats(first, again)
    matches = json_of(api.get(f"/api/v1/matches?min_position={services.store.position()}"))["items"]
    assert [match["id"] for match in matches] == [json_of(first)["id"]]


def test_who_takes_a_seat_twice_gets_the_same_token(api: Api) -> None:
    opened = api.opens()
    path, body = f"/api/v1/matches/{opened['id']}/seats/0/claim", {"player": "Ada"}
    first, again = (api.post(path, body, opened["claims"][0], Idempotency_Key=KEY) for _ in range(2))
    assert repeats(first, again)
    assert api.get(f"/api/v1/matches/{opened['id']}", json_of(again)["token"]).status_code == 200


def test_what_is_said_around_a_match_is_said_once(pair: Pair, services: Services) -> None:
    whistle = judge(services, pair)
    paths = (("/draw", pair.blue), ("/pause", pair.blue), ("/disputes", pair.red), ("/pause", whistle))
    for number, (path, player) in enumerate(paths):
        body = {"claim": "No!"} if path == "/disputes" else {}
        match = f"/api/v1/matches/{player.match}{path}"
        first, again = (
            player.api.post(match, body, player.token, Idempotency_Key=f"key-{number}") for _ in range(2)
        )
        assert first.status_code == 201, first.text
        assert repeats(first, again)
    names = [fact["event"]["type"] for fact in pair.public.facts()]
    for name in ("DrawOffered", "PauseAsked", "DisputeOpened", "Paused"):
        assert names.count(f"table.{name}") == 1


def test_an_import_is_taken_in_once(pair: Pair, services: Services, tmp_path: Path) -> None:
    services.agreements.concede_match(pair.blue.match, pair.blue.token)
    record = judge(services, pair).get("/export").data
    with elsewhere(Settings(data=tmp_path / "other")) as api:
        desk = api.app.extensions["services"].api_tokens.issue_token("desk", ["organize"]).token
        headers = {"Idempotency-Key": KEY, "Authorization": f"Bearer {desk}"}
        first, again = (
            api.app.test_client().post(
                "/api/v1/imports", data=record, headers=headers, content_type="application/json"
            )
            for _ in range(2)
        )
        assert first.status_code == 201, first.text
        assert repeats(first, again)


# -- what is another request -----------------------------------------------------------------------------


def test_a_key_is_for_one_request(pair: Pair, seen: int) -> None:
    pair.blue.answers("e1", after=seen, Idempotency_Key=KEY)
    for other in (
        pair.blue.answers("f1", after=seen, Idempotency_Key=KEY),
        pair.blue.answers("e1", after=seen + 1, Idempotency_Key=KEY),
        pair.blue.api.post(
            f"/api/v1/matches/{pair.blue.match}/draw", {}, pair.blue.token, Idempotency_Key=KEY
        ),
    ):
        assert other.status_code == 422
        assert json_of(other)["type"] == "/api/v1/problems/key-reused"


def test_a_key_is_the_own_of_who_takes_it(pair: Pair, seen: int) -> None:
    pair.blue.answers("e1", after=seen, Idempotency_Key=KEY)
    assert pair.red.answers("e1", after=seen, Idempotency_Key=KEY).status_code == 412


def test_a_refusal_changed_nothing_and_is_decided_again(pair: Pair, seen: int) -> None:
    assert pair.red.answers("e1", after=seen, Idempotency_Key=KEY).status_code == 403
    assert pair.blue.answers("nowhere", after=seen, Idempotency_Key=KEY).status_code == 422
    assert pair.blue.answers("e1", after=seen, Idempotency_Key=KEY).status_code == 201


@pytest.mark.parametrize("key", ["", "two words", "x" * 256, "naïve"])
def test_a_key_is_visible_and_not_too_long(pair: Pair, seen: int, key: str) -> None:
    reply = pair.blue.answers("e1", after=seen, Idempotency_Key=key)
    assert (reply.status_code, json_of(reply)["type"]) == (400, "/api/v1/problems/wrong-key")


# -- while the first is under way ------------------------------------------------------------------------


def test_the_same_request_waits_for_the_first(
    pair: Pair, seen: int, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    append, begun, go_on, replies = services.store.append, Event(), Event(), list[TestResponse]()

    def slowly(*facts: Any) -> int:
        begun.set()
        assert go_on.wait(60)
        return append(*facts)

    monkeypatch.setattr(services.store, "append", slowly)
    thread = Thread(target=lambda: replies.append(pair.blue.answers("e1", after=seen, Idempotency_Key=KEY)))
    thread.start()
    assert begun.wait(60)
    meanwhile = pair.blue.answers("e1", after=seen, Idempotency_Key=KEY)
    another = pair.blue.answers("f1", after=seen, Idempotency_Key=KEY)
    go_on.set()
    thread.join()
    assert (meanwhile.status_code, json_of(meanwhile)["type"]) == (409, "/api/v1/problems/under-way")
    assert meanwhile.headers["Retry-After"] == "1"
    assert another.status_code == 422
    assert [reply.status_code for reply in replies] == [201]
    assert repeats(replies[0], pair.blue.answers("e1", after=seen, Idempotency_Key=KEY))


@on_both_stores
def test_the_same_request_in_another_process_at_the_very_moment(
    pair: Pair, seen: int, services: Services, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = services.store.append
    with elsewhere(settings) as api:

        def but_first_elsewhere(*facts: Any) -> int:
            monkeypatch.setattr(services.store, "append", append)
            pair.blue.api, here = api, pair.blue.api
            assert pair.blue.answers("e1", after=seen, Idempotency_Key=KEY).status_code == 201
            pair.blue.api = here
            return append(*facts)

        monkeypatch.setattr(services.store, "append", but_first_elsewhere)
        reply = pair.blue.answers("e1", after=seen, Idempotency_Key=KEY)
    assert (reply.status_code, json_of(reply)["type"]) == (409, "/api/v1/problems/under-way")
    again = pair.blue.answers("e1", after=seen, Idempotency_Key=KEY)
    assert (again.status_code, json_of(again)["ply"]) == (201, 1)


# -- how long, and how secretly --------------------------------------------------------------------------


def test_a_reply_is_kept_for_a_day(
    pair: Pair, seen: int, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, now = services.idempotency, services.clock()
    pair.blue.answers("e1", after=seen, Idempotency_Key=KEY)
    monkeypatch.setattr(kept, "_clock", lambda: now + RETENTION_MS - 60_000)
    assert pair.blue.answers("e1", after=seen, Idempotency_Key=KEY).status_code == 201
    monkeypatch.setattr(kept, "_clock", lambda: now + RETENTION_MS + 60_000)
    assert pair.blue.answers("e1", after=seen, Idempotency_Key=KEY).status_code == 412


@pytest.fixture
def rows(services: Services, monkeypatch: pytest.MonkeyPatch) -> list[ReplyRow]:
    """The requests whose replies are kept, as they are."""
    kept, store_reply = list[ReplyRow](), services.store.replies.store_reply

    def keep(row: ReplyRow) -> None:
        kept.append(row)
        store_reply(row)

    monkeypatch.setattr(services.store.replies, "store_reply", keep)
    return kept


def test_old_replies_are_swept_out(
    api: Api, services: Services, rows: list[ReplyRow], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, now = services.idempotency, services.clock()
    api.post("/api/v1/matches", {"game": "arena"}, Idempotency_Key="one")
    monkeypatch.setattr(kept, "_clock", lambda: now + 2 * RETENTION_MS)
    api.post("/api/v1/matches", {"game": "arena"}, Idempotency_Key="two")
    assert [services.store.replies.find_reply(row.id) is None for row in rows] == [True, False]


def test_no_token_lies_in_the_clear(api: Api, services: Services, desk: str, rows: list[ReplyRow]) -> None:
    opened = json_of(api.post("/api/v1/matches", {"game": "arena"}, desk, Idempotency_Key=KEY))
    row = services.store.replies.find_reply(rows[0].id)
    assert row is not None
    assert (row.match, row.first, row.last) == (opened["id"], 1, 1)
    stored = b"".join(value if isinstance(value, bytes) else str(value).encode() for value in row)
    assert [secret for secret in (*opened["claims"], KEY) if secret.encode() in stored] == []


# -- what is not kept ------------------------------------------------------------------------------------


def test_a_reply_that_cannot_be_kept_is_given_all_the_same(
    pair: Pair, seen: int, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(row: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr(services.store.replies, "store_reply", away)
    assert pair.blue.answers("e1", after=seen, Idempotency_Key=KEY).status_code == 201
    again = pair.blue.answers("e1", after=seen, Idempotency_Key=KEY)
    assert (again.status_code, json_of(again)["ply"]) == (201, 1)


def test_without_a_key_nothing_is_kept(pair: Pair, seen: int) -> None:
    assert pair.blue.answers("e1", after=seen).status_code == 201
    assert refused(pair.blue.answers("e1", after=seen))[0] == 412


def test_every_writing_door_of_the_document_takes_a_key(app: Flask) -> None:
    document = app.test_client().get("/api/v1/openapi.json").get_json()
    key = {"$ref": "#/components/parameters/IDEMPOTENCY_KEY"}
    posts = [item["post"] for item in document["paths"].values() if "post" in item]
    assert len(posts) > 12
    assert all(key in post["parameters"] for post in posts)
