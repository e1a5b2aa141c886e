"""Deprecated operations: replies announce their end, and the document marks them. The API has none yet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from flask import Flask, Response

from service.app import attach_services, build_app, services_of
from service.http.contract import document
from service.http.middleware.reply_headers import Deprecation
from service.http.resource import Resource
from service.http.responses import json_response
from service.http.tags import Tag
from service.settings import Settings
from tests.service.client import Api, json_of

SUNSET = Deprecation(datetime(2027, 1, 1, tzinfo=UTC), datetime(2027, 7, 1, 12, tzinfo=UTC), "/docs")

old = Resource("old", Tag.SERVICE)


@old.get("/old")
@old.deprecated(SUNSET)
def get_old() -> Response:
    """Get the old form."""
    return json_response({}, Link='</api/v1/old?cursor=2>; rel="next"')


@old.get("/new")
def get_new() -> Response:
    """Get the new form."""
    return json_response({})


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An application with a deprecated operation and its successor."""
    settings = Settings(data=tmp_path_factory.mktemp("data"), runner=False, limits=None)
    app = build_app(settings)
    document.register_resources(app, old)
    attach_services(app, settings)
    yield app
    services_of(app).close()


@pytest.mark.parametrize(("path", "status"), [("/api/v1/old", 200), ("/api/v1/old?unknown=1", 422)])
def test_replies_of_a_deprecated_operation_announce_its_end(api: Api, path: str, status: int) -> None:
    reply = api.get(path)
    assert reply.status_code == status
    assert reply.headers["Deprecation"] == "@1798761600"
    assert reply.headers["Sunset"] == "Thu, 01 Jul 2027 12:00:00 GMT"
    assert '</docs>; rel="deprecation"; type="text/html"' in reply.headers.getlist("Link")


def test_its_other_links_stay(api: Api) -> None:
    assert '</api/v1/old?cursor=2>; rel="next"' in api.get("/api/v1/old").headers.getlist("Link")


def test_other_operations_announce_nothing(api: Api) -> None:
    headers = api.get("/api/v1/new").headers
    assert not {"Deprecation", "Sunset", "Link"} & {*headers.keys()}


def test_scripts_of_other_sites_read_the_announcement(api: Api) -> None:
    exposed = api.get("/api/v1/old").headers["Access-Control-Expose-Headers"].split(", ")
    assert {"Deprecation", "Link", "Sunset"} <= {*exposed}


def test_the_document_marks_it(api: Api) -> None:
    paths = json_of(api.get("/api/v1/openapi.json"))["paths"]
    assert paths["/old"]["get"]["deprecated"] is True
    assert "deprecated" not in paths["/new"]["get"]
