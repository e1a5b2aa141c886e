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

from ops.contracts.__main__ import main
from ops.contracts.breaking import breaking_changes

Document = dict[str, Any]

MATCH = {
    "type": "object",
    "required": ["id", "status"],
    "properties": {
        "id": {"type": "string"},
        "status": {"type": "string", "enum": ["open", "over"]},
        "seats": {"type": "integer"},
        "players": {"type": "array", "items": {"type": ["string", "null"]}},
    },
}
NEW_MATCH = {
    "type": "object",
    "required": ["game"],
    "properties": {"game": {"type": "string", "enum": ["arena", "villainous"]}, "seats": {"type": "integer"}},
}
LIMIT = {"in": "query", "name": "limit", "schema": {"type": "integer"}}


def reply(name: str) -> Document:
    """Returns a response with a schema of the document as JSON."""
    return {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}}


CONTRACT: Document = {
    "paths": {
        "/matches": {
            "get": {"parameters": [LIMIT], "responses": {"200": reply("Match")}},
            "post": {
                "requestBody": {"required": True, **reply("NewMatch")},
                "responses": {"201": reply("Match")},
            },
        }
    },
    "components": {"schemas": {"Match": MATCH, "NewMatch": NEW_MATCH}},
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
        lambda new: schema(new, "NewMatch")["properties"].update(private={"type": "boolean"}),
        lambda new: schema(new, "NewMatch")["properties"]["game"].update(
            enum=["arena", "chess", "villainous"]
        ),
    ],
)
def test_a_change_that_breaks_nobody_is_none(change: Callable[[Document], object]) -> None:
    assert breaking_changes(CONTRACT, changed(change)) == []


@pytest.mark.parametrize(
    ("versions", "code"), [(("0.1.0", "0.2.0"), 0), (("1.0.0", "1.1.0"), 1), (("1.0.0", "2.0.0"), 0)]
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
