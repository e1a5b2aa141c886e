"""Each operation has an example of its request and of its replies, and the service answers just so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from service.http.bodies.json_bodies import NDJSON
from service.http.contract.examples import FOLDER, JOB, load_examples
from tests.service.client import Api, Json, json_of
from tests.service.http.recorded_examples import record, written
from tests.service.http.test_document import operations

WITHOUT = {
    "text/html": {"getEmbeddedMatch", "getEmbeddedStandings"},
    "image/png": {"getMatchPicture", "getStandingsPicture"},
    "image/jpeg": {"getCasePhoto"},
    "application/zip": {"exportPhotos"},
    "application/octet-stream": {
        *("addCasePhoto", "addTablePhoto", "previewRoster", "registerRoster", "getTile", "getTileEntries"),
    },
}
"""Operations whose bodies have no example: a page repeats style sheets, a picture or a sheet is binary."""


@pytest.fixture
def document(api: Api) -> Json:
    """The document as it is served."""
    return json_of(api.get("/api/v1/openapi.json"))


def bodies(document: Json) -> Iterator[tuple[str, str, str, Json]]:
    """Yields each body: its operation and status, or its response and `problem`, with its media type."""
    for *_, operation in operations(document):
        parts = {status: part for status, part in operation["responses"].items() if status.startswith("2")}
        for status, part in {"request": operation.get("requestBody", {}), **parts}.items():
            for media_type, media in part.get("content", {}).items():
                yield operation["operationId"], status, media_type, media
    for name, response in document["components"]["responses"].items():
        for media_type, media in response["content"].items():
            yield name, "problem", media_type, media


def test_the_service_answers_as_in_its_examples(tmp_path: Path) -> None:
    recorded = {name: written(entries) for name, entries in record(tmp_path / "data").items()}
    stored = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.iterdir()}
    assert recorded == stored, "run ops/do examples --write"


def test_every_request_and_every_reply_has_an_example(document: Json) -> None:
    silent: dict[str, set[str]] = {}
    for name, _, media_type, media in bodies(document):
        if "example" not in media:
            silent.setdefault(media_type, set()).add(name)
    assert silent == WITHOUT


def test_every_example_is_used_where_it_was_recorded(document: Json) -> None:
    shown = {
        (name, status, media_type): media.get("example")
        for name, status, media_type, media in bodies(document)
    }
    used = set[tuple[str, str, str]]()
    for (name, status, media_type), example in shown.items():
        part = "request" if status == "request" else "reply"
        entry = load_examples().get(JOB if status == "202" else name, {}).get(part, {})
        if media_type in entry:
            assert example == entry[media_type], (name, status)
            used.add((JOB if status == "202" else name, part, media_type))
    assert used == {
        (name, part, media_type)
        for name, entry in load_examples().items()
        for part, contents in entry.items()
        for media_type in contents
    }


def test_every_example_fits_its_schema(document: Json) -> None:
    for name, status, media_type, media in bodies(document):
        if "example" in media:
            assert errors(document, media["schema"], media["example"]) == [], (name, status, media_type)


def test_every_line_of_an_example_fits_the_schema_of_lines(document: Json) -> None:
    lines = 0
    for name, _, media_type, media in bodies(document):
        if media_type == NDJSON:
            for line in media["example"].splitlines():
                assert errors(document, media["schema"]["contentSchema"], json.loads(line)) == [], name
                lines += 1
    assert lines > 0


def errors(document: Json, schema: Json, example: Any) -> list[str]:
    """Returns why *example* does not fit *schema*."""
    validator = jsonschema_rs.Draft202012Validator(schema | {"components": document["components"]})
    return [f"{error.instance_path}: {error.message}"[:300] for error in validator.iter_errors(example)]
