"""Reads the file of a record or bundle and validates its structure."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from .strict_json import NotStrict, parse_json

Test = Callable[[Any], bool]


class NoRecord(ValueError):
    """The file holds neither a record nor a bundle."""


class Record(NamedTuple):
    """The record of a match or a tournament, with all fields of each fact.

    `card_json` is the text under the digest of the cards.
    """

    match: str
    viewer: str
    game: str
    digest: str
    card_json: bytes
    facts: list[dict[str, Any]]
    logged: dict[str, Any] | None
    checkpoint: str
    keys: list[str]
    receipts: list[dict[str, Any]]
    revocations: list[str]


class Bundle(NamedTuple):
    """A tournament with its record, its standings and their signed note, and the records of its matches."""

    record: Record
    standings: list[dict[str, Any]]
    standings_note: str
    matches: list[Record]


def read_document(source: bytes) -> Record | Bundle:
    """Returns the record or bundle in a file; raises `NoRecord`."""
    try:
        data = parse_json(source)
    except NotStrict as error:
        raise NoRecord(f"This is no record: {error}.") from error
    if _is_match(data):
        return _make_record(data)
    if _is_bundle(data):
        matches = [_make_record(match) for match in data.get("matches", [])]
        record, note = _make_record(data["record"]), data.get("standings_note", "")
        return Bundle(record, data["standings"], note, matches)
    raise NoRecord("This is no record: a field is missing, unknown or of another kind.")


def _make_record(data: dict[str, Any]) -> Record:
    cards = data["cards"].get("data")
    text = "" if cards is None else json.dumps(cards, ensure_ascii=False, separators=(",", ":"))
    return Record(
        data["match"],
        data["viewer"],
        data["game"],
        data["cards"]["digest"],
        text.encode(),
        [{"sealed": {}, "opened": {}} | fact for fact in data["facts"]],
        data.get("logged"),
        data.get("checkpoint", ""),
        data.get("keys", []),
        data.get("receipts", []),
        data.get("revocations", []),
    )


# -- the structure of a file -------------------------------------------------------------------------


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_integer(value: Any) -> bool:
    return type(value) is int


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_anything(_: Any) -> bool:
    return True


def _list_of(test: Test) -> Test:
    return lambda value: isinstance(value, list) and all(map(test, value))


def _map_of(test: Test) -> Test:
    return lambda value: isinstance(value, dict) and all(map(test, value.values()))


def _or_null(test: Test) -> Test:
    return lambda value: value is None or test(value)


def _object_of(required: dict[str, Test], optional: dict[str, Test] | None = None) -> Test:
    """Returns a test for objects with the *required* fields, and perhaps the *optional* ones."""
    tests = required | (optional or {})

    def has_fields(value: Any) -> bool:
        if not isinstance(value, dict) or not required.keys() <= value.keys() <= tests.keys():
            return False
        return all(tests[name](field) for name, field in value.items())

    return has_fields


def _record_of(format: str) -> Test:
    required: dict[str, Test] = {
        "format": lambda value: value == format,
        "match": _is_text,
        "viewer": _is_text,
        "game": _is_text,
        "cards": _object_of({"digest": _is_text}, {"data": _or_null(_is_object)}),
        "facts": lambda value: _list_of(_is_fact)(value) and len(value) > 0,
    }
    optional = {
        "logged": _or_null(_is_logged),
        "checkpoint": _is_text,
        "keys": _list_of(_is_text),
        "receipts": _list_of(_is_receipt),
        "revocations": _list_of(_is_text),
    }
    return _object_of(required, optional)


MATCH, TOURNAMENT = "recount-record/1", "recount-tournament/1"
_is_opening = _object_of({"value": _is_anything, "salt": _is_text})
_is_fact = _object_of(
    {
        "seq": _is_integer,
        "cause": _is_integer,
        "rule": _is_text,
        "type": _is_text,
        "data": _is_object,
        "hash": _is_text,
    },
    {"sealed": _map_of(_is_text), "opened": _map_of(_is_opening)},
)
_is_logged = _object_of(
    {
        "seq": _is_integer,
        "head": _is_text,
        "leaf": _is_integer,
        "size": _is_integer,
        "path": _list_of(_is_text),
    }
)
_is_receipt = _object_of(
    {
        "match": _is_text,
        "seq": _is_integer,
        "head": _is_text,
        "at": _is_integer,
        "key": _is_text,
        "signature": _is_text,
    }
)
_is_match = _record_of(MATCH)
_is_row = _object_of(
    {"rank": _is_integer, "player": _is_text, "points": _is_text, "values": _list_of(_is_text)}
)
_is_ranking = _object_of({"stage": _is_integer, "round": _is_integer, "rows": _list_of(_is_row)})
_is_bundle = _object_of(
    {
        "format": lambda value: value == TOURNAMENT,
        "record": _record_of(TOURNAMENT),
        "standings": _list_of(_is_ranking),
    },
    {"standings_note": _is_text, "matches": _list_of(_is_match)},
)
