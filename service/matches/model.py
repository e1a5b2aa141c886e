"""Settings of new matches, and results of commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.clocks import Clock
from domain.model import Seat
from domain.table import Delay, Match
from domain.table.facts import Source
from projections.match_views import LoadedMatch
from replays.proof.receipts import Receipt

from .owners import NOBODY, Payer
from .repository import CommandResult


class CreatedMatch(NamedTuple):
    """New match, with its id, the claim token of each seat, and the position of its first fact.

    After the claims comes the token of the scribe of a recording.
    """

    match: str
    claims: tuple[str, ...]
    position: int
    receipt: Receipt
    loaded: LoadedMatch


class MatchSettings(NamedTuple):
    """Settings of a match outside of its game.

    `bots` are the seats that the service plays, by bot; `open_seats` need no claim token. Only the table sees
    a `private` match. The service draws an empty `seed`; a known seed foretells the match. `clock` is the
    time control of each seat. `payer` pays for the work of the bots. The `source` is this service or a real
    table, whose scribe gets a token.
    """

    event: str = ""
    delay: Delay | None = None
    bots: Mapping[Seat, str] = {}
    open_seats: Sequence[Seat] = ()
    private: bool = False
    seed: str = ""
    clock: Clock | None = None
    payer: Payer = NOBODY
    source: Source = "service"


DEFAULT_SETTINGS = MatchSettings()
"""Public match without bots, clock or event."""


class ClaimedSeat(NamedTuple):
    """Claimed seat, with the play token of its player and the result of the claim."""

    token: str
    result: CommandResult


def is_open_study(match: Match[Any]) -> bool:
    """Returns whether lines of a study show nothing of it that is hidden from their players.

    Before its end only its one player on all seats and a judge can open lines, and a look records the judge.
    A ruling can resume a study after other people have opened lines.
    """
    return bool(match.settings.position) and not (match.looks or match.cases)
