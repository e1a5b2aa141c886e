"""What a request may say: each thing once, in the words of the document, and the same to every reader."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from werkzeug.test import TestResponse

from service.app import create_app, services_of
from service.bootstrap import Services
from service.settings import Settings
from tests.service.client import Api, Pair, json_of

KEY = "0d6f3c1e-6a57-4f0c-8d7a-b1a3c9a45a11"


def sends_text(api: Api, path: str, body: str, **headers: str) -> TestResponse:
    """Sends JSON as it is written, space by space."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return api.app.test_client().post(path, data=body, content_type="application/json", headers=named)


# -- If-Match (RFC 9110, 13.1.1) ---------------------------------------------------------------------


@pytest.mark.parametrize("tags", ["*", '"{seq}"', '"0", "{seq}"', '"{seq}" ,"999"', '"x", "{seq}:gzip"'])
def test_an_answer_follows_any_of_the_facts_it_names(pair: Pair, tags: str) -> None:
    seq = pair.blue.looks()["seq"]
    assert pair.blue.answers("e1", If_Match=tags.format(seq=seq)).status_code == 201


@pytest.mark.parametrize("tags", ['W/"{seq}"', '"0", W/"{seq}"', "{seq}", '"{seq}"x', '"x,"{seq}""', '"999"'])
def test_a_weak_tag_and_what_is_none_name_no_fact(pair: Pair, tags: str) -> None:
    seq = pair.blue.looks()["seq"]
    reply = pair.blue.answers("e1", If_Match=tags.format(seq=seq))
    assert (reply.status_code, reply.headers["ETag"]) == (412, f'"{seq}"')


# -- WWW-Authenticate (RFC 6750, 3) ------------------------------------------------------------------


def test_a_token_that_is_unknown_is_told_from_one_that_is_missing(pair: Pair) -> None:
    api, path = pair.blue.api, f"/api/v1/matches/{pair.blue.match}"
    assert api.get(path, "nobodys").headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    missing = api.post(f"{path}/answers", {"picks": ["e1"]})
    assert (missing.status_code, missing.headers["WWW-Authenticate"]) == (401, "Bearer")


# -- bodies ------------------------------------------------------------------------------------------


def test_no_member_of_an_object_comes_twice(api: Api) -> None:
    for body in (
        '{"game": "arena", "game": "villainous"}',
        '{"game": "arena", "delay": {"facts": 1, "facts": 2}}',
    ):
        reply = sends_text(api, "/api/v1/matches", body)
        assert (reply.status_code, json_of(reply)["type"]) == (400, "/api/v1/problems/malformed")
        assert "twice in one object" in json_of(reply)["detail"]


def test_nor_in_a_record_that_is_brought_in(pair: Pair, services: Services) -> None:
    judge = services.api_tokens.issue_token("judge-7f3a", ["judge", "organize"]).token
    record = pair.public.api.get(f"/api/v1/matches/{pair.blue.match}/export", judge).text
    twice = record.replace("{", '{"match": "1NG2V9SR8ZY8", ', 1)
    reply = sends_text(pair.blue.api, "/api/v1/imports", twice, Authorization=f"Bearer {judge}")
    assert (reply.status_code, json_of(reply)["detail"]) == (400, "The body has “match” twice in one object.")


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"private": "yes"}, "/private"),
        ({"private": 1}, "/private"),
        ({"bots": {"01": "greedy"}}, "/bots/01/key"),
    ],
)
def test_a_body_is_held_to_the_types_of_the_document(api: Api, more: dict[str, Any], pointer: str) -> None:
    reply = api.post("/api/v1/matches", {"game": "arena", **more})
    assert (reply.status_code, json_of(reply)["errors"][0]["pointer"]) == (422, pointer)


# -- queries -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "parameter", "why"),
    [
        ("/api/v1/matches?limit=1&limit=2", "limit", "This comes once."),
        ("/api/v1/games?colour=red", "colour", "Unknown field."),
        ("/healthz?min_position=1", "min_position", "Unknown field."),
        ("/api/v1/games?lang=fr&lang=fr", "lang", "Ce paramètre ne vient qu’une fois."),
        ("/api/v1/games?lang=xx", "lang", "Must be one of: en, fr, it."),
        ("/api/v1/matches?limit=1_0", "limit", "Not a valid integer."),
        ("/api/v1/matches?limit=%D9%A1", "limit", "Not a valid integer."),
        ("/api/v1/matches?limit=07", "limit", "Not a valid integer."),
    ],
)
def test_a_query_says_what_the_document_knows_and_says_it_once(
    api: Api, query: str, parameter: str, why: str
) -> None:
    reply = api.get(query)
    assert reply.status_code == 422
    assert {"parameter": parameter, "detail": why} in json_of(reply)["errors"]


def test_what_is_a_list_may_come_often(api: Api) -> None:
    assert api.get("/api/v1/facts?game=arena&game=villainous").status_code == 200


def test_the_language_of_an_audit_is_no_option_of_its_game(pair: Pair) -> None:
    reply = pair.public.get("/verification?lang=fr&min_position=1")
    assert (reply.status_code, reply.headers["Content-Language"]) == (200, "fr")
    assert json_of(reply)["ok"]


# -- the same request --------------------------------------------------------------------------------


def test_a_request_that_is_written_otherwise_is_the_same(services: Services, pair: Pair) -> None:
    api, judge = pair.blue.api, services.api_tokens.issue_token("judge-7f3a", ["organize"]).token
    headers = {"Idempotency_Key": KEY, "Authorization": f"Bearer {judge}"}
    first = sends_text(api, "/api/v1/matches", '{"game": "arena", "seats": 2}', **headers)
    again = sends_text(api, "/api/v1/matches", '{ "seats":2,\n"game":"\\u0061rena" }', **headers)
    assert (first.status_code, json_of(again)) == (201, json_of(first))
    assert again.headers["Idempotent-Replayed"] == "true"
    other = sends_text(api, "/api/v1/matches", '{"game": "arena", "seats": 4}', **headers)
    assert json_of(other)["type"] == "/api/v1/problems/key-reused"


# -- what other sites may load -----------------------------------------------------------------------


def test_other_sites_load_the_api_and_frames_and_no_page(pair: Pair) -> None:
    api, match = pair.blue.api, pair.blue.match
    policies = {
        "/api/v1/games": "cross-origin",
        f"/m/{match}/picture.png": "cross-origin",
        f"/embed/{match}": "cross-origin",
        f"/m/{match}": "same-origin",
        "/lobby": "same-origin",
    }
    for path, policy in policies.items():
        reply = api.get(path)
        assert (reply.status_code, reply.headers["Cross-Origin-Resource-Policy"]) == (200, policy), path
    assert "camera=()" in api.get("/lobby").headers["Permissions-Policy"]


def test_a_refusal_names_the_token_among_the_fields_that_decide_it(pair: Pair) -> None:
    refused = pair.blue.api.get("/api/v1/matches/nothing")
    assert {"Accept", "Authorization", "Cookie", "Accept-Language"} <= {*refused.headers["Vary"].split(", ")}


# -- HTTPS -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("https", [False, True])
def test_who_came_by_https_comes_by_nothing_else_again(settings: Settings, https: bool) -> None:
    app = create_app(replace(settings, https=https))
    for path in ("/api/v1/games", "/lobby", "/nowhere"):
        assert ("Strict-Transport-Security" in Api(app).get(path).headers) is https
    services_of(app).close()
