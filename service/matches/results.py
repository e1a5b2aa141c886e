"""How matches ended, with their players by id and by name: the one form of a result in all replies."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec import Struct

from domain.published import Instant, OptionalText
from domain.table import MatchResult
from domain.table.outcome import How
from projections.boards import MatchSummary, MatchViews, RulesOf, summary
from projections.home import OUT_OF_REACH, ViewStore

from ..identity.players import NamedPlayer, PlayerDirectory
from .repository import MatchRepository

_decode: Callable[[bytes], MatchSummary] = msgspec.json.Decoder(MatchSummary).decode


class NamedSide(Struct, frozen=True):
    """Who won or lost together: seats, players in the order of these, characters or Villains by id.

    `score` is how many points the side had at the end, `null` in a game that counts none; `place` is 1 for
    who won, and for all with a draw. `stand_ins` are the seats of which a bot played the rest.
    """

    seats: tuple[int, ...]
    players: tuple[NamedPlayer | None, ...]
    characters: tuple[str, ...]
    score: int | None
    place: int
    stand_ins: tuple[int, ...] = ()


class NamedResult(Struct, frozen=True):
    """How a match ended: won or drawn by the rules, won on time, drawn by agreement, conceded, or assigned by
    a judge.

    `by` is `seat-0` for who conceded, `clock` where time was up, `players` for who agreed on a draw, `judge:`
    and a name for who assigned it, and null where the rules ended the match, of which `rule` is the number.
    `ended` is when.
    """

    sides: tuple[NamedSide, ...]
    how: How
    by: OptionalText
    rule: OptionalText
    ended: Instant


class Results:
    """How matches ended: from their views, or else from their facts. Threads may share it."""

    def __init__(
        self,
        views: ViewStore,
        repository: MatchRepository,
        rules_of: RulesOf,
        players: PlayerDirectory,
    ) -> None:
        self._views, self._repository, self._players = views, repository, players
        self._projection = MatchViews(rules_of)

    def summary(self, match: str) -> MatchSummary:
        """Returns what lists tell of *match* as it stands; raises what loading its rules raises."""
        return self._known(match) or self._made(match)

    def of(self, match: str, seq: int) -> MatchResult | None:
        """Returns how *match* had ended by fact *seq*, or `None` while it went on; raises as `summary`."""
        known = self._known(match)
        if known is not None and known.since <= seq <= known.seq:
            return known.result
        return self._made(match, seq).result

    def named(self, result: MatchResult | None) -> NamedResult | None:
        """Returns a *result* with its players by name."""
        if result is None:
            return None
        sitting = self._players.sitting
        sides = tuple(
            NamedSide(
                side.seats,
                sitting(side.players),
                side.characters,
                side.score,
                side.place,
                side.stand_ins,
            )
            for side in result.sides
        )
        return NamedResult(sides, result.how, result.by, result.rule, result.ended)

    def _known(self, match: str) -> MatchSummary | None:
        with suppress(*OUT_OF_REACH):
            view = self._views.get(MatchViews.name, f"{match}/summary")
            return _decode(view) if view is not None else None
        return None

    def _made(self, match: str, seq: int | None = None) -> MatchSummary:
        first, *facts = self._repository.facts(match, 0, seq)
        view = self._projection.start(match, first)
        for fact in facts:
            view = self._projection.step(view, fact)
        return summary(view)
