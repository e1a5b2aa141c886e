"""Addresses: the API lies below `/api/v1`, and an address of an earlier release names the one of today."""

from __future__ import annotations

import pytest

from service.bootstrap import Services
from tests.service.client import Api, Pair, json_of

RENAMED = {
    "/matches/1NG2V9SR8ZY8/at/5": "/matches/1NG2V9SR8ZY8/facts/5/scene",
    "/matches/1NG2V9SR8ZY8/whatif/5": "/matches/1NG2V9SR8ZY8/facts/5/whatif",
    "/matches/1NG2V9SR8ZY8/key": "/keys",
    "/matches/1NG2V9SR8ZY8/checkpoint": "/checkpoint",
}


@pytest.mark.parametrize("former", RENAMED)
def test_a_renamed_address_answers_with_the_one_of_today(api: Api, former: str) -> None:
    reply = api.get(former)
    assert (reply.status_code, json_of(reply)["detail"]) == (
        404,
        f"There is nothing at {former}. The API has it at /api/v1{RENAMED[former]}.",
    )


@pytest.mark.parametrize("former", ["", "/v2"])
@pytest.mark.parametrize("path", ["/matches", "/games/arena", "/openapi.json", "/tournaments"])
def test_a_former_address_answers_with_the_one_of_today(api: Api, former: str, path: str) -> None:
    reply = api.get(former + path)
    assert (reply.status_code, json_of(reply)["type"]) == (404, "/api/v1/problems/not-found")
    assert json_of(reply)["detail"] == (
        f"There is nothing at {former}{path}. The API has it at /api/v1{path}."
    )
    assert api.get(f"/api/v1{path}").status_code == 200


def test_a_former_address_for_writing_answers_likewise_and_changes_nothing(
    pair: Pair, services: Services
) -> None:
    before = services.store.position()
    former = f"/matches/{pair.blue.match}/answers"
    reply = pair.blue.api.post(former, {"picks": ["e1"]}, pair.blue.token, If_Match='"5"')
    assert (reply.status_code, f"/api/v1{former}" in json_of(reply)["detail"]) == (404, True)
    assert services.store.position() == before


@pytest.mark.parametrize(
    "path", ["/nowhere", "/v2/nowhere", "/api/v1/nowhere", "/api/v1/docs", "/api/v1/oembed"]
)
def test_an_address_that_never_was_names_no_other(api: Api, path: str) -> None:
    reply = api.get(path)
    assert (reply.status_code, json_of(reply)["detail"]) == (404, f"There is nothing at {path}.")


def test_replies_lead_on_below_the_api(api: Api, services: Services) -> None:
    opened = api.post("/api/v1/matches", {"game": "arena"})
    assert opened.headers["Location"] == f"/api/v1/matches/{json_of(opened)['id']}"
    assert api.get(opened.headers["Location"]).status_code == 200
    links = json_of(api.get("/api/v1/"))["links"]
    for name in ("self", "document", "docs", "games", "matches", "feed", "problems", "health", "readiness"):
        assert api.get(links[name]).status_code == 200, name
    for path in ("/api/v1/matches", "/api/v1/facts"):
        page = api.get(f"{path}?limit=1&min_position={api.opens()['position']}")
        link = page.headers["Link"].partition(">")[0].removeprefix("<")
        assert link.startswith(f"{path}?")
        assert api.get(link).status_code == 200
