"""Published results of matches, with players by id and by name."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Literal

import msgspec
from msgspec import Struct

from domain import table
from domain.published import Instant, OptionalText
from domain.table.results import How
from projections.match_views import MatchSummary, MatchViews, RulesOf, summarize_match
from projections.view_store import VIEW_STORE_ERRORS, ViewStore

from ..identity.players import NamedPlayer, PlayerDirectory
from .repository import MatchRepository

_decode: Callable[[bytes], MatchSummary] = msgspec.json.Decoder(MatchSummary).decode


DecidedBy = Literal["rules", "clock", "players", "seat", "judge"]
"""The cause of a result."""
CAUSES: dict[str, DecidedBy] = {"": "rules", "clock": "clock", "players": "players", "judge": "judge"}
"""Each cause that is not a seat, by its name in a stored result."""


class Side(Struct, frozen=True):
    """The seats that win or lose together, with their players in the same order; null for a free seat.

    After the end, `characters` are the characters or Villains by id, and `score` is the points, null in a
    game without points. `place` is 1 for a winner, and for all sides of a draw. `stand_ins` are seats that
    a bot played on.
    """

    seats: tuple[int, ...]
    players: tuple[NamedPlayer | None, ...]
    characters: tuple[str, ...] = ()
    score: int | None = None
    place: int | None = None
    stand_ins: tuple[int, ...] = ()


class MatchResult(Struct, frozen=True):
    """The end of a match: its kind, its time, and the party that decided it.

    `rule` is the number of the rule that ended it, `seat` the seat that conceded, `judge` the judge who
    assigned the result; each is null for other causes.
    """

    how: How
    decided_by: DecidedBy
    seat: int | None
    judge: str | None
    rule: OptionalText
    ended: Instant


def publish_result(result: table.MatchResult) -> MatchResult:
    """Returns *result* in its published form."""
    cause, _, name = result.by.partition(":")
    decided_by = CAUSES.get(cause, "seat")
    seat = int(cause.removeprefix("seat-")) if decided_by == "seat" else None
    return MatchResult(result.how, decided_by, seat, name or None, result.rule, result.ended)


class Results:
    """Results of matches, from their views or else from their facts. Threads may share it."""

    def __init__(
        self,
        views: ViewStore,
        repository: MatchRepository,
        rules_of: RulesOf,
        players: PlayerDirectory,
    ) -> None:
        self._views, self._repository, self._players = views, repository, players
        self._projection = MatchViews(rules_of)

    def load_summary(self, match: str) -> MatchSummary:
        """Returns the summary of *match* for lists; raises the errors of loading its rules."""
        return self._stored_summary(match) or self._compute_summary(match)

    def load_result(self, match: str, seq: int) -> table.MatchResult | None:
        """Returns the result of *match* at fact *seq*, or `None`; raises like `summarize_match`."""
        match_summary = self._stored_summary(match)
        if match_summary is not None and match_summary.since <= seq <= match_summary.seq:
            return match_summary.result
        return self._compute_summary(match, seq).result

    def name_sides(self, result: table.MatchResult) -> tuple[Side, ...]:
        """Returns the sides of a *result* with their players by name."""
        sitting = self._players.list_seated
        return tuple(
            Side(side.seats, sitting(side.players), side.characters, side.score, side.place, side.stand_ins)
            for side in result.sides
        )

    def _stored_summary(self, match: str) -> MatchSummary | None:
        with suppress(*VIEW_STORE_ERRORS):
            view = self._views.get(MatchViews.name, f"{match}/summary")
            return _decode(view) if view is not None else None
        return None

    def _compute_summary(self, match: str, seq: int | None = None) -> MatchSummary:
        first, *facts = self._repository.load_facts(match, 0, seq)
        view = self._projection.start_view(match, first)
        for fact in facts:
            view = self._projection.apply_fact(view, fact)
        return summarize_match(view)
