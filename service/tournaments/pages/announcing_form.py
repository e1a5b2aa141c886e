"""What a new tournament announces, as its form says it; fields are named as JSON pointers, with dots."""

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
from ...http.bodies.struct_bodies import misfit
from ...matches.opening.clock_form import clock_of
from ...matches.opening.option_form import picked
from ..announcement import MAX_MINUTES, NewTournament
from ..plans import MAX_LEGS, MAX_ROUNDS, InvalidPlan, checked_title, checked_zone
from .organizer.number_fields import MAX_FORM_NUMBER, number_refusal, parse_number

Form = MultiDict[str, str]

TIES = 6
"""How many tie-breakers the form lets one announce."""
MOST = 6
"""How many stages it has room for."""
POINTS = tuple(name for name in Points.__struct_fields__ if name != "places")


def stages_in(form: Form) -> int:
    """Returns how many stages a form has room for: one more, or one less, than before if that was asked."""
    text = form.get("stages", "1")
    count = int(text) if text.isdecimal() and len(text) < 2 else 1
    count += {"more": 1, "less": -1}.get(form.get("do", ""), 0)
    return max(1, min(count, MOST))


class InvalidForm(LocalizableError):
    """Fields of the form cannot be like that; `faults` has the reason at the name of each."""

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

    def refuse(self, error: InvalidField) -> None:
        """Keeps the first fault of a field."""
        self.faults.setdefault(field_of(error), error.message)

    def number(self, name: str, otherwise: int, minimum: int = 0, limit: int = MAX_FORM_NUMBER) -> int:
        """Returns a whole number from *minimum* to *limit*, *otherwise* for an empty or wrong field."""
        numbers = self.numbers(name, minimum, limit)
        if len(numbers) > 1:
            self.faults[name] = number_refusal(self.form[name], minimum, limit)
        return numbers[0] if len(numbers) == 1 else otherwise

    def numbers(self, name: str, minimum: int = 0, limit: int = MAX_FORM_NUMBER) -> list[int]:
        """Returns the whole numbers of a field, none for a wrong one."""
        words = [word for word in re.split(r"[,;\s]+", self.form.get(name, "").strip()) if word]
        for word in words:
            number = parse_number(word)
            if number is None or not minimum <= number <= limit:
                self.faults[name] = number_refusal(word, minimum, limit)
                return []
        return [int(word) for word in words]


def plan_of(form: Form, game: Playable) -> NewTournament:
    """Returns what a form announces; raises `InvalidForm` for all of its faults, and `InvalidOptions`."""
    fields, options = _Fields(form), picked(game.game, game.cast, form, 0)
    plan: dict[str, Any] = {
        "title": form.get("title", "").strip(),
        "game": game.game.NAME,
        "stages": [_stage(fields, place, options) for place in range(stages_in(form))],
        "cards": form.get("cards") or None,
        "tiebreakers": _tiebreakers(form),
        "minutes": fields.number("minutes", 0, limit=MAX_MINUTES),
        "online": "online" in form,
        "zone": form.get("zone", "").strip() or None,
        "points": {
            name: fields.number(f"points.{name}", 0, int(name == "unit"))
            for name in POINTS
            if form.get(f"points.{name}")
        }
        | {"places": fields.numbers("points.places")},
    }
    for check, given in ((checked_title, plan["title"]), (checked_zone, plan["zone"])):
        try:
            check(given)
        except InvalidPlan as error:
            fields.refuse(error)
    with suppress(msgspec.ValidationError):
        stages = msgspec.convert(plan["stages"], tuple[Stage, ...])
        for fault in stage_errors(stages, msgspec.convert(plan["points"], Points)):
            fields.refuse(fault)
    clock = clock_of(form)
    try:
        announcement = replace(msgspec.convert(plan, NewTournament), clock=clock)
    except msgspec.ValidationError as error:
        steps, message = misfit(NewTournament, plan, str(error))
        fields.refuse(InvalidPlan("/" + "/".join(map(str, steps)), message))
    if fields.faults:
        raise InvalidForm(fields.faults)
    return announcement


def _stage(fields: _Fields, place: int, options: dict[str, Any]) -> dict[str, Any]:
    prefix, form = f"stages.{place}.", fields.form
    format_ = form.get(f"{prefix}format", "")
    return {
        "format": format_,
        "players": fields.number(f"{prefix}players", 0, 2 if place else 0, MAX_PLAYERS),
        "rounds": fields.number(f"{prefix}rounds", 0, int(format_ == "swiss"), MAX_ROUNDS),
        "seats": fields.numbers(f"{prefix}seats", 0, MAX_PLAYERS),
        "going_on": fields.number(f"{prefix}going_on", 1, 1, MAX_PLAYERS),
        "legs": fields.number(f"{prefix}legs", 1, 1, MAX_LEGS),
        "engine": form.get(f"{prefix}engine", ""),
        "third_place": f"{prefix}third_place" in form,
        "options": [options],
        "casting": form.get(f"{prefix}casting") or "drawn",
        "choosing": form.get(f"{prefix}choosing") or "lot",
        "pools": [*_pools(form.get(f"{prefix}pools", ""))],
    }


def _tiebreakers(form: Form) -> list[str]:
    """Returns the tie-breakers of a form: left as the form proposed them, they follow the format.

    One that is picked above its proposed place counts there alone.
    """
    given = [form[tie] for place in range(TIES) if form.get(tie := f"tiebreakers.{place}")]
    proposed = USUAL_TIEBREAKERS.get(cast(Format, form.get("usual", "")))
    chosen = USUAL_TIEBREAKERS.get(cast(Format, form.get("stages.0.format", "")), ())
    if proposed is None:
        return given
    return [*chosen] if given == [*proposed] else [*dict.fromkeys(given)]


def _pools(text: str) -> Iterator[list[str]]:
    """Yields the pool of each line: ids, with commas between."""
    for line in text.splitlines():
        if pool := [one for one in re.split(r"[,;\s]+", line) if one]:
            yield pool


def field_of(error: InvalidField) -> str:
    """Returns the field that an error is about: that of an option by its name alone."""
    name = error.pointer.strip("/").replace("/", ".")
    return name.rpartition(".")[2] if "options." in name else name
