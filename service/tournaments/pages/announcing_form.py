"""Reads the form of a new tournament. Field names are JSON Pointers with dots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, cast

import msgspec
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from domain.errors import InvalidField, LocalizableError
from domain.messages import Message
from domain.tournament.lifecycle import stage_errors
from domain.tournament.plan import USUAL_TIEBREAKERS, Format, Points, Stage
from domain.tournament.registrations.roster import MAX_PLAYERS

from ...catalog.playable_games import Playable
from ...http.bodies.struct_bodies import locate_error
from ...matches.opening.clock_form import clock_of
from ...matches.opening.option_form import read_options
from ..plans import MAX_LEGS, MAX_MINUTES, MAX_ROUNDS, InvalidPlan, NewTournament, checked_title, checked_zone
from .organizer.command_fields import MAX_FORM_NUMBER, number_refusal, parse_number

Form = MultiDict[str, str]

MAX_TIEBREAKERS = 6
"""The tie-breakers that the form has fields for."""
MAX_STAGES = 6
"""The stages that the form has space for."""
POINT_FIELDS = tuple(name for name in Points.__struct_fields__ if name != "places")


def stages_in(form: Form) -> int:
    """Returns the number of stages in a form, after its request for one more or one less."""
    text = form.get("stages", "1")
    count = int(text) if text.isdecimal() and len(text) < 2 else 1
    count += {"more": 1, "less": -1}.get(form.get("do", ""), 0)
    return max(1, min(count, MAX_STAGES))


class InvalidForm(LocalizableError):
    """Raised for faulty fields of the form; `faults` has their reasons by name."""

    slug = "invalid-plan"

    def __init__(self, faults: Mapping[str, Message]) -> None:
        several = Message("Correct {count} fields: each names its reason.", count=len(faults))
        super().__init__(several if len(faults) > 1 else next(iter(faults.values())))
        self.faults = faults


class _Fields:
    """Reads the fields of a form, and collects their faults."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.faults: dict[str, Message] = {}

    def add_fault(self, error: InvalidField) -> None:
        """Adds the first fault of a field."""
        self.faults.setdefault(field_of(error), error.message)

    def read_number(self, name: str, otherwise: int, minimum: int = 0, limit: int = MAX_FORM_NUMBER) -> int:
        """Returns a number from *minimum* to *limit*, or *otherwise* for an empty or wrong field."""
        numbers = self.read_numbers(name, minimum, limit)
        if len(numbers) > 1:
            self.faults[name] = number_refusal(self.form[name], minimum, limit)
        return numbers[0] if len(numbers) == 1 else otherwise

    def read_numbers(self, name: str, minimum: int = 0, limit: int = MAX_FORM_NUMBER) -> list[int]:
        """Returns the whole numbers of a field, none for a wrong one."""
        words = [word for word in re.split(r"[,;\s]+", self.form.get(name, "").strip()) if word]
        for word in words:
            number = parse_number(word)
            if number is None or not minimum <= number <= limit:
                self.faults[name] = number_refusal(word, minimum, limit)
                return []
        return [int(word) for word in words]


def plan_of(form: Form, game: Playable) -> NewTournament:
    """Returns the announcement of a form; raises `InvalidForm` with all faults, and `InvalidOptions`."""
    fields, options = _Fields(form), read_options(game.game, game.characters, form, 0)
    plan: dict[str, Any] = {
        "title": form.get("title", "").strip(),
        "game": game.game.NAME,
        "stages": [_stage_fields(fields, index, options) for index in range(stages_in(form))],
        "cards": form.get("cards") or None,
        "tiebreakers": _selected_tiebreakers(form),
        "minutes": fields.read_number("minutes", 0, limit=MAX_MINUTES),
        "online": "online" in form,
        "zone": form.get("zone", "").strip() or None,
        "points": {
            name: fields.read_number(f"points.{name}", 0, int(name == "unit"))
            for name in POINT_FIELDS
            if form.get(f"points.{name}")
        }
        | {"places": fields.read_numbers("points.places")},
    }
    for check, value in ((checked_title, plan["title"]), (checked_zone, plan["zone"])):
        try:
            check(value)
        except InvalidPlan as error:
            fields.add_fault(error)
    with suppress(msgspec.ValidationError):
        stages = msgspec.convert(plan["stages"], tuple[Stage, ...])
        for fault in stage_errors(stages, msgspec.convert(plan["points"], Points)):
            fields.add_fault(fault)
    clock = clock_of(form)
    try:
        announcement = replace(msgspec.convert(plan, NewTournament), clock=clock)
    except msgspec.ValidationError as error:
        steps, message = locate_error(NewTournament, plan, str(error))
        fields.add_fault(InvalidPlan("/" + "/".join(map(str, steps)), message))
    if fields.faults:
        raise InvalidForm(fields.faults)
    return announcement


def _stage_fields(fields: _Fields, index: int, options: dict[str, Any]) -> dict[str, Any]:
    prefix, form = f"stages.{index}.", fields.form
    format_ = form.get(f"{prefix}format", "")
    return {
        "format": format_,
        "players": fields.read_number(f"{prefix}players", 0, 2 if index else 0, MAX_PLAYERS),
        "rounds": fields.read_number(f"{prefix}rounds", 0, int(format_ == "swiss"), MAX_ROUNDS),
        "seats": fields.read_numbers(f"{prefix}seats", 0, MAX_PLAYERS),
        "going_on": fields.read_number(f"{prefix}going_on", 1, 1, MAX_PLAYERS),
        "legs": fields.read_number(f"{prefix}legs", 1, 1, MAX_LEGS),
        "engine": form.get(f"{prefix}engine", ""),
        "third_place": f"{prefix}third_place" in form,
        "options": [options],
        "casting": form.get(f"{prefix}casting") or "drawn",
        "choosing": form.get(f"{prefix}choosing") or "lot",
        "pools": [*_parse_pools(form.get(f"{prefix}pools", ""))],
    }


def _selected_tiebreakers(form: Form) -> list[str]:
    """Returns the tie-breakers of a form; an unchanged proposal follows the format.

    A tie-breaker above its proposed rank counts only there.
    """
    selected = [form[tie] for index in range(MAX_TIEBREAKERS) if form.get(tie := f"tiebreakers.{index}")]
    proposed = USUAL_TIEBREAKERS.get(cast(Format, form.get("usual", "")))
    usual = USUAL_TIEBREAKERS.get(cast(Format, form.get("stages.0.format", "")), ())
    if proposed is None:
        return selected
    return [*usual] if selected == [*proposed] else [*dict.fromkeys(selected)]


def _parse_pools(text: str) -> Iterator[list[str]]:
    """Yields the pool of each line, as ids with commas between."""
    for line in text.splitlines():
        if pool := [character for character in re.split(r"[,;\s]+", line) if character]:
            yield pool


def field_of(error: InvalidField) -> str:
    """Returns the field of an error, for an option its name alone."""
    name = error.pointer.strip("/").replace("/", ".")
    return name.rpartition(".")[2] if "options." in name else name
