"""Reads JSON by the one grammar of records, so that every checker reads the same.

It is I-JSON (RFC 7493) with whole numbers alone: UTF-8 without a byte order mark and without lone surrogates,
no name twice in one object, numbers in plain form below 2^53, and at most 64 nested objects and lists.
"""

from __future__ import annotations

import json
import re
from typing import Any

MAX_INTEGER = 2**53 - 1
MAX_DEPTH = 64

_SURROGATE = re.compile("[\ud800-\udfff]")


class NotStrict(ValueError):
    """The text is no JSON of this grammar; the message says why."""


def parse_json(source: bytes) -> Any:
    """Returns the value in *source*; raises `NotStrict`."""
    try:
        text = source.decode()
        value = json.loads(
            text,
            object_pairs_hook=_make_object,
            parse_int=_read_integer,
            parse_float=_reject_number,
            parse_constant=_reject_number,
        )
    except (ValueError, RecursionError) as error:
        raise error if isinstance(error, NotStrict) else NotStrict(str(error)) from error
    _check_values(value)
    return value


def _make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise NotStrict(f"it tells “{name}” twice in one place")
        fields[name] = value
    return fields


def _read_integer(token: str) -> int:
    if token == "-0" or len(token) > len(str(-MAX_INTEGER)) or abs(int(token)) > MAX_INTEGER:
        raise NotStrict(f"{token[:32]} is no whole number below 2^53 in plain form")
    return int(token)


def _reject_number(token: str) -> Any:
    raise NotStrict(f"{token[:32]} is no whole number")


def _check_values(value: Any) -> None:
    """Raises `NotStrict` for lone surrogates, and for more than `MAX_DEPTH` nested objects and lists."""
    level = [value]
    for depth in range(MAX_DEPTH + 1):
        texts = [item for item in level if isinstance(item, str)]
        containers = [item for item in level if isinstance(item, dict | list)]
        texts += [name for item in containers if isinstance(item, dict) for name in item]
        if any(map(_SURROGATE.search, texts)):
            raise NotStrict("a text holds half of a surrogate pair")
        if not containers:
            return
        if depth == MAX_DEPTH:
            raise NotStrict(f"it nests more than {MAX_DEPTH} objects and lists")
        level = [
            inner for item in containers for inner in (item.values() if isinstance(item, dict) else item)
        ]
