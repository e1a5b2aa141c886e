"""Set phrases of the players at a match. There is no free text, which would need moderation.

They are no facts: they change no game and prove nothing. So they have a table of their own, with the last
ones of each match, and the record stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from domain.messages import Message
from domain.model import Seat
from domain.published import Instant
from projections.bus import Bus

from ..database.phrases import PhraseRepository
from ..eventstore.store import Store, translate_errors
from ..http.middleware.rate_limit import RateLimited
from ..matches.repository import MatchRepository, require_seat
from ..matches.viewing.access import Access
from .presence import topic_of

Phrase: TypeAlias = Literal[
    "hello",
    "good-luck",
    "thank-you",
    "well-played",
    "good-game",
    "nice-move",
    "sorry",
    "one-moment",
    "thinking",
    "back",
    "oops",
    "goodbye",
]
"""A set phrase. Each reader sees it in the language of the page."""
PHRASES: tuple[Phrase, ...] = get_args(Phrase)

MAX_PHRASES = 50
"""Phrases of a match that the service stores, the last ones."""
MAX_RECENT, RECENT_SECONDS = 4, 20
"""Phrases that a seat may send in this time."""
DAY_MS = 86_400_000
LIFETIME_MS = 90 * DAY_MS
PHRASE_LIST = "the list of phrases"


class SentPhrase(Struct, frozen=True):
    """A phrase of a player. Numbers of a match rise from 1."""

    number: int
    seat: Seat
    phrase: str
    at: Instant


class Talk:
    """The phrases of a service. Threads and processes may share them."""

    def __init__(
        self, store: Store, repository: MatchRepository, access: Access, bus: Bus, clock: Callable[[], int]
    ) -> None:
        self._rows = PhraseRepository(store.database)
        self._repository, self._access, self._bus, self._clock = repository, access, bus, clock
        self._swept_at = 0

    def send_phrase(self, match: str, token: str, phrase: Phrase) -> SentPhrase:
        """Sends a phrase of the player with *token*.

        Raises `UnknownMatch`, `UnknownToken`, and `RateLimited` for too many at once.
        """
        seat, now = require_seat(self._repository.load_match(match).match, token), self._clock()
        after = now - RECENT_SECONDS * 1000
        with translate_errors(PHRASE_LIST):
            added = self._rows.add_phrase(match, seat, phrase, now, MAX_PHRASES, after, MAX_RECENT)
            if now - self._swept_at > DAY_MS:
                self._swept_at = now
                self._rows.sweep_phrases(now - LIFETIME_MS)
        if isinstance(added, int):
            raise _too_many(seconds=max(1, (added - after + 999) // 1000))
        self._bus.publish(0, topic_of(match), 0)
        return SentPhrase(added.number, seat, phrase, now)

    def list_phrases(self, match: str, token: str | None) -> list[SentPhrase]:
        """Returns the last phrases of *match* for the viewer with *token*, oldest first.

        Those of a match with a delay are hidden from the public until its end, because they comment on later
        facts. Raises the errors of `Access.viewer_for`.
        """
        if self._access.window(match, self._access.viewer_for(match, token)).is_delayed():
            return []
        with translate_errors(PHRASE_LIST):
            rows = self._rows.list_phrases(match)
        return [SentPhrase(row.number, row.seat, row.phrase, row.at) for row in rows]


def _too_many(seconds: int) -> RateLimited:
    message = Message(
        "A player may send {most} phrases in {span} s: wait {seconds} s.",
        most=MAX_RECENT,
        span=RECENT_SECONDS,
        seconds=seconds,
    )
    return RateLimited(message, "phrases", f'"phrases";q={MAX_RECENT};w={RECENT_SECONDS}', seconds)
