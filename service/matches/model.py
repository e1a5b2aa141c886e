"""What the commands of a match return, and what a match is opened with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.clocks import Clock
from domain.model import Seat
from domain.table import Delay
from projections.match_views import LoadedMatch
from replays.proof.receipts import Receipt

from .repository import CommandResult


class Opened(NamedTuple):
    """A match just opened: its id, the claim token of each seat, and where its first fact stands."""

    match: str
    claims: tuple[str, ...]
    position: int
    receipt: Receipt
    seen: LoadedMatch


class MatchSettings(NamedTuple):
    """What there is around a match besides the game: its event, how late others watch, its bots.

    `bots` are the seats that the service plays, and which bot; `open_seats` are for whoever comes. A
    `private` match is for those at the table alone. The `seed` is drawn by the service if it is empty;
    who knows it can foretell the match. `clock` is the time that each seat has.
    """

    event: str = ""
    delay: Delay | None = None
    bots: Mapping[Seat, str] = {}
    open_seats: Sequence[Seat] = ()
    private: bool = False
    seed: str = ""
    clock: Clock | None = None


ALONE = MatchSettings()
"""Nothing around it, people at every seat, and everybody watches it as it happens."""


class ClaimedSeat(NamedTuple):
    """A seat just taken: the play token of its player, and what followed."""

    token: str
    told: CommandResult
