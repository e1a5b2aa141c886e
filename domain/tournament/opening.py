"""Opening a tournament, and ending it."""

from __future__ import annotations

from collections.abc import Iterator

from ..messages import Message
from ..words import Fact
from . import rounds
from .facts import By, TournamentEnded, TournamentOpened
from .plan import RULES, Points, Stage
from .refusals import Refused, Unsound, check_open, told
from .state import Tournament


def open_tournament(opened: TournamentOpened) -> list[Fact]:
    """Returns the facts of opening a tournament: one. Raises `Refused` when it could not be played."""
    if opened.version != RULES:
        raise Unsound(Message("There is no version {version} of these rules.", version=opened.version))
    if not opened.stages:
        raise Unsound(Message("A tournament has at least one stage."))
    if len(set(opened.tiebreakers)) != len(opened.tiebreakers):
        raise Unsound(Message("A tie-breaker is named twice."))
    if opened.points.unit < 1:
        raise Unsound(Message("A point is made of at least one unit."))
    if opened.minutes < 0:
        raise Unsound(Message("A round cannot take less than no time."))
    for number, stage in enumerate(opened.stages, 1):
        for fault in (*_faults(number, stage), *_engine_faults(stage, opened.points)):
            raise Unsound(Message("Stage {stage}: {fault}", stage=number, fault=fault))
    return [Fact(1, 0, "", opened)]


def _faults(number: int, stage: Stage) -> Iterator[Message]:
    if not stage.seats or min(stage.seats) < 2:
        yield Message("a table has at least two seats.")
    if stage.rounds < 0 or (stage.format == "swiss" and stage.rounds == 0):
        yield Message("Swiss rounds are announced: 1 or more.")
    if stage.format == "pods" and not 0 < stage.going_on < min(stage.seats):
        yield Message("some of each table go on, and not all.")
    if stage.format in ("round_robin", "single_elimination", "double_elimination") and stage.seats != (2,):
        yield Message("this format is for tables of two.")
    if stage.third_place and stage.format != "single_elimination":
        yield Message("third place is played for in a single elimination.")
    for pool in stage.pools:
        if len(set(pool)) != len(pool) or len(pool) < max(stage.seats, default=0):
            yield Message("a pool has each character once, and at least one for each seat of a table.")
    if stage.casting != "drawn" and not stage.pools:
        yield Message("players choose from pools: announce them.")
    if stage.casting == "turn_or_character" and stage.seats != (2,):
        yield Message("a character or the first turn is chosen at tables of two.")
    if stage.legs < 1:
        yield Message("everybody meets everybody at least once.")
    if number > 1 and stage.players < 2:
        yield Message("it has to be announced how many go on: 2 or more.")


def _engine_faults(stage: Stage, points: Points) -> Iterator[Message]:
    if stage.engine == "dutch":
        if stage.format != "swiss" or stage.seats != (2,):
            yield Message("the Dutch system is for Swiss rounds at tables of two.")
        if points.win != 2 * points.draw or points.loss or points.places:
            yield Message("in the Dutch system a draw is worth half a win, and a loss nothing.")
    elif stage.engine:
        yield Message("there is no pairing engine “{engine}”.", engine=stage.engine)


def end(t: Tournament, by: By, at: int, overrule: str = "") -> list[Fact]:
    """Ends a tournament, which reveals its seed. *overrule* is why it ends although results are missing.

    Raises `Refused`, and `Overrulable` for missing results.
    """
    check_open(t)
    if not t.rounds:
        raise Refused(Message("No round was paired yet."))
    overruled = rounds.check_complete(t, by, at, overrule)
    return told(t, *overruled, TournamentEnded(t.opened.seed, by, at))
