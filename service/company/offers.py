"""Kinds, lifetimes and outcomes of challenges."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from domain.errors import LocalizableError
from domain.model import Seat

from ..database.challenges import ChallengeRow
from ..matches.repository import CommandResult
from .paces import Pace

Kind: TypeAlias = Literal["link", "player", "queue"]
Outcome: TypeAlias = Literal["accepted", "declined", "withdrawn"]

CHALLENGE_ID_PATTERN = "ch-[0-9a-f]{16}"
DAY_MS = 86_400_000
LIFETIME_MS = 7 * DAY_MS
"""How long a challenge is open, and an entry of the queue for a match by the day."""
PRESENT_MS = 20_000
"""How long an entry for a match at once waits without a page of its player."""
PAUSE_MS = 10_000
"""How long such an entry lasts after its page has closed, so that a reload keeps it. It meets nobody then."""
RENEW_BELOW = 0.9
"""Part of the lifetime that remains when an open page renews an entry: one by the day rarely needs it."""
SWEEP_AFTER_MS = 30 * DAY_MS
MAX_OPEN = 10
"""Open challenges of an account, or of a browser."""
MAX_LISTED = 20
CHALLENGE_LIST = "the list of challenges"
QUEUE_TOPIC = "queue"
"""Name under which the bus announces new entries of the queue."""
CHALLENGE_ID = re.compile(CHALLENGE_ID_PATTERN)


class UnknownChallenge(LocalizableError, LookupError):
    """The challenge does not exist."""

    slug = "unknown-challenge"


class Offer(NamedTuple):
    """Match that a player offers: its kind, game, pace, the challenged player, and whether it is friendly."""

    kind: Kind
    game: str
    pace: Pace
    friendly: bool = False
    opponent: str = ""


class NewChallenge(NamedTuple):
    """Stored challenge, and the token that plays the challenger's seat later."""

    row: ChallengeRow
    token: str


class Acceptance(NamedTuple):
    """Match of an accepted challenge, with the seat of the client and its token."""

    match: str
    seat: Seat
    token: str
    result: CommandResult


def topic_of(challenge: str) -> str:
    """Returns the name under which the bus announces the end of a challenge."""
    return f"challenge/{challenge}"


def lifetime_of(kind: str, pace: str) -> int:
    """Returns how long a challenge lasts without a sign of its player, in ms."""
    return PRESENT_MS if kind == "queue" and pace != "day" else LIFETIME_MS
