"""Reads the file of a record or bundle and validates its structure."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

Test = Callable[[Any], bool]
LARGEST = 2**53 - 1


class NoRecord(ValueError):
    """The file holds neither a record nor a bundle."""


class Record(NamedTuple):
    """A match or a tournament as a file tells it; facts have all their fields.

    `text_of_cards` is what the digest of the cards is made of.
    """

    match: str
    viewer: str
    game: str
    digest: str
    text_of_cards: bytes
    facts: list[dict[str, Any]]
    logged: dict[str, Any] | None
    checkpoint: str
    keys: list[str]
    receipts: list[dict[str, Any]]


class Bundle(NamedTuple):
    """A tournament with its record, its standings and the records of its matches."""

    record: Record
    standings: list[dict[str, Any]]
    matches: list[Record]


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _number(value: Any) -> bool:
    return type(value) is int and abs(value) <= LARGEST


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _anything(_: Any) -> bool:
    return True


def _list(of: Test) -> Test:
    return lambda value: isinstance(value, list) and all(map(of, value))


def _map(of: Test) -> Test:
    return lambda value: isinstance(value, dict) and all(map(of, value.values()))


def _or_null(of: Test) -> Test:
    return lambda value: value is None or of(value)


def _shape(required: dict[str, Test], optional: dict[str, Test] | None = None) -> Test:
    """Returns a validator of objects with these fields, and perhaps the optional ones."""
    fields_ = required | (optional or {})

    def fits(value: Any) -> bool:
        if not isinstance(value, dict) or not required.keys() <= value.keys() <= fields_.keys():
            return False
        return all(fields_[name](field) for name, field in value.items())

    return fits


_OPENING = _shape({"value": _anything, "salt": _text})
_FACT = _shape(
    {"seq": _number, "cause": _number, "rule": _text, "type": _text, "data": _object, "hash": _text},
    {"sealed": _map(_text), "opened": _map(_OPENING)},
)
_LOGGED = _shape({"seq": _number, "head": _text, "leaf": _number, "size": _number, "path": _list(_text)})
_RECEIPT = _shape(
    {"match": _text, "seq": _number, "head": _text, "at": _number, "key": _text, "signature": _text}
)


def _record(format: str) -> Test:
    wanted: dict[str, Test] = {
        "format": lambda value: value == format,
        "match": _text,
        "viewer": _text,
        "game": _text,
        "cards": _shape({"digest": _text}, {"data": _or_null(_object)}),
        "facts": lambda value: _list(_FACT)(value) and len(value) > 0,
    }
    optional = {
        "logged": _or_null(_LOGGED),
        "checkpoint": _text,
        "keys": _list(_text),
        "receipts": _list(_RECEIPT),
    }
    return _shape(wanted, optional)


MATCH, TOURNAMENT = "recount-record/1", "recount-tournament/1"
_MATCH = _record(MATCH)
_ROW = _shape({"rank": _number, "player": _text, "points": _text, "values": _list(_text)})
_BUNDLE = _shape(
    {
        "format": lambda value: value == TOURNAMENT,
        "record": _record(TOURNAMENT),
        "standings": _list(_shape({"stage": _number, "round": _number, "rows": _list(_ROW)})),
    },
    {"matches": _list(_MATCH)},
)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields_ = dict(pairs)
    if len(fields_) < len(pairs):
        raise NoRecord("This is no record: it tells a name twice in one place.")
    return fields_


def _whole(token: str) -> Any:
    raise NoRecord(f"This is no record: {token} is no whole number.")


def read(source: bytes) -> Record | Bundle:
    """Returns the record or bundle in a file; raises `NoRecord`."""
    try:
        data = json.loads(source, object_pairs_hook=_once, parse_float=_whole, parse_constant=_whole)
    except (ValueError, RecursionError) as error:
        raise error if isinstance(error, NoRecord) else NoRecord(f"This is no record: {error}") from error
    if _MATCH(data):
        return _read(data)
    if _BUNDLE(data):
        return Bundle(_read(data["record"]), data["standings"], [*map(_read, data.get("matches", []))])
    raise NoRecord("This is no record: a field is missing, unknown or of another kind.")


def _read(data: dict[str, Any]) -> Record:
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
    )
