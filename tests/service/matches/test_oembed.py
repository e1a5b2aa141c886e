"""Sites that frame a match: no frame is larger than they allow (oembed.com, 2.3.4.4), mistakes are named."""

from __future__ import annotations

import re

import pytest

from tests.service.client import Api, Pair, json_of

PROBLEM = "application/problem+json"


def page(pair: Pair) -> str:
    """The address of their match."""
    return f"http://localhost/m/{pair.blue.match}"


@pytest.mark.parametrize(
    ("limits", "size", "pictured"),
    [
        ("", (720, 640), True),
        ("&maxwidth=300&maxheight=200", (300, 200), False),
        ("&maxwidth=500", (500, 640), False),
        ("&maxheight=2000&maxwidth=2000", (720, 640), True),
        ("&maxwidth=&maxheight=200", (720, 200), False),
    ],
)
def test_a_frame_is_no_larger_than_the_site_allows(
    api: Api, pair: Pair, limits: str, size: tuple[int, int], pictured: bool
) -> None:
    offer = json_of(api.get(f"/oembed?url={page(pair)}{limits}"))
    assert (offer["width"], offer["height"]) == size
    assert re.findall(r'(?:width|height)="(\d+)"', offer["html"]) == [str(one) for one in size]
    assert ("thumbnail_url" in offer) is pictured
    assert ("thumbnail_width" in offer) is pictured


@pytest.mark.parametrize(
    ("query", "status", "parameter", "detail"),
    [
        ("", 400, "url", "`url` is missing."),
        ("url=", 400, "url", "`url` is missing."),
        ("url=http://[", 400, "url", "“http://[” is no address."),
        ("url={page}&format=xml", 501, "", "The format “xml” is not offered. Use json."),
        ("url={page}&maxwidth=wide", 400, "maxwidth", "`maxwidth` is “wide”."),
        ("url={page}&maxheight=0", 400, "maxheight", "`maxheight` is “0”."),
        ("url={page}&maxheight=-5", 400, "maxheight", "`maxheight` is “-5”."),
        ("url={page}&maxwidth=199", 404, "", "No frame is smaller than 200 by 150 pixels."),
        ("url={page}&maxheight=100", 404, "", "No frame is smaller than 200 by 150 pixels."),
        ("url=http://elsewhere.example/m/1", 404, "", "No match and no tournament here"),
        ("url=http://localhost/m/000000000000", 404, "", "There is no match 000000000000."),
        ("url=http://localhost/lobby", 404, "", "No match and no tournament here"),
    ],
)
def test_a_mistake_is_told_as_a_problem(
    api: Api, pair: Pair, query: str, status: int, parameter: str, detail: str
) -> None:
    reply = api.get(f"/oembed?{query.format(page=page(pair))}")
    problem = json_of(reply)
    assert (reply.status_code, reply.content_type) == (status, PROBLEM)
    assert problem["detail"].startswith(detail)
    assert [error["parameter"] for error in problem.get("errors", [])] == [parameter][: bool(parameter)]
