"""Patterns of values, the same in the document and in the service."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from domain.messages import Message

from ...shared.player_names import NAME_PATTERN, name_error

_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,19})")


class PatternString(validate.Regexp):
    """A pattern for a whole text. Python's `$` alone would allow a line break after it."""

    def __call__(self, value: Any) -> Any:
        """Returns *value*. Raises `ValidationError` if it does not match."""
        if self.regex.fullmatch(value) is None:
            raise ma.ValidationError(self.error)
        return value


class Cursor(fields.String):
    """The start of a page, from the `next` of the page before. It is empty for the first page.

    Cursors are opaque to clients. The field rejects a cursor that does not match *pattern*, and the document
    does not show the pattern.
    """

    def __init__(self, pattern: str) -> None:
        super().__init__(load_default="", validate=self._check)
        self._pattern = re.compile(pattern)

    def _check(self, value: str) -> None:
        if value and self._pattern.fullmatch(value) is None:
            raise ma.ValidationError(Message("This list has no such cursor: send the `next` of a page."))


def check_name(text: str) -> None:
    """Raises `ValidationError` for a name with invalid characters.

    `PatternString` reports the other errors of names.
    """
    if re.fullmatch(NAME_PATTERN, text) and (sentence := name_error(text)):
        raise ma.ValidationError(sentence)


def require_name_or_key(body: Mapping[str, Any], name: str, key: str) -> None:
    """Raises `ValidationError` unless there is either the *name* of a guest or the *key* of an account."""
    if (name in body) == (key in body):
        raise ma.ValidationError(Message("A guest says a name, a player with an account its key."), name)


class StrictInteger(fields.Integer):
    """A whole number of a query, in the digits of JSON. Python would also accept `1_0` and `+1`."""

    def _validated(self, value: Any) -> int:
        if not isinstance(value, str) or _NUMBER.fullmatch(value) is None:
            raise self.make_error("invalid", input=value)
        return int(value)


class StrictBoolean(fields.Boolean):
    """A JSON `true` or `false`, where the library would take `"yes"` and 1 as well."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **_: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value
