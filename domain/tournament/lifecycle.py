"""Start and end of a tournament."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..messages import Message
from ..model import Fact
from .facts import By, TournamentEnded, TournamentOpened
from .plan import RULES_VERSION, Points, Stage
from .play import rounds
from .ranking.shortfalls import overrule_unplayed
from .refusals import Unsound, UnsoundPlan, check_open, to_facts
from .state import Tournament


def open_tournament(settings: TournamentOpened) -> list[Fact]:
    """Returns the first fact of a tournament. Raises `Refused` for unplayable settings."""
    if settings.version != RULES_VERSION:
        raise Unsound(Message("There is no version {version} of these rules.", version=settings.version))
    if not settings.stages:
        raise UnsoundPlan("/stages", Message("A tournament has at least one stage."))
    if len(set(settings.tiebreakers)) != len(settings.tiebreakers):
        raise UnsoundPlan("/tiebreakers", Message("A tie-breaker is named twice."))
    if settings.points.unit < 1:
        raise UnsoundPlan("/points/unit", Message("A point is made of at least one unit."))
    if settings.minutes < 0:
        raise UnsoundPlan("/minutes", Message("A round cannot take less than no time."))
    for fault in stage_errors(settings.stages, settings.points):
        raise fault
    return [Fact(1, 0, "", settings)]


def stage_errors(stages: Sequence[Stage], points: Points) -> Iterator[UnsoundPlan]:
    """Yields an error for each field of *stages* that cannot be played."""
    for number, stage in enumerate(stages, 1):
        for field, fault in (*_stage_errors(number, stage), *_engine_errors(stage, points)):
            message = Message("Stage {stage}: {fault}", stage=number, fault=fault)
            yield UnsoundPlan(f"/stages/{number - 1}/{field}", message)


def _stage_errors(number: int, stage: Stage) -> Iterator[tuple[str, Message]]:
    """Yields the invalid fields of a stage, each with a message."""
    if not stage.seats or min(stage.seats) < 2:
        yield "seats", Message("a table has at least two seats.")
    if stage.rounds < 0 or (stage.format == "swiss" and stage.rounds == 0):
        yield "rounds", Message("Swiss rounds are announced: 1 or more.")
    if stage.format == "pods" and not 0 < stage.going_on < min(stage.seats):
        yield "going_on", Message("some of each table go on, and not all.")
    if stage.format in ("round_robin", "single_elimination", "double_elimination") and stage.seats != (2,):
        yield "seats", Message("this format is for tables of two.")
    if stage.third_place and stage.format != "single_elimination":
        yield "third_place", Message("third place is played for in a single elimination.")
    for pool in stage.pools:
        if len(set(pool)) != len(pool) or len(pool) < max(stage.seats, default=0):
            sentence = Message("a pool has each character once, and at least one for each seat of a table.")
            yield "pools", sentence
    if stage.casting != "drawn" and not stage.pools:
        yield "pools", Message("players choose from pools: announce them.")
    if stage.casting == "turn_or_character" and stage.seats != (2,):
        yield "casting", Message("a character or the first turn is chosen at tables of two.")
    if stage.legs < 1:
        yield "legs", Message("everybody meets everybody at least once.")
    if number > 1 and stage.players < 2:
        yield "players", Message("it has to be announced how many go on: 2 or more.")


def _engine_errors(stage: Stage, points: Points) -> Iterator[tuple[str, Message]]:
    if stage.engine == "dutch":
        if stage.format != "swiss" or stage.seats != (2,):
            yield "engine", Message("the Dutch system is for Swiss rounds at tables of two.")
        if points.win != 2 * points.draw or points.loss or points.places:
            yield "engine", Message("in the Dutch system a draw is worth half a win, and a loss nothing.")
    elif stage.engine:
        yield "engine", Message("there is no pairing engine “{engine}”.", engine=stage.engine)


def end_tournament(t: Tournament, by: By, at: int, overrule: str = "") -> list[Fact]:
    """Ends a tournament; *overrule* is the reason to end it with results or rounds missing.

    Raises `Refused`, and `Overrulable` for missing results and rounds.
    """
    check_open(t)
    rounds.check_published(t)
    last = len(t.settings.stages)
    unplayed = overrule_unplayed(t, last, by, at, overrule)
    overruled = rounds.overrule_missing_results(t, by, at, overrule)
    return to_facts(t, *overruled, *unplayed, TournamentEnded("", by, at))
