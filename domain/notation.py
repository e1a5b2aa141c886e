"""Writes facts as lines of text, and reads them.

    57 <55 GAS05.1 arena.DamageDealt who=ALA by=GAS damage=3 hp=4

Fields with their default are left out. A string is bare where that is unambiguous and JSON otherwise; a tuple
of strings is `[a,b]`; anything else is JSON. No value contains a space, so white space separates the words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo, fields

from .errors import LocalizableError
from .messages import Message
from .model import Event, Fact

_BARE = re.compile(r"[^\s\"\[\]{},=]+")
_NO_RULE = "-"

MAX_QUOTED_LENGTH = 1000
"""The number of characters of an unreadable line that a message quotes."""


class Unreadable(LocalizableError, ValueError):
    """A line is not in the notation; the message quotes it and names the expected form."""


Vocabulary = Mapping[str, type[Event]]
"""The events of a log by their permanent names."""


def build_vocabulary(events: Iterable[type[Event]]) -> Vocabulary:
    """Returns *events* by their permanent names."""
    return {event_tag(event): event for event in events}


def event_tag(event: type[Event]) -> str:
    """Returns the permanent name of a type of event, such as `arena.DamageDealt`."""
    tag = event.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def _format_json(value: object) -> str:
    text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":"))
    return re.sub(r"\s", lambda space: f"\\u{ord(space[0]):04x}", text)


def _format_word(text: str) -> str:
    if text != _NO_RULE and _BARE.fullmatch(text):
        return text
    return _format_json(text).replace(",", "\\u002c")


def _format_value(value: object) -> str:
    if isinstance(value, str):
        return _format_word(value)
    if isinstance(value, tuple) and all(isinstance(v, str) for v in value):
        return f"[{','.join(_format_word(v) for v in value)}]"
    return _format_json(value)


def _parse_word(text: str) -> str:
    return str(json.loads(text)) if text.startswith('"') else text


def _is_word(kind: Any) -> bool:
    kind = _without_annotation(kind)
    return kind is str or get_origin(kind) is Literal


def _without_annotation(kind: Any) -> Any:
    """Returns *kind* without its annotations."""
    return kind.__origin__ if get_origin(kind) is Annotated else kind


def _parse_value(field: FieldInfo, text: str) -> Any:
    kind = _without_annotation(field.type)
    if get_origin(kind) is tuple and _is_word(get_args(kind)[0]):
        if not (text.startswith("[") and text.endswith("]")):
            raise Unreadable(Message("{text} is no list in brackets", text=text))
        return tuple(_parse_word(word) for word in text[1:-1].split(",") if word)
    if _is_word(kind):
        return _parse_word(text)
    return msgspec.json.decode(text.encode(), type=field.type)


def write_fact(fact: Fact) -> str:
    """Returns *fact* as a line."""
    event = fact.event
    words = [str(fact.seq), f"<{fact.cause}", _format_word(fact.rule or _NO_RULE), event_tag(type(event))]
    if not fact.rule:
        words[2] = _NO_RULE
    for field in _fields(type(event)):
        value = getattr(event, field.name)
        if field.required or value != field.default:
            words.append(f"{field.encode_name}={_format_value(value)}")
    return " ".join(words)


def read_fact(line: str, vocabulary: Vocabulary) -> Fact:
    """Returns the fact of *line*; raises `Unreadable`."""
    try:
        seq, cause, rule, *words = line.split()
        cited = "" if rule == _NO_RULE else _parse_word(rule)
        return Fact(int(seq), int(cause.removeprefix("<")), cited, _read_event(words, vocabulary))
    except (ValueError, TypeError, RecursionError, msgspec.MsgspecError) as error:
        raise _notation_error(Message("a fact"), line, error) from error


def read_event(line: str, vocabulary: Vocabulary) -> Event:
    """Returns the event of a fact written without its number, cause and rule.

    Raises `Unreadable`.
    """
    try:
        return _read_event(line.split(), vocabulary)
    except (ValueError, TypeError, RecursionError, msgspec.MsgspecError) as error:
        raise _notation_error(Message("a fact"), line, error) from error


def _read_event(words: Sequence[str], vocabulary: Vocabulary) -> Event:
    name, *assignments = words or ("",)
    if name not in vocabulary:
        raise Unreadable(Message("no fact is called “{name}”", name=name))
    kind = vocabulary[name]
    by_name = {field.encode_name: field for field in _fields(kind)}
    values: dict[str, Any] = {}
    for word in assignments:
        key, _, text = word.partition("=")
        if key not in by_name:
            if not by_name:
                raise Unreadable(Message("it has no field “{key}”, but none at all", key=key))
            raise Unreadable(
                Message("it has no field “{key}”, but {fields}", key=key, fields=", ".join(by_name))
            )
        if by_name[key].name in values:
            raise Unreadable(Message("it tells “{key}” twice", key=key))
        values[by_name[key].name] = _parse_value(by_name[key], text)
    return msgspec.convert(msgspec.to_builtins(kind(**values)), kind)


@cache
def _fields(kind: type[Event]) -> tuple[FieldInfo, ...]:
    """Returns the fields of *kind*; the cache saves more time than reading a fact takes."""
    return fields(kind)


def _notation_error(kind: Message, line: str, error: Exception) -> Unreadable:
    detail = error.message if isinstance(error, LocalizableError) else str(error)
    quoted, reason = (
        text if len(text) <= MAX_QUOTED_LENGTH else f"{text[:MAX_QUOTED_LENGTH]}…" for text in (line, detail)
    )
    return Unreadable(Message("not {what}: “{quoted}” ({why})", what=kind, quoted=quoted, why=reason))
