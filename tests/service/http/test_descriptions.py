"""Every part of the OpenAPI document is described in its own words, with an example where one helps."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

import jsonschema_rs
import pytest

from service.http.contract.descriptions import EXAMPLES, load_descriptions, load_fields
from tests.service.client import Api, Json, json_of
from tests.service.http.test_document import operations

IMPERATIVE = re.compile(r"[A-Z][a-z]*(?:[a-rt-z]|ss)( [^ ]+){1,7}(?<!\.)")
"""Two to eight words. The first is no verb in the third person, and no full stop ends them."""


@pytest.fixture
def document(api: Api) -> Json:
    """The document as it is served."""
    return json_of(api.get("/api/v1/openapi.json"))


def test_summaries_are_unique_and_in_the_imperative(document: Json) -> None:
    summaries = [operation["summary"] for *_, operation in operations(document)]
    assert [summary for summary in summaries if not IMPERATIVE.fullmatch(summary)] == []
    assert sorted(summaries) == sorted({*summaries})
    assert [
        operation["summary"] for *_, operation in operations(document) if not operation["description"]
    ] == []


@pytest.mark.parametrize("summary", ["Lists matches", "List matches.", "Tells who stands where", "Get"])
def test_other_summaries_are_refused(summary: str) -> None:
    assert not IMPERATIVE.fullmatch(summary)


def parameters(document: Json) -> Iterator[tuple[str, Json]]:
    """Yields each parameter with the place where it stands."""
    yield from document["components"]["parameters"].items()
    for path, item in (*document["paths"].items(), *document["webhooks"].items()):
        for name, part in item.items():
            listed = part if name == "parameters" else part.get("parameters", ()) if name != "servers" else ()
            yield from ((f"{name} {path}", one) for one in listed if "$ref" not in one)


def test_every_parameter_has_a_description_and_an_example_that_fits(document: Json) -> None:
    silent = {f"{where}: {one['name']}" for where, one in parameters(document) if not one.get("description")}
    assert silent == set(), "describe it in service/http/contract/descriptions.yaml"
    for where, parameter in parameters(document):
        assert jsonschema_rs.is_valid(parameter["schema"], parameter["example"]), (where, parameter)


def test_every_entry_for_parameters_is_used(document: Json) -> None:
    used = {parameter["description"] for _, parameter in parameters(document)}
    sections = (load_descriptions()[section] for section in ("path", "query", "header"))
    entries = [entry["description"] for section in sections for entry in section.values()]
    assert [entry for entry in entries if entry not in used] == []


def test_each_problem_response_and_header_says_what_it_means(document: Json) -> None:
    responses = document["components"]["responses"]
    assert {name for name in responses if name not in load_descriptions()["response"]} == set()
    assert "`if-match-required`" in responses["PRECONDITION_REQUIRED"]["description"]
    for name, header in document["components"]["headers"].items():
        assert header["description"], name
        assert jsonschema_rs.is_valid(header["schema"], header["example"]), name
    texts = [
        part["description"] for part in (*responses.values(), *document["components"]["headers"].values())
    ]
    assert sorted(texts) == sorted({*texts})


def schemas(document: Json) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yields each schema by name, with its description, and those of its fields without their defaults."""
    for name, schema in document["components"]["schemas"].items():
        about = {
            field: kind.get("description", "").partition(" Default: ")[0]
            for field, kind in schema.get("properties", {}).items()
        }
        yield name, schema.get("description", ""), about


def test_every_schema_and_every_field_has_a_description(document: Json) -> None:
    silent = {name for name, about, _ in schemas(document) if not about}
    assert silent == set()
    silent |= {
        f"{name}.{field}"
        for name, _, contents in schemas(document)
        for field in contents
        if not contents[field]
    }
    assert silent == set(), "describe it in service/http/contract/fields.yaml, or in fields.yaml of the game"


def test_no_field_repeats_the_description_of_its_schema(document: Json) -> None:
    repeated = {
        f"{name}.{field}"
        for name, about, contents in schemas(document)
        for field, sentence in contents.items()
        if sentence in about
    }
    assert repeated == set()


def test_schemas_fields_and_parameters_share_a_description_only_under_one_name(document: Json) -> None:
    names = defaultdict(set)
    for _, parameter in parameters(document):
        names[parameter["description"]].add(parameter["name"])
    for name, about, contents in schemas(document):
        names[about].add(name)
        for field, sentence in contents.items():
            names[sentence].add(field)
    assert [shared for shared in names.items() if len(shared[1]) > 1] == []


def test_descriptions_name_the_thing_before_they_explain_it(document: Json) -> None:
    sentences = [parameter["description"] for _, parameter in parameters(document)]
    sentences += [sentence for *_, contents in schemas(document) for sentence in contents.values()]
    assert [sentence for sentence in sentences if re.match(r"(What|Who|Whoever|Where)\b", sentence)] == []


def test_every_entry_for_fields_is_used(document: Json) -> None:
    used = {entry for *_, contents in schemas(document) for entry in contents.items()}
    entries = ((key, (key.rpartition(".")[2], sentence)) for key, sentence in load_fields().items())
    assert [key for key, entry in entries if entry not in used] == []


def scalars(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Yields each field that holds any text or number, with the name of its schema."""
    for name, schema in document["components"]["schemas"].items():
        for field, kind in schema.get("properties", {}).items():
            kinds = [kind, *kind.get("anyOf", ())]
            types = str([one.get("type") for one in kinds if not one.keys() & {"enum", "const"}])
            if re.search("string|integer|number", types):
                yield name, field, kind


def test_every_text_and_number_has_an_example_that_fits(document: Json) -> None:
    silent = {f"{name}.{field}" for name, field, kind in scalars(document) if not kind.get("examples")}
    assert silent == set(), (
        "give one in service/http/contract/field_examples.yaml, or in field_examples.yaml of the game"
    )
    for name, field, kind in scalars(document):
        assert all(jsonschema_rs.is_valid(kind, example) for example in kind["examples"]), (name, field)


def test_every_entry_for_examples_is_used(document: Json) -> None:
    used = {(field, str(example)) for _, field, kind in scalars(document) for example in kind["examples"]}
    entries = ((key, (key.rpartition(".")[2], str(entry))) for key, entry in load_fields(EXAMPLES).items())
    assert [key for key, entry in entries if entry not in used] == []
