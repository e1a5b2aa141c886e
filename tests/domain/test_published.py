"""The published form of values, its schemas, and instants as clients send them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Struct

from domain.published import Confidential, Instant, OptionalText, absent_mark, encode, published_as, to_text
from domain.published_schemas import schema_of
from service.http.bodies.received import convert_instants


class Kept(Struct, frozen=True):
    """A value with a field of each kind."""

    at: Instant
    text: Confidential
    phase: Annotated[Literal["", "early"], absent_mark("")]
    form: Annotated[Literal["early", "late"] | Literal[""], absent_mark("")]
    picks: Annotated[tuple[str, ...], absent_mark((), schema={"type": ["array", "null"]})]
    until: Instant | None = None
    ends: Instant = 0
    why: OptionalText = ""


def test_a_schema_describes_the_published_form() -> None:
    text = {"type": ["string", "null"]}
    instant = text | {"format": "date-time"}
    assert schema_of(Kept)["$defs"]["Kept"]["properties"] == {
        "at": instant,
        "text": text,
        "phase": {"enum": [None, "early"]},
        "form": {"anyOf": [{"enum": ["early", "late"]}, {"enum": [None]}]},
        "picks": {"type": ["array", "null"], "items": {"type": "string"}},
        "until": instant | {"default": None},
        "ends": instant | {"default": None},
        "why": text | {"default": None},
    }


class Terse(Struct, frozen=True, omit_defaults=True):
    """A value that leaves out what is absent."""

    ends: Instant = 0
    why: OptionalText = ""
    by: OptionalText = "judge"


def test_defaults_that_a_type_omits_are_left_out_of_its_published_form() -> None:
    assert [encode(one) for one in (Terse(), Terse(1_000, "", ""))] == [
        b"{}",
        b'{"ends":"1970-01-01T00:00:01.000Z","by":null}',
    ]


class Lap(Struct, frozen=True, omit_defaults=True):
    """A value with fields that replies call otherwise."""

    runner: str
    used: Annotated[int, published_as("used_ms")]
    pauses: Annotated[tuple[int, ...], published_as("pauses_ms")] = ()


class Race(Struct, frozen=True):
    """A value that holds such a value."""

    laps: tuple[Lap, ...]


def test_a_field_with_a_published_name_keeps_its_own_in_what_is_stored() -> None:
    race = Race((Lap("Ada", 5), Lap("Grace", 7, (1, 2))))
    published = b'{"laps":[{"runner":"Ada","used_ms":5},{"runner":"Grace","used_ms":7,"pauses_ms":[1,2]}]}'
    assert encode(race) == published
    stored = b'{"laps":[{"runner":"Ada","used":5},{"runner":"Grace","used":7,"pauses":[1,2]}]}'
    assert msgspec.json.encode(race) == stored
    schema = schema_of(Race)["$defs"]["Lap"]
    assert (list(schema["properties"]), schema["required"]) == (
        ["runner", "used_ms", "pauses_ms"],
        ["runner", "used_ms"],
    )
    assert schema["properties"]["used_ms"] == {"type": "integer"}


def test_what_is_absent_is_null_and_instants_are_text() -> None:
    found = msgspec.json.decode(encode(Kept(1, "…", "", "", (), 1_000)))
    assert found == {
        "at": "1970-01-01T00:00:00.001Z",
        "text": None,
        "phase": None,
        "form": None,
        "picks": None,
        "until": "1970-01-01T00:00:01.000Z",
        "ends": None,
        "why": None,
    }


@pytest.mark.parametrize(
    ("instant", "text"),
    [
        (1_777_000_000_009, "2026-04-24T03:06:40.009Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        (2**53 - 1, "9999-12-31T23:59:59.999Z"),
        (-(2**53), "0001-01-01T00:00:00.000Z"),
    ],
)
def test_an_instant_beyond_the_calendar_is_its_limit(instant: int, text: str) -> None:
    assert to_text(instant) == text


@pytest.mark.parametrize(
    "text",
    [5, "", "soon", "2027-05-01T10:00:00", "1970-01-01T00:00:00Z", "1900-01-01T00:00:00Z", [], {}],
)
def test_what_is_no_instant_is_refused(text: object) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"at `\$\.ends`"):
        convert_instants(Kept, {"ends": text})


def test_an_instant_is_received_in_milliseconds() -> None:
    assert convert_instants(Kept, {"ends": "2027-05-01T12:00:00.5+02:00", "at": None, "why": "x"}) == {
        "ends": 1_809_165_600_500,
        "at": 0,
        "why": "x",
    }
