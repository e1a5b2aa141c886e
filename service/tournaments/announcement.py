"""The body of a request for a new tournament."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from domain.clocks import Clock
from domain.tournament.plan import Points, Stage, Tiebreaker

from .entry.entrants import Id

MAX_MINUTES = 100_000
"""The longest round."""


class NewTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """The announcement of a tournament: title, game, stages, worth of results, and tie-breakers.

    Without `tiebreakers` those usual for the format of the first stage count, and the record names them.
    `cards` names a card set of the game, the one that comes with it if left out. A round takes so many
    `minutes`, 0 without a clock. With `online`, tables are played as matches of this service, each seat
    with its `clock`, if there is one. `zone` is the IANA name of the time zone of the event, such as
    Europe/Rome; without one its pages show times in UTC.
    """

    title: Annotated[str, Meta(min_length=1, max_length=100)]
    game: Id
    stages: Annotated[tuple[Stage, ...], Meta(min_length=1, max_length=20)]
    points: Points = Points()
    tiebreakers: tuple[Tiebreaker, ...] | None = None
    cards: Id | None = None
    minutes: Annotated[int, Meta(ge=0, le=MAX_MINUTES)] = 0
    online: bool = False
    clock: Clock | None = None
    zone: Annotated[str, Meta(max_length=64)] | None = None
