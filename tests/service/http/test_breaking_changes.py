"""Breaking changes of the contract: each is found, and what breaks nobody is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from ops.contract.baselines import newest_baseline, read_document, structure, write_baseline
from ops.contract.breaking import breaking_changes
from ops.contract.command import main

Document = dict[str, Any]

MATCH = {
    "type": "object",
    "required": ["id", "status"],
    "properties": {
        "id": {"type": "string"},
        "status": {"type": "string", "enum": ["open", "over"]},
        "seats": {"type": "integer"},
        "began": {"type": ["string", "null"], "format": "date-time"},
        "clock": {"anyOf": [{"$ref": "#/components/schemas/Clock"}, {"type": "null"}]},
        "players": {"type": "array", "items": {"type": ["string", "null"]}},
    },
}
NEW_MATCH = {
    "type": "object",
    "required": ["game"],
    "properties": {
        "game": {"type": "string", "enum": ["arena", "villainous"]},
        "seats": {"type": "integer", "minimum": 2},
    },
}
CLOCK = {"type": "object", "required": ["left_ms"], "properties": {"left_ms": {"type": "integer"}}}
RENAMED_CLOCK = {"anyOf": [{"type": "object", "properties": {"left": {"type": "integer"}}}, {"type": "null"}]}
VIEW = {"in": "header", "name": "View", "schema": {"type": "string", "enum": ["board", "text"]}}
PROGRESS = {"type": "object", "properties": {"of": {"type": "integer"}}}
LIMIT = {"in": "query", "name": "limit", "schema": {"type": "integer"}}


def reply(name: str) -> Document:
    """Returns a body or a response with a schema of the document as JSON."""
    return {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}}


CONTRACT: Document = {
    "paths": {
        "/matches": {
            "parameters": [VIEW],
            "get": {
                "operationId": "listMatches",
                "parameters": [LIMIT],
                "security": [{"token": []}, {}],
                "responses": {"200": {"headers": {"ETag": {}}, **reply("Match")}},
            },
            "post": {
                "requestBody": {"required": True, **reply("NewMatch")},
                "responses": {"201": reply("Match")},
            },
        }
    },
    "webhooks": {"matchEnded": {"post": {"parameters": [VIEW], "requestBody": reply("Match")}}},
    "components": {"schemas": {"Match": MATCH, "NewMatch": NEW_MATCH, "Clock": CLOCK, "Progress": PROGRESS}},
}


def changed(change: Callable[[Document], object]) -> Document:
    """Returns the contract with a *change*."""
    document = deepcopy(CONTRACT)
    change(document)
    return document


def schema(document: Document, name: str) -> Document:
    """Returns a schema of *document*."""
    found: Document = document["components"]["schemas"][name]
    return found


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda new: new["paths"].clear(), "GET /matches is gone"),
        (lambda new: new["paths"]["/matches"].pop("post"), "POST /matches is gone"),
        (
            lambda new: new["paths"]["/matches"]["get"]["parameters"].clear(),
            "GET /matches: the parameter limit is gone",
        ),
        (
            lambda new: new["paths"]["/matches"]["get"]["parameters"].append(
                {"in": "query", "name": "game", "required": True}
            ),
            "GET /matches: the new parameter game is required",
        ),
        (
            lambda new: new["paths"]["/matches"]["post"]["responses"].pop("201"),
            "POST /matches: the status 201 is gone",
        ),
        (lambda new: schema(new, "Match")["properties"].pop("seats"), "Match.seats is gone"),
        (lambda new: schema(new, "Match")["required"].remove("status"), "Match.status may be missing now"),
        (
            lambda new: schema(new, "Match")["properties"].update(seats={"type": ["integer", "null"]}),
            "Match.seats may now be null",
        ),
        (
            lambda new: schema(new, "Match")["properties"]["players"].update(items={"type": "object"}),
            "Match.players[] may now be object",
        ),
        (
            lambda new: schema(new, "Match")["properties"]["began"].pop("format"),
            "Match.began has another format: None",
        ),
        (
            lambda new: schema(new, "Clock")["properties"].pop("left_ms"),
            "Clock.left_ms is gone",
        ),
        (
            lambda new: schema(new, "Match")["properties"].update(clock=RENAMED_CLOCK),
            "Match.clock.left_ms is gone",
        ),
        (
            lambda new: new["paths"]["/matches"]["get"].update(operationId="getMatches"),
            "GET /matches: its id is getMatches now",
        ),
        (
            lambda new: new["paths"]["/matches"]["get"].update(security=[{"token": []}]),
            "GET /matches needs a token now",
        ),
        (
            lambda new: new["paths"]["/matches"]["get"]["responses"]["200"].pop("headers"),
            "GET /matches: 200: the header ETag is gone",
        ),
        (lambda new: new["paths"]["/matches"].pop("parameters"), "GET /matches: the parameter View is gone"),
        (lambda new: schema(new, "Progress")["properties"].pop("of"), "Progress.of is gone"),
        (lambda new: new["components"]["schemas"].pop("Progress"), "Progress is gone"),
        (
            lambda new: new["webhooks"]["matchEnded"]["post"].pop("parameters"),
            "the webhook matchEnded: the header View is gone",
        ),
        (lambda new: new["webhooks"].clear(), "the webhook matchEnded is gone"),
        (
            lambda new: schema(new, "NewMatch")["properties"]["seats"].update(minimum=3),
            "NewMatch.seats: minimum is 3 now",
        ),
        (
            lambda new: schema(new, "NewMatch")["properties"]["seats"].update(maximum=9),
            "NewMatch.seats: maximum is 9 now",
        ),
        (
            lambda new: new["paths"]["/matches"]["get"]["parameters"][0].update(schema={"pattern": "^1"}),
            "GET /matches: limit has another pattern",
        ),
        (lambda new: schema(new, "NewMatch")["required"].append("seats"), "NewMatch.seats is required now"),
        (
            lambda new: schema(new, "NewMatch")["properties"].update(seats={"type": "string"}),
            "NewMatch.seats may no longer be integer",
        ),
        (
            lambda new: schema(new, "NewMatch")["properties"]["game"].update(enum=["arena"]),
            "NewMatch.game takes fewer values than before",
        ),
    ],
)
def test_a_change_that_breaks_clients_is_found(change: Callable[[Document], object], sentence: str) -> None:
    assert sentence in breaking_changes(CONTRACT, changed(change))


@pytest.mark.parametrize(
    "change",
    [
        lambda new: new["paths"].update({"/games": {"get": {"responses": {}}}}),
        lambda new: new["paths"]["/matches"]["get"]["parameters"].append({"in": "query", "name": "game"}),
        lambda new: schema(new, "Match")["properties"].update(turn={"type": "integer"}),
        lambda new: schema(new, "Match")["properties"]["status"].update(enum=["open", "over", "paused"]),
        lambda new: schema(new, "Match")["properties"]["players"].update(items={"type": "string"}),
        lambda new: schema(new, "NewMatch")["properties"]["seats"].update(minimum=1),
        lambda new: schema(new, "Match")["properties"].update(clock={"$ref": "#/components/schemas/Clock"}),
        lambda new: schema(new, "Clock")["properties"].update(running={"type": "boolean"}),
        lambda new: schema(new, "NewMatch")["properties"].update(private={"type": "boolean"}),
        lambda new: schema(new, "NewMatch")["properties"]["game"].update(
            enum=["arena", "chess", "villainous"]
        ),
    ],
)
def test_a_change_that_breaks_nobody_is_none(change: Callable[[Document], object]) -> None:
    assert breaking_changes(CONTRACT, changed(change)) == []


@pytest.mark.parametrize(
    ("versions", "code"),
    [
        (("0.1.0", "0.2.0"), 0),
        (("1.0.0rc1", "1.0.0"), 0),
        (("1.0.0", "1.1.0"), 1),
        (("1.0.0", "2.0.0rc1"), 0),
    ],
)
def test_within_a_major_version_the_command_refuses_a_breaking_change(
    tmp_path: Path, versions: tuple[str, str], code: int
) -> None:
    files = [tmp_path / "old.json", tmp_path / "new.json"]
    documents = CONTRACT, changed(lambda new: schema(new, "Match")["properties"].pop("seats"))
    for file, document, version in zip(files, documents, versions, strict=True):
        file.write_text(json.dumps(document | {"info": {"version": version}}))
    ended = CliRunner().invoke(main, [*map(str, files)])
    assert ended.output.splitlines() == ["Match.seats is gone", "breaking changes from old.json: 1"]
    assert ended.exit_code == code


def test_the_contract_breaks_nothing_of_its_own_and_misses_what_is_taken_away(app: Flask) -> None:
    contract = app.extensions["openapi"].content
    assert breaking_changes(contract, contract) == []
    without = deepcopy(contract)
    del without["components"]["schemas"]["ArenaCardDrawn"]["properties"]["card"]
    assert breaking_changes(contract, without) == ["ArenaCardDrawn.card is gone"]


def test_the_newest_baseline_is_that_of_the_highest_version(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        newest_baseline(tmp_path)
    for version in ("1.9.0", "1.10.0", "1.10.0rc2"):
        write_baseline(CONTRACT | {"info": {"version": version}}, tmp_path)
    assert newest_baseline(tmp_path).name == "openapi-1.10.0.json.gz"


def test_a_baseline_has_the_structure_of_a_document_and_none_of_its_prose(app: Flask, tmp_path: Path) -> None:
    contract = app.extensions["openapi"].content
    baseline = read_document(write_baseline(contract, tmp_path))
    assert breaking_changes(contract, baseline) == breaking_changes(baseline, contract) == []
    properties = {"title": {"type": "string", "description": "Name of the event."}}
    assert structure({"title": "Recount", "properties": properties}) == {
        "properties": {"title": {"type": "string"}}
    }
