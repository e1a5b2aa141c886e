"""The window through which one viewer looks at one match: what the match has come to, as far as it is theirs.

Only judges and those who play see a match with a delay as it happens. Whatever shows a match to somebody
reads it through a window, so that the delay is kept everywhere alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from domain.model import Fact, Viewer
from projections.match_views import LoadedMatch
from replays.playback.public_delay import last_public_seq
from replays.playback.replay import Replay

if TYPE_CHECKING:
    from ..repository import MatchRepository


class Window:
    """What *viewer* may look at of *match*: all of it, or what is old enough; raises `UnknownMatch`.

    `last` is the last fact that may be told; `None`, where there is no delay, stands for whichever that is.
    """

    def __init__(self, repository: MatchRepository, match: str, viewer: Viewer) -> None:
        self.repository, self.match, self.viewer = repository, match, viewer
        match_opened = repository.opened(match)
        self.game = repository.game(match_opened.game)
        self.last: int | None = None
        if match_opened.delay is not None and not viewer.shares:
            replay, measures = repository.replay(match), self.game.measure_match
            self.last = last_public_seq(
                replay, match_opened.delay, lambda facts: measures(facts).rounds, repository.clock()
            )

    def current(self) -> LoadedMatch:
        """Returns the match as it stands for this viewer."""
        if self.last is None:
            return self.repository.get(self.match)
        return self.repository.at(self.match, self.last)

    def film(self) -> Replay[Any, Any]:
        """Returns the match as a film that ends where it stands for this viewer."""
        replay = self.repository.replay(self.match)
        return replay if self.last is None else replay.until(self.last)

    def at(self, seq: int) -> LoadedMatch:
        """Returns the match as it stood after fact *seq*; raises `replay.UnknownMoment`."""
        if self.last is None:
            return self.repository.at(self.match, seq)
        film = self.film()
        return LoadedMatch(film.rules, film.at(seq))

    def check(self, seq: int) -> None:
        """Raises `replay.UnknownMoment` unless there is a fact *seq* to look at."""
        if not 0 < seq <= (self.repository.cached_seq(self.match) if self.last is None else self.last):
            self.at(seq)

    def facts(self, after: int = 0, upto: int | None = None) -> list[Fact]:
        """Returns the facts with `after < seq <= upto`, as they are recorded."""
        return self.visible_facts(self.repository.facts(self.match, after, upto))

    def visible_facts(self, facts: Iterable[Fact]) -> list[Fact]:
        """Returns those of *facts* that may be told."""
        return [fact for fact in facts if self.last is None or fact.seq <= self.last]
