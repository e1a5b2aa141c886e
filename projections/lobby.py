"""The public list of matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.clocks import Clock
from domain.model import Fact, Seat
from domain.published import Instant, OptionalText
from domain.table import (
    Delay,
    Import,
    MatchEnded,
    MatchImported,
    MatchOpened,
    Paused,
    Resumed,
    Rewound,
    SeatClaimed,
    SeatHandedOver,
    Status,
    imported_by,
)

from .projection import Kind, ReadView, Topics


class ListedMatch(Struct, frozen=True):
    """A match in the lobby.

    `seq` is the last fact in the entry. `players` has null for a free seat. `winners` and `scores` are empty
    until the end, and no winners then mean a draw. A `study` began from a position, a fork from fact
    `origin_seq` of the match `origin`. `event` is the opaque name of its event. A match with a `delay` is
    shown late to the public. `bots` are the seats of the service, `open_seats` those that anybody may claim;
    a `private` match is not listed. `imported` names the origin of an imported match, and a transcript is a
    study. `clock` is the time of each seat.
    """

    match: str
    game: str
    status: Status
    seats: int
    players: tuple[str | None, ...]
    options: dict[str, Any]
    opened: Instant
    seq: int
    winners: tuple[Seat, ...] = ()
    scores: tuple[int, ...] = ()
    study: bool = False
    origin: OptionalText = ""
    origin_seq: int = 0
    event: OptionalText = ""
    delay: Delay | None = None
    bots: tuple[Seat, ...] = ()
    open_seats: tuple[Seat, ...] = ()
    private: bool = False
    imported: Import | None = None
    clock: Clock | None = None


def list_match(match: str, opened: MatchOpened) -> ListedMatch:
    """Returns the entry of a new match."""
    return ListedMatch(
        match,
        opened.game,
        "open",
        opened.seats,
        (None,) * opened.seats,
        opened.options,
        opened.at,
        seq=1,
        study=bool(opened.position),
        origin=opened.origin,
        origin_seq=opened.origin_seq,
        event=opened.event,
        delay=opened.delay,
        bots=tuple(seat for seat, bot in enumerate(opened.bots) if bot),
        open_seats=opened.open_seats,
        private=opened.private,
        clock=opened.clock,
    )


class Lobby:
    """Stores a `ListedMatch` as JSON under the id of each match."""

    name = "lobby"
    version = 7
    of: Kind = "matches"
    topics: Topics | None = frozenset(
        (MatchOpened, SeatClaimed, SeatHandedOver, MatchEnded, Rewound, Paused, Resumed, MatchImported)
    )

    def start_view(self, match: str, opened: Fact) -> ListedMatch:
        """Returns the entry of a new match."""
        assert isinstance(opened.event, MatchOpened)
        return list_match(match, opened.event)

    def apply_fact(self, view: ListedMatch, fact: Fact) -> ListedMatch:
        """Returns the entry after *fact*."""
        event = fact.event
        if isinstance(event, SeatClaimed):
            players = tuple(event.player if i == event.seat else p for i, p in enumerate(view.players))
            return replace(view, seq=fact.seq, players=players, status=_running_status(players))
        if isinstance(event, SeatHandedOver):
            return replace(view, seq=fact.seq, bots=tuple(sorted({*view.bots, event.seat})))
        if isinstance(event, MatchEnded):
            return replace(view, seq=fact.seq, status="over", winners=event.winners, scores=event.scores)
        if isinstance(event, Rewound):
            status = _running_status(view.players) if view.status == "over" else view.status
            return replace(view, seq=fact.seq, status=status, winners=(), scores=())
        if isinstance(event, Paused | Resumed):
            return replace(view, seq=fact.seq, status="paused" if isinstance(event, Paused) else "playing")
        if isinstance(event, MatchImported):
            study = view.study or not event.key
            return replace(view, seq=fact.seq, study=study, imported=imported_by(fact))
        return view

    def render_entries(self, match: str, view: ListedMatch) -> Mapping[str, bytes]:
        """Returns the entry as JSON."""
        return {match: msgspec.json.encode(view)}

    def restore_view(self, match: str, read_view: ReadView) -> ListedMatch | None:
        """Returns the stored entry, which is complete."""
        entry = read_view(match)
        return msgspec.json.decode(entry, type=ListedMatch) if entry is not None else None


def _running_status(players: tuple[str | None, ...]) -> Status:
    return "open" if None in players else "playing"
