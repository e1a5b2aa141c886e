"""Forms: made from the structs that the domain reads, and as strict."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest
from msgspec import Struct

from service.catalog.struct_schemas import flatten_errors, schema_of


class Said(Struct, frozen=True, forbid_unknown_fields=True, tag_field="verb", tag=str.lower):
    """Something to do."""


class Rest(Said, frozen=True):
    """Does nothing."""


class Repeat(Said, frozen=True):
    """Does other things several times."""

    times: Literal[2, 3]
    what: tuple[Said_, ...]
    loudly: bool = False
    unless: Said_ | None = None


Said_ = Rest | Repeat


@pytest.mark.parametrize(
    ("told", "mistakes"),
    [
        ({"verb": "repeat", "times": 2, "what": [{"verb": "rest"}], "unless": None}, {}),
        ({"verb": "repeat", "times": 2, "what": [{"verb": "repeat", "times": 3, "what": []}]}, {}),
        (
            {"verb": "repeat", "times": 2, "what": [{"verb": "repeat", "times": 4, "what": []}]},
            {"what.0.times": "Must be one of: 2, 3."},
        ),
        ({"verb": "repeat", "times": True, "what": []}, {"times": "Must be one of: 2, 3."}),
        ({"verb": "repeat", "times": 2.0, "what": []}, {"times": "Must be one of: 2, 3."}),
        ({"verb": "repeat", "times": 2, "what": [], "loudly": 1}, {"loudly": "Must be true or false."}),
        (
            {"verb": "repeat", "times": 2, "what": [None]},
            {"what.0": "Must be a mapping with verb: one of repeat, rest."},
        ),
        (
            {"verb": "repeat", "times": 2, "what": [], "unless": "rest"},
            {"unless": "Must be a mapping with verb: one of repeat, rest."},
        ),
        (
            {"verb": "repeat", "times": 2, "what": [{"verb": ["rest"]}]},
            {"what.0.verb": "Must be one of: repeat, rest."},
        ),
        (
            {"verb": "repeat", "times": 2, "what": {}},
            {"what": "Must be a list, each item a mapping with verb: one of repeat, rest."},
        ),
    ],
)
def test_a_form_takes_what_its_struct_takes_and_tells_what_else_would_do(
    told: dict[str, Any], mistakes: dict[str, str]
) -> None:
    found = {
        ".".join(map(str, where)): what for where, what in flatten_errors(schema_of(Repeat).validate(told))
    }
    assert found == mistakes
    if mistakes:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(told, Repeat)
    else:
        assert isinstance(msgspec.convert(told, Repeat), Repeat)
