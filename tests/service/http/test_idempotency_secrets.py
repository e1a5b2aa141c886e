"""Secrets of requests without a token: with the same secret a repeated request gets its first reply."""

from __future__ import annotations

import pytest
from eventsourcing.persistence import OperationalError
from werkzeug.test import TestResponse

from service.bootstrap import Services
from service.database.replies import ReplyRow
from service.http.middleware.idempotency import Reply
from service.http.problem_types import KINDS
from service.settings import Settings
from tests.service.applications import serving
from tests.service.client import Api, json_of
from tests.service.http.test_idempotency import KEY, repeats
from tests.service.stores import on_both_stores

SECRET, ANOTHER = "kX3vQ0mT7bYfR2nLwZ8sHdJc", "aX3vQ0mT7bYfR2nLwZ8sHdJc"


def create_match(api: Api, secret: str = SECRET, **headers: str) -> TestResponse:
    """Creates a match without a token; an empty *secret* is not sent."""
    sent = {"Idempotency_Key": KEY, **({"Idempotency_Secret": secret} if secret else {}), **headers}
    return api.post("/api/v1/matches", {"game": "arena"}, **sent)


def is_refused(reply: TestResponse) -> bool:
    """Whether the request was carried out for another client, as far as the service can tell."""
    return (reply.status_code, json_of(reply)["type"]) == (409, "/api/v1/problems/told-once")


@on_both_stores
def test_the_creator_gets_a_lost_reply_again(api: Api, services: Services) -> None:
    first = create_match(api)
    stood = services.store.position()
    again = create_match(api)
    assert len(json_of(again)["claims"]) == 2
    assert repeats(first, again)
    assert services.store.position() == stood


@on_both_stores
def test_in_another_process_too(api: Api, settings: Settings) -> None:
    first = create_match(api)
    with serving(settings) as app:
        assert repeats(first, create_match(Api(app)))


@on_both_stores
def test_the_tokens_come_back_when_the_service_ended_before_it_stored_its_reply(
    api: Api, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: ReplyRow) -> None:
        raise OperationalError("The service ends here.")

    with monkeypatch.context() as patch:
        patch.setattr(services.store.replies, "store_reply", fail)
        first = create_match(api)
    again = create_match(api)
    assert json_of(again)["claims"] == json_of(first)["claims"]
    assert {**json_of(again), "receipt": None} == {**json_of(first), "receipt": None}
    assert is_refused(create_match(api, ANOTHER))


@on_both_stores
@pytest.mark.parametrize(("first", "second"), [(SECRET, ANOTHER), (SECRET, ""), ("", SECRET), ("", "")])
def test_nobody_else_gets_it(api: Api, services: Services, first: str, second: str) -> None:
    assert create_match(api, first).status_code == 201
    stood = services.store.position()
    assert is_refused(create_match(api, second))
    assert services.store.position() == stood


def test_another_request_under_the_key_is_refused(api: Api) -> None:
    create_match(api)
    other = api.post(
        "/api/v1/matches", {"game": "villainous"}, Idempotency_Key=KEY, Idempotency_Secret=SECRET
    )
    assert (other.status_code, json_of(other)["type"]) == (422, "/api/v1/problems/key-reused")


def test_with_a_token_the_token_decides(api: Api, services: Services) -> None:
    desk = services.api_tokens.issue_token("desk", ["organize"]).token
    sent = {"Idempotency_Key": KEY, "Idempotency_Secret": SECRET}
    first = api.post("/api/v1/matches", {"game": "arena"}, desk, **sent)
    again = api.post("/api/v1/matches", {"game": "arena"}, desk, Idempotency_Key=KEY)
    assert repeats(first, again)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/v1/players", {"name": "Ada"}),
        ("/api/v1/challenges", {"game": "arena", "pace": "quick", "player": "Ada"}),
        ("/api/v1/matches/{match}/commentaries", {"title": "A view", "author": "Grace"}),
    ],
)
def test_what_appends_no_fact_is_repeated_as_well(api: Api, path: str, body: dict[str, str]) -> None:
    sent = {"Idempotency_Key": KEY, "Idempotency_Secret": SECRET}
    path = path.format(match=api.opens()["id"])
    first, again = (api.post(path, body, **sent) for _ in range(2))
    assert first.status_code == 201
    assert repeats(first, again)
    assert is_refused(api.post(path, body, Idempotency_Key=KEY, Idempotency_Secret=ANOTHER))


@pytest.mark.parametrize("secret", ["short", "x" * 21, "x" * 256, "two words that are quite long"])
def test_a_secret_is_long_and_visible(api: Api, secret: str) -> None:
    reply = create_match(api, secret)
    assert (reply.status_code, json_of(reply)["type"]) == (400, "/api/v1/problems/wrong-key")
    assert "Idempotency-Secret" in json_of(reply)["detail"]


def test_a_secret_without_a_key_is_refused(api: Api) -> None:
    reply = api.post("/api/v1/matches", {"game": "arena"}, Idempotency_Secret=SECRET)
    assert (reply.status_code, json_of(reply)["type"]) == (400, "/api/v1/problems/wrong-key")
    assert json_of(reply)["fix"] == KINDS["wrong-key"].fix


def test_neither_secret_nor_tokens_lie_in_the_clear(
    api: Api, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, store_reply = list[ReplyRow](), services.store.replies.store_reply

    def keep(row: ReplyRow) -> None:
        rows.append(row)
        store_reply(row)

    monkeypatch.setattr(services.store.replies, "store_reply", keep)
    claims = json_of(create_match(api))["claims"]
    row = services.store.replies.find_reply(rows[0].id)
    assert row is not None
    assert row.sealed
    assert row.reply
    stored = b"".join(value if isinstance(value, bytes) else str(value).encode() for value in row)
    assert [word for word in (*claims, KEY, SECRET) if word.encode() in stored] == []


@pytest.mark.parametrize(("address", "known"), [("2001:db8::2", True), ("2001:db8:0:1::1", False)])
def test_a_client_is_known_in_its_network(services: Services, address: str, known: bool) -> None:
    """An IPv6 client changes the second half of its address daily."""
    keys, reply = services.idempotency, Reply(201, [], b"")
    with keys.track_request(None, "2001:db8::1", KEY, "digest", SECRET) as first:
        keys.store_reply(first, reply)
    with keys.track_request(None, address, KEY, "digest", SECRET) as second:
        assert second.stored_reply == (reply if known else None)


def test_operations_that_return_tokens_to_strangers_document_the_secret(api: Api) -> None:
    document = json_of(api.get("/api/v1/openapi.json"))
    secret = {"$ref": "#/components/parameters/IDEMPOTENCY_SECRET"}
    posts = {path: item["post"] for path, item in document["paths"].items() if "post" in item}
    open_to_all = {path for path, post in posts.items() if "security" not in post}
    without_tokens = {
        "/games/{game}/positions/options",
        "/matches/{match}/flag",
        "/sheets/check",
        "/witness/add-checkpoint",
    }
    assert {
        path for path, post in posts.items() if secret in post["parameters"]
    } == open_to_all - without_tokens
