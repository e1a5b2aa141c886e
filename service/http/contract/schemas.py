"""JSON Schemas of bodies, facts and boards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from domain import published_schemas
from domain.games import GAMES

from ...eventstore.codec import VOCABULARY
from ..bodies.json_bodies import JSON, NDJSON
from .descriptions import EVENT


def structs_in(kinds: Iterable[Any]) -> set[type]:
    """Returns every struct that values of *kinds* may hold, these included."""
    types = set[type]()
    waiting = list(inspect.multi_type_info(kinds))
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, inspect.StructType):
            cls = getattr(kind.cls, "__origin__", kind.cls)
            if cls in types:
                continue
            types.add(cls)
        waiting += _inner_types(kind)
    return types


def _inner_types(kind: inspect.Type) -> Iterator[inspect.Type]:
    match kind:
        case inspect.StructType(fields=members) | inspect.NamedTupleType(fields=members):
            yield from (member.type for member in members)
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            yield from types
        case inspect.Metadata(type=inner):
            yield inner
        case inspect.CollectionType(item_type=item):
            yield item
        case inspect.DictType(key_type=key, value_type=value):
            yield from (key, value)


TEXT = {"type": "string"}
REF = "#/components/schemas/{name}"


def name_of(body: Any) -> str:
    """Returns the name of a type in the document."""
    return published_name(str(getattr(body, "__origin__", body).__name__))


def published_name(name: str) -> str:
    """Returns the name of a class in the document.

    The suffix `View` distinguishes a class from the state behind it. The document does not have that state.
    """
    return name.removesuffix("View")


def body_schema(content_type: str, *schemas: str) -> dict[str, Any]:
    """Returns the schema of a body of one of the *schemas*. Bodies other than JSON, images and ZIP are text.

    The lines of NDJSON may have any of them.
    """
    if content_type == NDJSON:
        return TEXT | {"contentMediaType": NDJSON, "contentSchema": _any_of(schemas)}
    if content_type.startswith("image/") or content_type == "application/zip":
        return {"type": "string", "contentMediaType": content_type}
    return _any_of(schemas) if content_type == JSON or content_type.endswith("+json") else {**TEXT}


def _any_of(schemas: tuple[str, ...]) -> dict[str, Any]:
    references = [{"$ref": REF.format(name=schema)} for schema in schemas]
    return {"anyOf": references} if len(references) > 1 else {**references[0]}


Schema = dict[str, Any]

_NAME = REF.format(name="")
_TAGS: Mapping[str, str] = {
    tag: "".join(part[0].upper() + part[1:] for part in tag.split(".")) for tag in VOCABULARY
}


def schemas_of(bodies: Iterable[Any]) -> dict[str, Schema]:
    """Returns the schemas of *bodies*, of every fact, and of each game's options and board.

    The name of a fact's schema is its type, so `arena.CardDrawn` is `ArenaCardDrawn`. Those of a game have
    its prefix.
    """
    kinds = [*bodies, *VOCABULARY.values()]
    _, written = published_schemas.schemas_of(kinds, REF)
    for struct in structs_in(kinds):
        _require_fields(written, struct)
    names = {name: _schema_name(name, schema) for name, schema in written.items()}
    schemas = {names[name]: _rename_references(schema, names) for name, schema in written.items()}
    for game in GAMES.values():
        game_ref = _NAME + game.NAME.title() + "{name}"
        _, written = published_schemas.schemas_of([game.Options, game.Board], game_ref)
        for struct in structs_in([game.Options, game.Board]):
            _require_fields(written, struct)
        schemas |= {game.NAME.title() + name: schema for name, schema in written.items()}
    return {name: _simplify_schema(schema | {"title": name}) for name, schema in schemas.items()} | {
        EVENT: _any_event()
    }


def _schema_name(name: str, schema: Schema) -> str:
    """Returns the name in the document of the schema *name* of msgspec."""
    [tag] = schema.get("properties", {}).get("type", {}).get("enum", ()) or [""]
    if tag in VOCABULARY:
        return _TAGS[tag]
    return "Scene" if name == "Scene_Any_" else published_name(name.rpartition(".")[2])


def _rename_references(node: Any, names: Mapping[str, str]) -> Any:
    if isinstance(node, dict):
        return {
            key: _NAME + names[value.removeprefix(_NAME)]
            if key == "$ref"
            else _rename_references(value, names)
            for key, value in node.items()
        }
    return [_rename_references(item, names) for item in node] if isinstance(node, list) else node


def _require_fields(written: dict[str, Schema], struct: type) -> None:
    """Marks all fields of *struct* in *written* as required."""
    name = struct.__name__
    schema = written.get(name) or written.get(f"{struct.__module__}.{name}") or written[f"{name}_Any_"]
    config = struct.__struct_config__  # type: ignore[attr-defined]
    if not config.omit_defaults and not config.forbid_unknown_fields:  # a type of replies
        fields = msgspec.structs.fields(struct)
        unset = {field.encode_name for field in fields if field.default is msgspec.UNSET}
        schema["required"] = [field for field in schema["properties"] if field not in unset]


def _simplify_schema(node: Any) -> Any:
    """Returns *node* in a form for every generator, with `const` for one choice and `items` for tuples."""
    if isinstance(node, list):
        return [_simplify_schema(item) for item in node]
    if not isinstance(node, dict):
        return node
    fields = {key: _simplify_schema(value) for key, value in node.items()}
    match fields:
        case {"enum": [str() as only]}:
            del fields["enum"]
            fields |= {"type": "string", "const": only}
        case {"prefixItems": [first, *others], "items": False}:
            del fields["prefixItems"], fields["items"]
            fields["items"] = (
                first if all(first == other for other in others) else {"anyOf": [first, *others]}
            )
    return fields


def describe_defaults(schema: Schema) -> None:
    """Describes the default of each optional field of *schema* in words.

    From `default`, generators conclude that a field is always present or always required.
    """
    required = schema.get("required", ())
    for field, property_ in schema.get("properties", {}).items():
        default = property_.pop("default", None)
        if default and field not in required:
            property_["description"] = (
                f"{property_.get('description', '')} Default: `{json.dumps(default)}`.".strip()
            )


def _any_event() -> Schema:
    return {
        "title": EVENT,
        "description": "Any fact of a match or of a tournament; its `type` names the kind.",
        "oneOf": [{"$ref": _NAME + name} for name in _TAGS.values()],
        "discriminator": {
            "propertyName": "type",
            "mapping": {tag: _NAME + name for tag, name in _TAGS.items()},
        },
    }
