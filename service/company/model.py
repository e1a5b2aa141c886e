"""Company of a match as its viewers see it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.published import Instant
from domain.table import Match

from .presence import Attendance

SeatState: TypeAlias = Literal["here", "away", "bot", "free"]


class SeatPresence(Struct, frozen=True):
    """Presence at a seat.

    A player is `here` with an open stream of the match, otherwise `away` since the end of the last one.
    `since` is null for other states, and where no such end is known.
    """

    seat: int
    state: SeatState
    since: Instant | None


class Company(Struct, frozen=True):
    """The players at a match by seat, and the number of spectators with an open stream."""

    seats: tuple[SeatPresence, ...]
    spectators: int


def describe_company(match_state: Match[object], attendance: Attendance) -> Company:
    """Returns the company of a match."""
    seats = tuple(
        SeatPresence(
            seat,
            state := _seat_state(match_state, seat, attendance),
            attendance.departures.get(seat) if state == "away" else None,
        )
        for seat in range(match_state.settings.seats)
    )
    return Company(seats, attendance.spectators)


def _seat_state(match_state: Match[object], seat: int, attendance: Attendance) -> SeatState:
    if match_state.players[seat] is None:
        return "free"
    if seat in match_state.bots:
        return "bot"
    return "here" if seat in attendance.present_seats else "away"
