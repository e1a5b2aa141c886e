"""Spelling: what a value has to look like, so that the document and the service take the same."""

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
    """How a text is spelt, to its last letter: Python's `$` alone would let a line break follow."""

    def __call__(self, value: Any) -> Any:
        """Returns *value*; raises `ValidationError` when it is spelt otherwise."""
        if self.regex.fullmatch(value) is None:
            raise ma.ValidationError(self.error)
        return value


class Cursor(fields.String):
    """Where a list goes on: the `next` of a page, opaque to clients; empty for the beginning.

    A cursor that does not fit *pattern* is refused; the document does not name the pattern.
    """

    def __init__(self, pattern: str) -> None:
        super().__init__(load_default="", validate=self._check)
        self._pattern = re.compile(pattern)

    def _check(self, value: str) -> None:
        if value and self._pattern.fullmatch(value) is None:
            raise ma.ValidationError(Message("This list has no such cursor: send the `next` of a page."))


def check_name(text: str) -> None:
    """Raises `ValidationError` for a name that nobody is to have, unless its `PatternString` tells so already."""
    if re.fullmatch(NAME_PATTERN, text) and (sentence := name_error(text)):
        raise ma.ValidationError(sentence)


def require_name_or_key(body: Mapping[str, Any], name: str, key: str) -> None:
    """Raises `ValidationError` unless there is either the *name* of a guest or the *key* of an account."""
    if (name in body) == (key in body):
        raise ma.ValidationError(Message("A guest says a name, a player with an account its key."), name)


class StrictInteger(fields.Integer):
    """A whole number in a query, in the digits of JSON: Python would take `1_0` and `+1` as well."""

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
