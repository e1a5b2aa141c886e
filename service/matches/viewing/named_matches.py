"""Matches in lists, with sides, player names and tournament tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.clocks import Clock
from domain.model import Seat
from domain.published import Instant, OptionalText
from domain.table import Delay, Import, Status
from domain.tournament.state import TableRef
from projections.lobby import ListedMatch

from ...evidence.keys import ImportTrust
from ...identity.players import PlayerDirectory, Players
from ...shared.registry import Registry
from ..listing import find_places, match_pace
from ..results import MatchResult, Results, Side, publish_result


class MatchEntry(Struct, frozen=True, kw_only=True):
    """A match in a list.

    `seq` is the last fact that the entry covers. `sides` are the seats that win or lose together, with their
    players. A match `began` when its last seat was taken, and lasted `duration_ms` until it `ended`. `turn`
    is the turn or round in play, 0 before the first. A `study` began from a position, and a fork from fact
    `origin_seq` of the match `origin`. With a `delay` the public sees the match later. `bots` are the seats
    that the service plays, `open_seats` those that need no claim token. A table of a tournament has its
    `stage`, `round` and `table`, and the tournament as `event`.
    """

    id: str
    game: str
    status: Status
    seq: int
    options: dict[str, Any]
    sides: tuple[Side, ...]
    result: MatchResult | None
    turn: int
    opened: Instant
    began: Instant | None
    ended: Instant | None
    duration_ms: int | None
    event: OptionalText
    stage: int | None
    round: int | None
    table: int | None
    study: bool
    origin: OptionalText
    origin_seq: int
    delay: Delay | None
    clock: Clock | None
    bots: tuple[Seat, ...]
    open_seats: tuple[Seat, ...]
    private: bool
    imported: Import | None


def name_matches(within: Registry, entries: Sequence[ListedMatch]) -> list[MatchEntry]:
    """Returns *entries* with their players by name, all loaded at once."""
    within[PlayerDirectory].load_records(id for entry in entries for id in entry.players)
    places = find_places(within, entries)
    return [_name_match(within, entry, places.get(entry.match)) for entry in entries]


def _name_match(within: Registry, entry: ListedMatch, table_ref: TableRef | None) -> MatchEntry:
    people, results = within[PlayerDirectory], within[Results]
    pace = match_pace(within, entry)
    result = results.load_result(entry.match, entry.seq) if entry.status == "over" else None
    ended_at = result.ended if result is not None else None
    sides = (
        results.name_sides(result) if result is not None else _name_sides(people, entry.players, pace.sides)
    )
    return MatchEntry(
        id=entry.match,
        game=entry.game,
        status=entry.status,
        seq=pace.seq,
        options=entry.options,
        sides=sides,
        result=None if result is None else publish_result(result),
        turn=pace.turn,
        opened=entry.opened,
        began=pace.began or None,
        ended=ended_at,
        duration_ms=ended_at - pace.began if ended_at and pace.began else None,
        event=entry.event,
        stage=table_ref.stage if table_ref else None,
        round=table_ref.round if table_ref else None,
        table=table_ref.table if table_ref else None,
        study=entry.study,
        origin=entry.origin,
        origin_seq=entry.origin_seq,
        delay=entry.delay,
        clock=entry.clock,
        bots=entry.bots,
        open_seats=entry.open_seats,
        private=entry.private,
        imported=entry.imported and within[ImportTrust].with_trust(entry.imported),
    )


def _name_sides(
    people: PlayerDirectory, players: Players, sides: Sequence[Sequence[Seat]]
) -> tuple[Side, ...]:
    """Returns the *sides* of a match under way with their players by name."""
    return tuple(
        Side(tuple(seats), people.list_seated(tuple(players[seat] for seat in seats))) for seats in sides
    )
