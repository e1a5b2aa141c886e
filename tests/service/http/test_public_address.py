"""By which address the service is reached: as it was told, or the Host; never what a header says besides."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from msgspec.structs import replace

from service.environment import InvalidSetting
from service.settings import Settings, from_environment
from tests.service.applications import serving
from tests.service.client import Api, Json, json_of

LIES = {
    "X_Forwarded_Host": "evil.example",
    "X_Forwarded_Proto": "javascript",
    "Forwarded": "host=evil.example",
}


@contextmanager
def reached(settings: Settings, **chosen: object) -> Iterator[Api]:
    """The service behind a proxy that passes on what clients say, with what an operator has chosen."""
    with serving(replace(settings, proxies=1, **chosen)) as app:
        yield Api(app)


def embedded(api: Api, host: str, match: str) -> Json:
    """What a site is told that shows the match, by somebody who lies."""
    reply = api.get(f"/oembed?url={host}/m/{match}", **LIES)
    assert reply.status_code == 200, reply.text
    return json_of(reply)


def test_no_host_but_ours_is_told(settings: Settings) -> None:
    with reached(settings) as api:
        match = api.opens()["id"]
        assert embedded(api, "http://localhost", match)["provider_url"] == "http://localhost/lobby"
        assert api.get(f"/oembed?url=http://evil.example/m/{match}", **LIES).status_code == 404
        for page in (f"/m/{match}", f"/embed/{match}", f"/api/v1/matches/{match}/facts", "/api/v1/facts"):
            for kind in ("text/html", "application/cloudevents-batch+json"):
                assert "evil.example" not in api.get(page, Accept=kind, **LIES).text


def test_an_address_that_was_told_stands_for_every_host(settings: Settings) -> None:
    with reached(settings, url="https://recount.example") as api:
        match = api.opens()["id"]
        frame = embedded(api, "https://recount.example", match)
        assert frame["thumbnail_url"] == f"https://recount.example/m/{match}/picture.png"
        page = api.get(f"/m/{match}", Host="evil.example", Accept="text/html").text
        assert f'"https://recount.example/m/{match}/picture.png' in page
        assert "evil.example" not in page


def test_such_an_address_is_a_scheme_and_a_host() -> None:
    assert from_environment({"RECOUNT_URL": "https://recount.example/"}).url == "https://recount.example"
    for wrong in ("recount.example", "ftp://recount.example", "https://a.example/under"):
        with pytest.raises(InvalidSetting, match="RECOUNT_URL is"):
            from_environment({"RECOUNT_URL": wrong})
