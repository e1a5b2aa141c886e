"""What commands that announce a tournament are told alike: its stages, points and tie-breakers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, get_args

import click
import msgspec

from domain.clocks import Clock
from domain.tournament.plan import Points, Stage, Tiebreaker
from service.cli.options import named

Told = TypeVar("Told")

stages = click.option(
    "--stage",
    "stages",
    multiple=True,
    required=True,
    help="A stage: its format and what else it has, as in 'swiss rounds=6' or 'pods seats=[4] going_on=1'.",
)
points = click.option(
    "--points", multiple=True, help="What a result is worth: win=3, unit=2, places=[5,3,1]."
)
tiebreakers = click.option(
    "--tiebreaker",
    "tiebreakers",
    type=click.Choice(get_args(Tiebreaker)),
    multiple=True,
    help="What ties are broken by, in this order; as is usual for the first format if left out.",
)
minutes = click.option(
    "--minutes",
    type=click.IntRange(0),
    default=0,
    help="How long a round takes; without a clock if left out.",
)

zone = click.option("--zone", help="The time zone of the event, such as Europe/Rome; UTC if left out.")

clock = click.option(
    "--clock",
    help="The time of each seat at tables that are played here, as in 'fischer seconds=600 increment=5 "
    "flag=judge': for each answer (move) or for the match (match, fischer); without a clock if left out.",
)


def read_stages(told: Sequence[str]) -> tuple[Stage, ...]:
    """Returns stages as told in words; raises `click.BadParameter`."""
    return tuple(
        _read({"format": words[0]} | named(words[1:]), Stage, "--stage")
        for words in (one.split() or [""] for one in told)
    )


def read_points(told: Sequence[str]) -> Points:
    """Returns what results are worth; raises `click.BadParameter`."""
    return _read(named(told), Points, "--points")


def read_clock(text: str | None) -> Clock | None:
    """Returns a clock as told in words; raises `click.BadParameter`."""
    if text is None:
        return None
    kind, *others = text.split() or [""]
    return _read({"kind": kind} | named(others), Clock, "--clock")


def _read(fields: dict[str, Any], kind: type[Told], option: str) -> Told:
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        raise click.BadParameter(str(error), param_hint=option) from error
