"""A private match is for those at its table: no other door tells anything of it."""

from __future__ import annotations

import pytest

from tests.service.client import Api, Player, json_of


@pytest.fixture
def ada(api: Api) -> Player:
    """Ada, in a private match against a bot, in which she has been asked something."""
    return api.seats(api.opens(private=True, bots={"1": "random"}), 0, "Ada")


SAME = {"/matches/{match}/key", "/matches/{match}/checkpoint"}
"""What is the same for all matches, and tells nothing of this one."""


def addresses(api: Api, match: str) -> list[str]:
    """Returns everything that the document lets be read of a match."""
    paths = json_of(api.get("/api/v1/openapi.json"))["paths"]
    here = {"match": match, "seq": "1", "seat": "0", "number": "1", "commentary": "c-0000000000000000"}
    here["sha256"] = "0" * 64
    read = {path for path, methods in paths.items() if "{match}" in path and "get" in methods}
    return [path.format(**here) for path in read - SAME]


def test_nobody_else_reads_anything_of_it(api: Api, ada: Player) -> None:
    read = {path: api.get(path).status_code for path in addresses(api, ada.match)}
    assert {path: status for path, status in read.items() if status not in (401, 403, 404, 422)} == {}
    assert len(read) > 15


def test_who_plays_it_reads_it_and_has_it_proven(ada: Player) -> None:
    for what in ("", "/facts", "/verification", "/chain", "/proof"):
        assert ada.get(what).status_code == 200, what


def test_a_wrong_link_to_a_seat_tells_nobody_who_plays(api: Api) -> None:
    opened = api.opens(private=True)
    api.seats(opened, 0, "Ada")
    match = opened["id"]
    for claim in ("guess", opened["claims"][1]):
        page = api.get(f"/m/{match}/join/1/{claim}", Accept="text/html")
        assert (page.status_code, "Ada" in page.text) == ((200, True) if claim != "guess" else (403, False))
