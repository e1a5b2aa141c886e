"""Manners over HTTP: who may read from where, what is compressed, what HEAD and OPTIONS tell, and ETags."""

from __future__ import annotations

import gzip
import json
from random import Random

import pytest
from werkzeug.test import TestResponse

from service.bootstrap import Services
from tests.service.client import Api, Pair, json_of

ELSEWHERE = "https://league.example"


def asks(api: Api, method: str, path: str, **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return api.app.test_client().open(path, method=method, headers=named)


# -- from other sites ------------------------------------------------------------------------------------


def test_scripts_of_any_site_may_read(pair: Pair, api: Api) -> None:
    for path in ("", "/facts", "/narration", "/facts/99999/scene"):
        reply = asks(api, "GET", f"/api/v1/matches/{pair.blue.match}{path}", Origin=ELSEWHERE)
        assert reply.headers["Access-Control-Allow-Origin"] == "*"
        assert "ETag" in reply.headers["Access-Control-Expose-Headers"]
        assert "Access-Control-Allow-Credentials" not in reply.headers
    assert asks(api, "GET", "/api/v1/openapi.json").headers["Access-Control-Allow-Origin"] == "*"


def test_scripts_are_told_that_there_is_nothing_or_nothing_to_read(pair: Pair, api: Api) -> None:
    missing = asks(api, "GET", "/nowhere", Origin=ELSEWHERE)
    assert (missing.status_code, missing.headers["Access-Control-Allow-Origin"]) == (404, "*")
    for method, path in (("GET", f"/api/v1/matches/{pair.blue.match}/answers"), ("DELETE", "/api/v1/games")):
        reply = asks(api, method, path, Origin=ELSEWHERE)
        assert (reply.status_code, reply.headers["Access-Control-Allow-Origin"]) == (405, "*")


@pytest.mark.parametrize(
    ("method", "header"),
    [
        ("GET", "authorization"),
        ("POST", "authorization, content-type, idempotency-key, if-match"),
        ("PUT", ""),
    ],
)
def test_a_browser_learns_that_scripts_of_any_site_may_use_the_api_with_a_token(
    pair: Pair, api: Api, method: str, header: str
) -> None:
    wanted = {"Access_Control_Request_Method": method, "Access_Control_Request_Headers": header}
    reply = asks(api, "OPTIONS", f"/api/v1/matches/{pair.blue.match}/answers", Origin=ELSEWHERE, **wanted)
    assert reply.status_code == 200
    assert reply.headers["Access-Control-Allow-Origin"] == "*"
    assert reply.headers["Access-Control-Allow-Methods"] == "DELETE, GET, HEAD, POST, PUT"
    allowed = reply.headers["Access-Control-Allow-Headers"].lower().split(", ")
    assert {*filter(None, header.split(", "))} <= {*allowed}
    assert "Access-Control-Allow-Credentials" not in reply.headers  # and so no browser sends a cookie


def test_scripts_of_other_sites_may_send_every_header_of_the_document(api: Api) -> None:
    parameters = json_of(api.get("/api/v1/openapi.json"))["components"]["parameters"].values()
    wanted = {"Access_Control_Request_Method": "GET", "Access_Control_Request_Headers": "X-Viewer"}
    reply = asks(api, "OPTIONS", "/api/v1/matches", Origin=ELSEWHERE, **wanted)
    headers = {parameter["name"] for parameter in parameters if parameter["in"] == "header"}
    assert headers <= {*reply.headers["Access-Control-Allow-Headers"].split(", ")}


def test_scripts_of_other_sites_play_with_a_token(pair: Pair) -> None:
    done = pair.blue.answers("e1", Origin=ELSEWHERE)
    refused = pair.blue.answers("e1", Origin=ELSEWHERE, If_Match='"1"')
    assert (done.status_code, refused.status_code) == (201, 412)
    for reply in (done, refused):
        assert reply.headers["Access-Control-Allow-Origin"] == "*"
        assert "ETag" in reply.headers["Access-Control-Expose-Headers"]


def test_pages_are_for_no_other_site(api: Api) -> None:
    assert "Access-Control-Allow-Origin" not in asks(api, "GET", "/lobby", Origin=ELSEWHERE).headers


# -- OPTIONS and HEAD ------------------------------------------------------------------------------------


def test_options_tells_what_can_be_done(api: Api) -> None:
    reply = asks(api, "OPTIONS", "/api/v1/matches")
    assert reply.status_code == 200
    assert set(reply.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}


@pytest.mark.parametrize("what", ["", "/facts", "/facts/3/scene", "/narration", "/chain", "/export"])
def test_head_tells_what_get_does_but_for_the_body(pair: Pair, api: Api, what: str) -> None:
    path = f"/api/v1/matches/{pair.blue.match}{what}"
    head, whole = asks(api, "HEAD", path), asks(api, "GET", path)
    assert (head.status, head.data) == (whole.status, b"")
    for name in ("ETag", "Content-Type", "Content-Length", "Cache-Control", "Vary"):
        assert head.headers.get(name) == whole.headers.get(name)


def test_head_opens_no_stream(pair: Pair, api: Api) -> None:
    reply = asks(api, "HEAD", f"/api/v1/matches/{pair.blue.match}/facts", Accept="text/event-stream")
    assert (reply.status_code, reply.data) == (200, b"")


# -- compressed ------------------------------------------------------------------------------------------


def test_what_is_large_is_compressed_for_who_can_read_it(pair: Pair, api: Api) -> None:
    luck, path = Random(61), f"/api/v1/matches/{pair.blue.match}/frames"
    for _ in range(12):
        pair.answer_by(luck)
    small, whole = asks(api, "GET", path, Accept_Encoding="gzip"), asks(api, "GET", path)
    assert small.headers["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(small.data)) == whole.get_json()
    assert int(small.headers["Content-Length"]) == len(small.data) < len(whole.data) / 3
    assert "Content-Encoding" not in whole.headers
    assert "Accept-Encoding" in small.headers["Vary"]
    assert "Accept-Encoding" in whole.headers["Vary"]


def test_the_etag_of_what_is_compressed_is_another_and_good_for_all_that_it_is_good_for(pair: Pair) -> None:
    seq = pair.blue.looks()["seq"]
    reply = pair.blue.get(Accept_Encoding="gzip")
    tag = reply.headers["ETag"]
    assert (reply.headers["Content-Encoding"], tag) == ("gzip", f'"{seq}:gzip"')
    for form, known in (("gzip", tag), ("gzip", f'"{seq}"'), ("identity", f'"{seq}"')):
        assert pair.blue.get(If_None_Match=known, Accept_Encoding=form).status_code == 304
    assert pair.blue.answers("e1", If_Match=tag).status_code == 201


def test_who_has_a_past_view_is_told_so_before_it_is_made(
    pair: Pair, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = pair.public.get("/facts/1/scene", Accept_Encoding="gzip")
    plain, choices = pair.public.get("/facts/1/scene"), pair.public.get("/facts/1/options?lang=fr")

    def fold(*_: object) -> None:
        raise AssertionError("The match was folded.")

    monkeypatch.setattr(services.repository, "load_replay", fold)
    for path, reply in (
        ("/facts/1/scene", small),
        ("/facts/1/scene", plain),
        ("/facts/1/options?lang=fr", choices),
    ):
        tag = reply.headers["ETag"]
        again = pair.public.get(path, If_None_Match=tag)
        assert (again.status_code, again.headers["ETag"], again.data) == (304, tag, b"")
        assert again.headers["Cache-Control"] == reply.headers["Cache-Control"]


def test_a_past_view_that_there_is_not_is_not_unchanged(pair: Pair) -> None:
    for seq in (0, 999):
        assert pair.public.get(f"/facts/{seq}/scene", If_None_Match=f'"{seq}"').status_code == 404


def test_a_stream_leaves_as_it_happens(pair: Pair) -> None:
    reply = pair.public.get("/facts?after=0", Accept="text/event-stream", Accept_Encoding="gzip")
    assert "Content-Encoding" not in reply.headers
    log_id = json_of(pair.public.api.get("/api/v1/facts"))["log"]
    assert next(iter(reply.response)) == f"retry: 2000\n: log {log_id}\n\n".encode()
    reply.close()


def test_replies_to_writes_are_compressed_and_repeated_alike(pair: Pair) -> None:
    seen = pair.blue.looks()["seq"]
    first, again = (
        pair.blue.answers("e1", after=seen, Idempotency_Key="a-key", Accept_Encoding=form)
        for form in ("gzip", "identity")
    )
    assert (first.headers["Content-Encoding"], again.headers.get("Content-Encoding")) == ("gzip", None)
    assert json.loads(gzip.decompress(first.data)) == json_of(again)


# -- read your writes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "what",
    [
        *(
            "",
            "/facts",
            "/frames",
            "/acts",
            "/narration",
            "/options",
            "/disputes",
            "/facts/1/scene",
            "/chain",
        ),
        "/export",
    ],
)
def test_what_a_reply_told_is_there_for_who_asks_for_its_position(pair: Pair, what: str) -> None:
    reply = json_of(pair.blue.answers("e1"))
    path = f"{what}?min_position={reply['position']}"
    assert pair.red.get(path).status_code == 200
    assert [fact["seq"] for fact in pair.red.facts()][-1] == reply["seq"]


@pytest.mark.parametrize(
    "position", ["99999999999999", "9007199254740993", "9" * 5000, "-1", "1_0", "+1", "x"]
)
def test_a_position_that_no_reply_has_told_is_no_reason_to_wait(pair: Pair, position: str) -> None:
    for what in ("", "/facts", "/facts/1/scene", "/verification"):
        reply = pair.red.get(f"{what}?min_position={position}")
        assert (reply.status_code, json_of(reply)["errors"][0]["parameter"]) == (422, "min_position")


# -- asked for again -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/matches",
        "/api/v1/facts",
        "/api/v1/games",
        "/api/v1/games/arena",
        "/api/v1/games/arena/facts.schema.json",
        "/api/v1/problems",
    ],
)
def test_what_has_not_changed_is_not_sent_again(pair: Pair, api: Api, path: str) -> None:
    api.app.extensions["services"].runner.catch_up()
    first = api.get(path)
    again = api.get(path, **{"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]


def test_a_list_that_has_changed_is_sent_again(pair: Pair, api: Api) -> None:
    catch_up = api.app.extensions["services"].runner.catch_up
    catch_up()
    first = api.get("/api/v1/matches")
    api.opens()
    catch_up()
    assert api.get("/api/v1/matches", **{"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_a_record_is_sent_again_once_it_has_more_facts(pair: Pair, api: Api) -> None:
    first = pair.public.get("/export")
    api.opens()  # the log grows, and what proves the match with it
    seen = {"If-None-Match": first.headers["ETag"]}
    assert pair.public.get("/export", **seen).status_code == 304
    pair.answer_by(Random(1))
    assert pair.public.get("/export", **seen).status_code == 200
