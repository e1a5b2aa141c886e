"""JSON bodies with one meaning for every reader."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from werkzeug.exceptions import BadRequest

from domain.messages import Message

JSON = "application/json"
NDJSON = "application/x-ndjson"


class _DuplicateMember(ValueError):
    """An object has a member twice. Readers disagree on its value (RFC 8259, 4)."""


def read_json(body: bytes) -> Any:
    """Returns the value of a JSON *body* with one meaning.

    Raises `BadRequest` for other bodies, and as `check_members`.
    """
    try:
        value = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRequest(Message("The body is no JSON: {error}.", error=str(error))) from error
    if not _has_one_colon_per_member(body, value):
        check_members(body)
    return value


def _has_one_colon_per_member(body: bytes, value: Any) -> bool:
    """Returns whether no object in *body* can repeat a member. Of repeated members *value* has only one."""
    try:
        return body.count(b":") == _count_members(value)
    except RecursionError:
        return False


def _count_members(value: Any) -> int:
    """Returns the number of members of all objects in *value*."""
    if isinstance(value, dict):
        return len(value) + sum(map(_count_members, value.values()))
    return sum(map(_count_members, value)) if isinstance(value, list) else 0


def check_members(body: bytes) -> None:
    """Raises `BadRequest` for an object in *body* that repeats a member.

    It ignores other faults.
    """
    try:
        json.loads(body, object_pairs_hook=_reject_duplicates)
    except _DuplicateMember as error:
        raise BadRequest(Message("The body has “{name}” twice in one object.", name=str(error))) from error
    except (ValueError, RecursionError):
        return


def _reject_duplicates(members: list[tuple[str, Any]]) -> None:
    visited = set[str]()
    for name, _ in members:
        if name in visited:
            raise _DuplicateMember(name)
        visited.add(name)
