"""Window of one viewer on one match, with the facts that the viewer may see.

Only judges and players see a match with a delay live. All views of a match go through a window, so the delay
holds everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from domain.model import Fact, Viewer
from projections.match_views import LoadedMatch
from replays.playback.replay import Replay, last_public_seq

if TYPE_CHECKING:
    from ..repository import MatchRepository


class Window:
    """Facts of *match* that *viewer* may see, all or the old ones; raises `UnknownMatch`.

    `last` is the last visible fact, `None` without a delay.
    """

    def __init__(self, repository: MatchRepository, match: str, viewer: Viewer) -> None:
        self.repository, self.match, self.viewer = repository, match, viewer
        match_opened = repository.load_settings(match)
        self.game = repository.find_game(match_opened.game)
        self.last: int | None = None
        if match_opened.delay is not None and not viewer.shares and not viewer.at_table:
            replay, measures = repository.load_replay(match), self.game.measure_match
            self.last = last_public_seq(
                replay, match_opened.delay, lambda facts: measures(facts).rounds, repository.clock()
            )

    def load(self) -> LoadedMatch:
        """Returns the visible state of the match."""
        if self.last is None:
            return self.repository.load_match(self.match)
        return self.repository.load_at(self.match, self.last)

    def load_replay(self) -> Replay[Any, Any]:
        """Returns the replay of the visible facts."""
        replay = self.repository.load_replay(self.match)
        return replay if self.last is None else replay.until(self.last)

    def load_at(self, seq: int) -> LoadedMatch:
        """Returns the match after fact *seq*; raises `replay.UnknownMoment`."""
        if self.last is None:
            return self.repository.load_at(self.match, seq)
        replay = self.load_replay()
        return LoadedMatch(replay.rules, replay.at(seq))

    def is_delayed(self) -> bool:
        """Returns whether the viewer does not see the present of a running match yet."""
        return self.last is not None and self.repository.load_match(self.match).match.ended is None

    def require_visible(self, seq: int) -> None:
        """Raises `replay.UnknownMoment` unless fact *seq* is visible."""
        if not 0 < seq <= (self.repository.cached_seq(self.match) if self.last is None else self.last):
            self.load_at(seq)

    def load_facts(self, after: int = 0, until: int | None = None) -> list[Fact]:
        """Returns the visible facts with `after < seq <= until`."""
        return self.visible_facts(self.repository.load_facts(self.match, after, until))

    def visible_facts(self, facts: Iterable[Fact]) -> list[Fact]:
        """Returns the visible ones of *facts*."""
        return [fact for fact in facts if self.last is None or fact.seq <= self.last]
