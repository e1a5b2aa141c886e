"""Challenges in the form of the API and of the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from msgspec import Struct

from domain.clocks import Clock
from domain.published import Instant

from ..database.challenges import EndedChallenge
from ..identity.players import NamedPlayer, PlayerDirectory
from .challenges import Challenges
from .offers import Kind, Outcome
from .paces import CLOCKS, Pace

if TYPE_CHECKING:
    from ..shared.registry import Registry

State: TypeAlias = Literal["open", "accepted", "declined", "withdrawn", "expired"]


class PublishedChallenge(Struct, frozen=True):
    """Offer of a player to play a match, to whoever has the `link`, to a `player`, or in the `queue`.

    An accepted challenge has its match and the seat of the challenger there.
    """

    id: str
    kind: Kind
    game: str
    pace: Pace
    clock: Clock
    friendly: bool
    challenger: NamedPlayer
    rating: int
    opponent: NamedPlayer | None
    created: Instant
    expires: Instant
    state: State
    match: str | None
    seat: int | None


def publish_challenge(services: Registry, challenge: EndedChallenge) -> PublishedChallenge:
    """Returns the published form of a challenge."""
    row, end = challenge
    people = [row.player, *([row.opponent] if row.opponent else [])]
    challenger, *others = services[PlayerDirectory].list_players(people)
    state: State = "expired"
    if end is not None:
        state = cast(Outcome, end.outcome)
    elif services[Challenges].is_open(challenge):
        state = "open"
    is_accepted = end is not None and end.outcome == "accepted"
    return PublishedChallenge(
        row.id,
        cast(Kind, row.kind),
        row.game,
        cast(Pace, row.pace),
        CLOCKS[row.pace],
        bool(row.friendly),
        challenger,
        row.rating,
        others[0] if others else None,
        row.created,
        row.expires,
        state,
        end.match if end is not None and is_accepted else None,
        end.seat if end is not None and is_accepted else None,
    )
