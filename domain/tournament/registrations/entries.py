"""Entries: the players of a tournament as registered, with their attendance and links."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ..facts import LinkIssued, Player, PlayerRegistered

Attendance: TypeAlias = Literal["playing", "dropped", "disqualified"]


class Entry(Struct, frozen=True):
    """A player of the tournament, registered by fact `seq`; fact `since` changed the attendance last."""

    registered: PlayerRegistered
    seq: int
    attendance: Attendance = "playing"
    since: int = 0
    link: LinkIssued | None = None

    @property
    def token(self) -> str:
        """The SHA-256 of the key of a guest's link, empty for an account."""
        return self.link.token if self.link is not None else self.registered.token

    @property
    def linked_at(self) -> int:
        """The time since which the link is good, in milliseconds since 1970."""
        return self.link.at if self.link is not None else self.registered.at


class MergedEntry(Struct, frozen=True):
    """A registration that was merged `into` another one, after so many `rounds`.

    `moved` tells whether places, penalties or requests went with it.
    """

    into: Player
    entry: Entry
    moved: bool
    rounds: int
