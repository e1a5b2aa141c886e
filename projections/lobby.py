"""The public list of matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.clocks import Clock
from domain.model import CHANCE, Fact, Seat
from domain.published import Instant, OptionalText
from domain.table import (
    BeaconDrawn,
    BeaconMissed,
    Delay,
    Import,
    MatchEnded,
    MatchImported,
    MatchOpened,
    NonceMissed,
    NonceRevealed,
    Paused,
    Resumed,
    Rewound,
    SeatClaimed,
    SeatHandedOver,
    SeatLeft,
    SeatRetired,
    Status,
    imported_by,
)
from domain.table.recordings.facts import ScribeChanged

from .projection import Kind, ReadView, Topics


class ListedMatch(Struct, frozen=True):
    """A match in the lobby.

    `seq` is the last fact in the entry. `players` has null for a free seat. `winners` and `scores` are
    empty until the end, and no winners then mean a draw. A `study` began from a position, a fork from
    fact `origin_seq` of the match `origin`. `event` is the opaque name of its event. A match with a
    `delay` is shown late to the public. `bots` are the seats of the service, `open_seats` those that
    anybody may claim; a `private` match is not listed, nor an `unrecorded` one at a real table.
    `imported` names the origin of an imported match, and a transcript is a study. `clock` is the time of
    each seat. The `committed` seats have nonces to reveal, and the match waits for those of the seats in
    `revealing`. In both `CHANCE` stands for a beacon, which comes last.
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
    unrecorded: bool = False
    imported: Import | None = None
    clock: Clock | None = None
    committed: tuple[Seat, ...] = ()
    revealing: tuple[Seat, ...] = ()


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
        unrecorded=opened.source == "table",
        clock=opened.clock,
        committed=(CHANCE,) if opened.beacon else (),
    )


class Lobby:
    """Stores a `ListedMatch` as JSON under the id of each match."""

    name = "lobby"
    version = 10
    of: Kind = "matches"
    topics: Topics | None = frozenset(
        (
            *(MatchOpened, SeatClaimed, SeatLeft, NonceRevealed, NonceMissed, SeatRetired, SeatHandedOver),
            *(BeaconDrawn, BeaconMissed, MatchEnded, Rewound, Paused, Resumed, MatchImported),
            ScribeChanged,
        )
    )

    def start_view(self, match: str, opened: Fact) -> ListedMatch:
        """Returns the entry of a new match."""
        assert isinstance(opened.event, MatchOpened)
        return list_match(match, opened.event)

    def apply_fact(self, view: ListedMatch, fact: Fact) -> ListedMatch:
        """Returns the entry after *fact*."""
        event = fact.event
        if isinstance(event, SeatClaimed | SeatLeft):
            return replace(_with_player(view, event), seq=fact.seq)
        if isinstance(event, NonceRevealed):
            return replace(_after_reveal(view, event.seat), seq=fact.seq)
        if isinstance(event, BeaconDrawn | BeaconMissed):
            return replace(_after_reveal(view, CHANCE), seq=fact.seq)
        if isinstance(event, NonceMissed | SeatRetired):
            return replace(_without_nonce(view, event.seat), seq=fact.seq)
        if isinstance(event, SeatHandedOver):
            bots = tuple(sorted({*view.bots, event.seat}))
            return replace(_without_nonce(view, event.seat), seq=fact.seq, bots=bots)
        if isinstance(event, MatchEnded):
            winners, scores = event.winners, event.scores
            return replace(view, seq=fact.seq, status="over", winners=winners, scores=scores, revealing=())
        if isinstance(event, Rewound):
            status = _running_status(view.players) if view.status == "over" else view.status
            revealing = () if None in view.players else view.committed
            return replace(view, seq=fact.seq, status=status, winners=(), scores=(), revealing=revealing)
        if isinstance(event, Paused | Resumed):
            return replace(view, seq=fact.seq, status="paused" if isinstance(event, Paused) else "playing")
        if isinstance(event, ScribeChanged):
            return replace(view, seq=fact.seq, unrecorded=view.unrecorded and not event.token)
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


def _with_player(view: ListedMatch, event: SeatClaimed | SeatLeft) -> ListedMatch:
    """Returns *view* after a claim or a departure; the last claim starts the game or the reveal of nonces."""
    player = event.player if isinstance(event, SeatClaimed) else None
    players = tuple(player if seat == event.seat else other for seat, other in enumerate(view.players))
    others = {*view.committed} - {event.seat}
    commits = isinstance(event, SeatClaimed) and event.nonce_hash
    committed = tuple(sorted({*others, event.seat} if commits else others))
    revealing = () if None in players else committed
    status = "open" if revealing else _running_status(players)
    return replace(view, players=players, committed=committed, revealing=revealing, status=status)


def _without_nonce(view: ListedMatch, seat: Seat) -> ListedMatch:
    """Returns *view* after *seat* has no nonce to reveal any more."""
    committed = tuple(other for other in view.committed if other != seat)
    return _after_reveal(replace(view, committed=committed), seat)


def _after_reveal(view: ListedMatch, seat: Seat) -> ListedMatch:
    """Returns *view* without an outstanding nonce of *seat*; the last one lets the game start."""
    revealing = tuple(other for other in view.revealing if other != seat)
    starts = view.status == "open" and bool(view.revealing) and not revealing
    return replace(view, revealing=revealing, status="playing" if starts else view.status)


def _running_status(players: tuple[str | None, ...]) -> Status:
    return "open" if None in players else "playing"
