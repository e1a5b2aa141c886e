"""The OpenAPI document is valid, complete, and true of the running service."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from openapi_spec_validator import OpenAPIV31SpecValidator
from werkzeug.routing import Rule

from service.eventstore.codec import VOCABULARY
from service.http.pages import Pages
from tests.service.client import Api, Json, Pair, json_of


@pytest.fixture
def document(api: Api) -> Json:
    """The document as it is served."""
    return json_of(api.get("/api/v1/openapi.json"))


def test_the_document_is_valid_openapi_3_1(document: Json) -> None:
    assert document["openapi"] == "3.1.0"
    assert [str(error) for error in OpenAPIV31SpecValidator(document).iter_errors()] == []


def test_a_delay_is_documented_in_one_unit(document: Json) -> None:
    delay = document["components"]["schemas"]["Lateness"]
    assert (delay["minProperties"], delay["maxProperties"]) == (1, 1)


def operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Yields every operation with its path and method."""
    for path, item in document["paths"].items():
        for method in set(item) - {"parameters", "servers"}:
            yield path, method, item[method]


def address(document: Json, path: str) -> str:
    """Returns where the service has *path* of the document: below the server of that path."""
    [server] = document["paths"][path].get("servers", document["servers"])
    return f"{server['url'].rstrip('/')}{path}"


def is_a_page(app: Flask, rule: Rule) -> bool:
    """Whether *rule* leads to a page for people, or to what such a page is made of."""
    return isinstance(app.blueprints.get(rule.endpoint.rpartition(".")[0]), Pages)


def test_every_route_is_in_the_document(api: Api, document: Json) -> None:
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in api.app.url_map.iter_rules()
        if not is_a_page(api.app, rule)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    pages = {
        path for pages in api.app.blueprints.values() if isinstance(pages, Pages) for path in pages.paths
    }
    shown = {"/embed/t/{tournament}", "/t/{tournament}/picture.png"}
    assert pages == {"/embed/{match}", "/oembed", "/m/{match}/picture.png"} | shown
    documented = {
        (address(document, path), method) for path, method, _ in operations(document) if path not in pages
    }
    assert {address(document, path) for path in pages} == pages
    assert documented == routes - {("/api/v1/openapi.json", "get")}


def test_every_operation_says_what_it_does_and_how_it_is_refused(document: Json) -> None:
    for path, _, operation in operations(document):
        assert operation["summary"], path
        assert "application/problem+json" in str(document["components"]["responses"]["DEFAULT_ERROR"])
        assert "default" in operation["responses"], path


def test_every_operation_has_a_name_and_stands_under_a_heading_that_is_explained(document: Json) -> None:
    headings = {tag["name"] for tag in document["tags"] if tag["description"]}
    named = [operation["operationId"] for *_, operation in operations(document)]
    assert len(named) == len(set(named))
    for path, _, operation in operations(document):
        assert set(operation["tags"]) <= headings, path


def test_no_two_bodies_have_one_name(document: Json) -> None:
    # The library tells them apart by their modules, which are nothing to whoever reads the document.
    assert [name for name in document["components"]["schemas"] if "." in name] == []


def test_each_fact_is_told_apart_by_its_type_and_says_what_its_fields_hold(document: Json) -> None:
    schemas = document["components"]["schemas"]
    facts = {tag: ref.rpartition("/")[2] for tag, ref in schemas["Event"]["discriminator"]["mapping"].items()}
    assert facts.keys() == VOCABULARY.keys()
    silent = set()
    for tag, name in facts.items():
        assert schemas[name]["properties"]["type"]["const"] == tag
        assert set(schemas[name]["required"]) == set(schemas[name]["properties"])
        for field, kind in schemas[name]["properties"].items():
            if not {"description", "$ref"} & kind.keys():
                silent.add(f"{tag}: {field}")
    assert silent == set(), "describe it in service/http/contract/fields.yaml, or in fields.yaml of the game"


def test_no_body_has_a_field_of_its_own_name_which_a_generator_for_python_would_mix_up(
    document: Json,
) -> None:
    for name, schema in document["components"]["schemas"].items():
        assert re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower() not in schema.get("properties", ()), name


