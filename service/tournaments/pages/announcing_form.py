"""What a new tournament announces, as its form says it; fields are named as JSON pointers, with dots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

import msgspec
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from domain.errors import InvalidField
from domain.tournament.plan import USUAL_TIEBREAKERS, Format, Points

from ...http.struct_bodies import misfit
from ...matches.clock_form import clock_of
from ...matches.option_form import picked
from ...site.games import Playable
from ..announcement import NewTournament
from ..plans import InvalidPlan, checked_title
from .number_fields import number_refusal, parse_number

Form = MultiDict[str, str]

TIES = 6
"""How many tie-breakers the form lets one announce."""
MOST = 6
"""How many stages it has room for."""
POINTS = tuple(name for name in Points.__struct_fields__ if name != "places")


def stages_in(form: Form) -> int:
    """Returns how many stages a form has room for: one more, or one less, than before if that was asked."""
    told = form.get("stages", "1")
    count = int(told) if told.isdecimal() and len(told) < 2 else 1
    count += {"more": 1, "less": -1}.get(form.get("do", ""), 0)
    return max(1, min(count, MOST))


def plan_of(form: Form, game: Playable) -> NewTournament:
    """Returns what a form announces; raises `InvalidPlan` or `InvalidOptions` for what is wrong first."""
    options = picked(game.game, game.cast, form, 0)
    plan: dict[str, Any] = {
        "title": checked_title(form.get("title", "")),
        "game": game.game.NAME,
        "stages": [_stage(form, f"stages.{place}.", options) for place in range(stages_in(form))],
        "cards": form.get("cards") or None,
        "tiebreakers": _tiebreakers(form),
        "minutes": _number(form, "minutes", 0),
        "online": "online" in form,
        "zone": form.get("zone", "").strip() or None,
        "points": {name: _number(form, f"points.{name}", 0) for name in POINTS if form.get(f"points.{name}")}
        | {"places": _numbers(form, "points.places")},
    }
    clock = clock_of(form)
    try:
        return replace(msgspec.convert(plan, NewTournament), clock=clock)
    except msgspec.ValidationError as error:
        steps, message = misfit(NewTournament, plan, str(error))
        raise InvalidPlan("/" + "/".join(map(str, steps)), message) from error


def _stage(form: Form, prefix: str, options: dict[str, Any]) -> dict[str, Any]:
    return {
        "format": form.get(f"{prefix}format", ""),
        "players": _number(form, f"{prefix}players", 0),
        "rounds": _number(form, f"{prefix}rounds", 0),
        "seats": _numbers(form, f"{prefix}seats"),
        "going_on": _number(form, f"{prefix}going_on", 1),
        "legs": _number(form, f"{prefix}legs", 1),
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


def _pools(told: str) -> Iterator[list[str]]:
    """Yields the pool of each line: ids, with commas between."""
    for line in told.splitlines():
        if pool := [one for one in re.split(r"[,;\s]+", line) if one]:
            yield pool


def _number(form: Form, name: str, otherwise: int) -> int:
    """Returns a whole number of a form, *otherwise* for an empty field; raises `InvalidPlan`."""
    numbers = _numbers(form, name)
    if len(numbers) > 1:
        raise _no_number(name, form[name])
    return numbers[0] if numbers else otherwise


def _numbers(form: Form, name: str) -> list[int]:
    words = re.split(r"[,;\s]+", form.get(name, "").strip())
    for word in words:
        if word and parse_number(word) is None:
            raise _no_number(name, word)
    return [int(word) for word in words if word]


def _no_number(name: str, told: str) -> InvalidPlan:
    return InvalidPlan(f"/{name.replace('.', '/')}", number_refusal(told))


def field_of(error: InvalidField) -> str:
    """Returns the field that an error is about: that of an option by its name alone."""
    name = error.pointer.strip("/").replace("/", ".")
    return name.rpartition(".")[2] if "options." in name else name
