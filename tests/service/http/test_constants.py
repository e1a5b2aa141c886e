"""Constant replies over real sockets: made once, compressed once, and the same as those of Flask."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.service.processes import serving

DOCUMENT, SCHEMA = "/api/v1/openapi.json", "/api/v1/games/arena/facts.schema.json"
VIEWER = "/docs/viewer/swagger-ui.css"
OWN_FIELDS = {"date", "x-request-id", "ratelimit", "ratelimit-policy"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a service in a process of its own."""
    data: Path = tmp_path_factory.mktemp("data")
    with serving({"RECOUNT_DATA": str(data)}) as (_, client):
        yield client


def fields_of(reply: httpx.Response) -> dict[str, str]:
    """Returns the header fields that all replies at one address share."""
    return {name: value for name, value in reply.headers.items() if name not in OWN_FIELDS}


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
@pytest.mark.parametrize("path", [DOCUMENT, SCHEMA, VIEWER])
def test_the_second_reply_is_the_one_that_flask_made(client: httpx.Client, path: str, encoding: str) -> None:
    first, second = (client.get(path, headers={"Accept-Encoding": encoding}) for _ in range(2))
    assert (second.status_code, second.content) == (200, first.content)
    assert fields_of(second) == fields_of(first)
    assert second.headers["X-Request-ID"] != first.headers["X-Request-ID"]
    assert ("Content-Encoding" in second.headers) == (encoding == "gzip")


def test_a_client_with_the_reply_gets_no_second_one(client: httpx.Client) -> None:
    tag = client.get(DOCUMENT).headers["ETag"]
    current = client.get(DOCUMENT, headers={"If-None-Match": tag})
    assert (current.status_code, current.content, current.headers["ETag"]) == (304, b"", tag)
    assert client.get(DOCUMENT, headers={"If-None-Match": '"another"'}).status_code == 200


def test_the_head_alone_has_the_fields_of_the_whole(client: httpx.Client) -> None:
    whole, head = client.get(SCHEMA), client.head(SCHEMA)
    assert head.content == b""
    assert fields_of(head) == fields_of(whole)


def test_a_part_of_a_file_is_a_part(client: httpx.Client) -> None:
    whole = client.get(VIEWER)
    part = client.get(VIEWER, headers={"Range": "bytes=0-9", "Accept-Encoding": "identity"})
    assert (part.status_code, part.content) == (206, whole.content[:10])


def test_each_reply_of_the_api_counts_against_the_limits(client: httpx.Client) -> None:
    assert client.get(DOCUMENT).is_success  # another process makes it, with counts of its own
    remains = [client.get(DOCUMENT).headers["RateLimit"].split(";")[1] for _ in range(2)]
    assert int(remains[0].removeprefix("r=")) == int(remains[1].removeprefix("r=")) + 1
