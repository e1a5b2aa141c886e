"""Entries of players with attendance and links."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ..facts import LinkIssued, Player, PlayerRegistered

Attendance: TypeAlias = Literal["playing", "dropped", "disqualified"]


class Entry(Struct, frozen=True):
    """Player of a tournament, registered by fact `seq`.

    Fact `attendance_seq` is the last change of attendance.
    """

    registration: PlayerRegistered
    seq: int
    attendance: Attendance = "playing"
    attendance_seq: int = 0
    link: LinkIssued | None = None

    @property
    def token(self) -> str:
        """SHA-256 of the key of a guest's link, empty for an account."""
        return self.link.token if self.link is not None else self.registration.token

    @property
    def linked_at(self) -> int:
        """Start of the link's validity in milliseconds since 1970."""
        return self.link.at if self.link is not None else self.registration.at


class MergedEntry(Struct, frozen=True):
    """Registration merged `into` another one, after a number of `rounds`.

    `has_transfers` is set if places, penalties or requests went with it.
    """

    into: Player
    entry: Entry
    has_transfers: bool
    rounds: int