def test_no_parameter_is_null_for_none_can_be(document: Json) -> None:
    for path, _, operation in operations(document):
        for parameter in operation.get("parameters", ()):
            schema = parameter.get("schema", {})
            assert "null" not in schema.get("type", ""), f"{path}: {parameter}"
            assert None not in (schema.get("default", ""), *schema.get("enum", ())), f"{path}: {parameter}"


def test_every_body_to_send_has_an_example_that_fits(document: Json) -> None:
    for path, _, operation in operations(document):
        media = operation.get("requestBody", {"content": {}})["content"].get("application/json", {})
        if "$ref" in media.get("schema", {}) and operation["tags"] != ["imports"]:  # a whole file
            assert "example" in media, f"{path}: give the view's `takes` an example"
            fits(document, media["schema"]["$ref"].rpartition("/")[2], media["example"])


def test_whatever_needs_a_token_says_with_which_scope(document: Json) -> None:
    told_of = document["components"]["securitySchemes"]["token"]["description"]
    assert document["security"] == [{"token": []}, {}]  # elsewhere a token is welcome, and not needed
    closed = set()
    for path, method, operation in operations(document):
        needed = re.search(r"\n\nNeeds a token: (.+)\.$", operation["description"])
        assert ("security" in operation) is (needed is not None), path
        if needed:
            assert operation["security"] == [{"token": []}]
            closed.add((method, path))
            for scope in needed[1].split(" or "):
                assert scope in told_of, path
    assert ("post", "/matches/{match}/answers") in closed
    assert ("post", "/imports") in closed
    assert ("get", "/matches/{match}") not in closed


def test_if_match_is_a_required_header_of_answers(document: Json) -> None:
    parameters = document["paths"]["/matches/{match}/answers"]["post"]["parameters"]
    assert {"$ref": "#/components/parameters/IF_MATCH"} in parameters
    assert document["components"]["parameters"]["IF_MATCH"]["required"] is True


def test_replies_are_what_the_document_says(pair: Pair, document: Json) -> None:
    answer = pair.blue.answers("e1")
    fits(document, "Reply", json_of(answer))
    fits(document, "Problem", json_of(pair.blue.answers("e1")))
    pair.play_out(Random(21))
    fits(document, "Match", pair.public.looks())
    fits(document, "Scene", json_of(pair.public.get("/facts/5/scene")))
    fits(document, "FactPage", json_of(pair.red.get("/facts")))
    fits(document, "Narration", json_of(pair.red.get("/narration")))
    fits(document, "ActList", json_of(pair.red.get("/acts")))
    fits(document, "Verification", json_of(pair.red.get("/verification")))
    api = pair.blue.api
    fits(document, "OpenedMatch", api.opens())
    for path, schema in {
        "/api/v1/": "ApiIndex",
        "/api/v1/problems": "ProblemList",
        "/api/v1/games": "GameList",
        "/api/v1/games/arena": "GameDetails",
        "/api/v1/matches": "MatchList",
        "/api/v1/facts": "FeedPage",
        "/healthz": "Health",
        "/readyz": "Readiness",
    }.items():
        fits(document, schema, json_of(api.get(path)))


def test_facts_are_what_their_schema_says(pair: Pair) -> None:
    pair.play_out(Random(22))
    schema = json_of(pair.public.api.get("/api/v1/games/arena/facts.schema.json"))
    jsonschema_rs.meta.validate(schema)
    validator = jsonschema_rs.Draft202012Validator(schema)
    for player in (pair.public, *pair):
        for fact in player.facts():
            validator.validate(fact)
    with pytest.raises(jsonschema_rs.ValidationError):
        validator.validate({"seq": 1, "cause": 0, "rule": "", "event": {"type": "arena.Nothing"}})


def fits(document: Json, schema: str, body: Any) -> None:
    """Fails unless *body* is what the document calls *schema*."""
    whole = {"$ref": f"#/components/schemas/{schema}", "components": document["components"]}
    jsonschema_rs.validate(whole, body)  # in time: a fact is one of 114
