"""Settings that a report file lacks, for its import."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from domain.tournament.plan import Stage, Tiebreaker

from ..entry.entrants import Id
from ..plans import NewTournament
from .model import MAX_CHARACTERS, MAX_ROUNDS, Report


class ReportFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament in FIDE's Tournament Report File (TRF-16 or TRF-2026), with missing settings.

    `report` is the text of the file, `game` the game of its rounds. The file's own `title`, number of
    `rounds`, pairing `engine` and `tiebreakers` hold, unless they are sent. `cards`, `minutes` and `online`
    are those of a new tournament.
    """

    report: Annotated[str, Meta(min_length=1, max_length=MAX_CHARACTERS)]
    game: Id
    title: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    rounds: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] | None = None
    engine: Literal["", "dutch"] | None = None
    tiebreakers: tuple[Tiebreaker, ...] | None = None
    cards: Id | None = None
    minutes: Annotated[int, Meta(ge=0, le=100_000)] = 0
    online: bool = False


def plan_of(report: Report, file: ReportFile) -> NewTournament:
    """Returns the announcement of a tournament that continues a *report*."""
    header = report.header
    rounds = file.rounds or header.rounds or max(1, len(report.rounds))
    if header.format == "round_robin":
        games = max(1, len(report.players) - 1 + len(report.players) % 2)
        stage = Stage("round_robin", legs=max(1, rounds // games))
    else:
        stage = Stage("swiss", rounds, engine=header.engine if file.engine is None else file.engine)
    return NewTournament(
        (file.title or header.title)[:100],
        file.game,
        (stage,),
        header.points,
        header.tiebreakers if file.tiebreakers is None else file.tiebreakers,
        file.cards,
        file.minutes,
        file.online,
    )
