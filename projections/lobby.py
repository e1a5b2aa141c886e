"""The lobby: one entry a match, open to everyone."""

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

from .projection import Kind, Shown, Topics


class ListedMatch(Struct, frozen=True):
    """A match as the lobby lists it.

    `seq` is the last fact that the entry tells of; `players` has null for a free seat; `winners` and `scores`
    are empty until the match is over, and no winners then are a draw. A `study` began from a position, and a
    fork from fact `origin_seq` of the match `origin`. `event` is what the match belongs to, by an opaque
    name; with a `delay`, what happens in it is not for everybody at once. `bots` are the seats that the
    service plays, `open_seats` those that whoever comes may take; a `private` match is listed for nobody. One
    that was brought from elsewhere says whence, in `imported`; as a transcript it is a study. `clock` is the
    time that each seat has.
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


def begun(match: str, opened: MatchOpened) -> ListedMatch:
    """Returns the entry of a match just opened."""
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
    """Shows a `ListedMatch` as JSON under the id of each match."""

    name = "lobby"
    version = 7
    of: Kind = "matches"
    topics: Topics | None = frozenset(
        (MatchOpened, SeatClaimed, SeatHandedOver, MatchEnded, Rewound, Paused, Resumed, MatchImported)
    )

    def start(self, match: str, opened: Fact) -> ListedMatch:
        """Returns the entry of a match just opened."""
        assert isinstance(opened.event, MatchOpened)
        return begun(match, opened.event)

    def step(self, view: ListedMatch, fact: Fact) -> ListedMatch:
        """Returns the entry after *fact*."""
        event = fact.event
        if isinstance(event, SeatClaimed):
            players = tuple(event.player if i == event.seat else p for i, p in enumerate(view.players))
            return replace(view, seq=fact.seq, players=players, status=_going_on(players))
        if isinstance(event, SeatHandedOver):
            return replace(view, seq=fact.seq, bots=tuple(sorted({*view.bots, event.seat})))
        if isinstance(event, MatchEnded):
            return replace(view, seq=fact.seq, status="over", winners=event.winners, scores=event.scores)
        if isinstance(event, Rewound):
            status = _going_on(view.players) if view.status == "over" else view.status
            return replace(view, seq=fact.seq, status=status, winners=(), scores=())
        if isinstance(event, Paused | Resumed):
            return replace(view, seq=fact.seq, status="paused" if isinstance(event, Paused) else "playing")
        if isinstance(event, MatchImported):
            study = view.study or not event.key
            return replace(view, seq=fact.seq, study=study, imported=imported_by(fact))
        return view

    def show(self, match: str, view: ListedMatch) -> Mapping[str, bytes]:
        """Returns the entry as JSON."""
        return {match: msgspec.json.encode(view)}

    def recall(self, match: str, shown: Shown) -> ListedMatch | None:
        """Returns the entry as it was shown last: nothing of it is hidden, so nothing of it is lost."""
        entry = shown(match)
        return msgspec.json.decode(entry, type=ListedMatch) if entry is not None else None


def _going_on(players: tuple[str | None, ...]) -> Status:
    return "open" if None in players else "playing"
