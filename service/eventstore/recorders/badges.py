"""Badges: who may do what in the house, as rows beside the log."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class BadgeRow(NamedTuple):
    """A badge as it is kept: its id, the SHA-256 of its token, its scopes with a space between, its holder.

    Times are milliseconds since 1970, 0 for never.
    """

    id: str
    digest: str
    scopes: str
    name: str
    created: int
    expires: int
    revoked: int


class BadgeRecorder(Protocol):
    """A recorder that keeps badges beside the facts, in a table of tokens: their digests alone."""

    def add_badge(self, row: BadgeRow) -> None:
        """Keeps a new badge; raises `IntegrityError` when its id is taken."""

    def badge_of(self, digest: str) -> BadgeRow | None:
        """Returns the badge whose token has this *digest*."""

    def badges(self) -> list[BadgeRow]:
        """Returns every badge, the oldest first."""

    def revoke_badge(self, id: str, at: int) -> BadgeRow | None:
        """Marks badge *id* as revoked, unless it is already; returns it as it is now, if there is one."""
