"""Bodies that are structs. Their types define the document, and their errors are sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from flask import Response, request
from msgspec import Struct, inspect
from werkzeug.exceptions import BadRequest, UnprocessableEntity, UnsupportedMediaType

from domain.messages import Message
from domain.published import encode

from ...shared.type_descriptions import error_sentence
from .json_bodies import JSON, read_json
from .received import convert_instants

T = TypeVar("T")

_PATH = re.compile(r" - at `(?:key in )?\$(?P<path>[^`]*)`$")
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_FIELD = re.compile(r"Object (?P<what>missing required|contains unknown) field `(?P<name>[^`]*)`")


def read_body(kind: Any) -> Any:
    """Returns the body of the request as *kind*.

    Raises `UnsupportedMediaType` and `UnprocessableEntity`.
    """
    if not request.is_json:
        raise UnsupportedMediaType(Message("The body has to be JSON: Content-Type: application/json."))
    return as_struct(kind, request.get_data())


def as_struct(kind: type[T], content: bytes) -> T:
    """Returns *content* as *kind*. Raises `BadRequest` and `UnprocessableEntity`."""
    body = read_json(content)
    try:
        return msgspec.convert(convert_instants(kind, body), kind)
    except msgspec.ValidationError as error:
        raise body_error(kind, body, str(error)) from error


def body_error(kind: Any, body: Any, text: str) -> UnprocessableEntity:
    """Returns the error for a *body* that is no *kind*. *text* is the message of the library."""
    steps, message = locate_error(kind, body, text)
    messages: Any = [message]
    for step in reversed(steps):
        messages = {str(step): messages}
    refusal = UnprocessableEntity()
    refusal.data = {"messages": {"json": messages}}  # type: ignore[attr-defined]
    return refusal


def locate_error(kind: Any, body: Any, text: str) -> tuple[list[str | int], Message]:
    """Returns the path of the error in a *body*, and its message. *text* is that of the library."""
    match_ = _PATH.search(text)
    steps = [name or int(number) for name, number in _STEP.findall(match_["path"])] if match_ else []
    field = _FIELD.match(text)
    if field is not None:
        steps.append(field["name"])
        missing = field["what"] == "missing required"
        message = Message("Missing data for required field.") if missing else Message("Unknown field.")
    else:
        *_, shape = _types_along(inspect.type_info(kind), body, steps)
        message = error_sentence(shape)
    return steps, message


def _types_along(kind: inspect.Type, body: Any, steps: list[str | int]) -> Iterator[inspect.Type]:
    """Yields the types along *steps* within *kind*, as far as they are known."""
    kind = _select_type(kind, body)
    yield kind
    if not steps:
        return
    step, *further = steps
    bare = kind.type if isinstance(kind, inspect.Metadata) else kind
    match bare:
        case inspect.StructType(fields=members):
            member = next((field for field in members if field.encode_name == step), None)
            if member is not None:
                yield from _types_along(member.type, body.get(step), further)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item) if isinstance(step, int):
            yield from _types_along(item, body[step], further)


def _select_type(kind: inspect.Type, body: Any) -> inspect.Type:
    """Returns the struct whose tag *body* bears, or the one alternative to null."""
    if not isinstance(kind, inspect.UnionType):
        return kind
    types = [type_ for type_ in kind.types if not isinstance(type_, inspect.NoneType)]
    if len(types) == 1:
        return types[0]
    tagged = (
        [type_ for type_ in types if isinstance(type_, inspect.StructType)] if isinstance(body, dict) else []
    )
    return next((type_ for type_ in tagged if body.get(str(type_.tag_field)) == type_.tag), kind)


Sent = TypeVar("Sent", bound=Struct)


def read_script_body(shape: type[Sent]) -> Sent:
    """Returns the body from our script as *shape*. Raises `BadRequest`."""
    try:
        return msgspec.convert(read_json(request.get_data()), type=shape)
    except msgspec.ValidationError as error:
        raise BadRequest(f"{shape.__name__}: {error}.") from error


def script_response(content: object) -> Response:
    """Returns *content* as JSON for our scripts. No cache stores it."""
    return Response(encode(content), headers={"Cache-Control": "no-store"}, content_type=JSON)
