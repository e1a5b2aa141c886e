"""Announced rounds and finals that are unplayed when a stage or the tournament is to end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..messages import Message
from ..words import Event
from .facts import By, WarningOverruled
from .pairing import berger
from .pairing.due import Due
from .pairing.engines import engine_of
from .refusals import Decided, Overrulable, Refused, UnplayedRounds
from .state import Tournament
from .wording import listed


def unplayed_until(t: Tournament, last: int) -> tuple[UnplayedRounds, ...]:
    """Returns what is announced and unplayed from the stage being played to stage *last*."""
    return tuple(_unplayed(t, last))


def _unplayed(t: Tournament, last: int) -> Iterator[UnplayedRounds]:
    for stage in range(t.stage, last + 1):
        rounds = _announced(t, stage)
        paired = len(t.rounds_of(stage))
        if paired < rounds:
            yield UnplayedRounds(stage, tuple(range(paired + 1, rounds + 1)))
        elif not rounds and not (stage == t.stage and _is_decided(t)):
            yield UnplayedRounds(stage)


def _announced(t: Tournament, stage: int) -> int:
    """Returns how many rounds a stage has; 0 where it takes as many as decide it."""
    plan = t.plan(stage)
    if plan.format != "round_robin":
        return plan.rounds
    players = len({who for known in t.rounds_of(stage)[:1] for who in known.players})
    most = berger.rounds(players, plan.legs) if players else 0
    return min(plan.rounds, most) if plan.rounds and most else plan.rounds or most


def _is_decided(t: Tournament) -> bool:
    """Returns whether the knock-out being played has all results, and its engine pairs no further round."""
    rounds = t.rounds_of(t.stage)
    if not rounds or rounds[-1].missing:
        return False
    try:
        # Players who have not checked in yet are still in.
        round_due = Due(t, t.stage, len(rounds) + 1, {}, t.active(t.stage))
        engine_of(round_due).pair(round_due)
    except Decided:
        return True
    except Refused:
        return False
    return False


def overrule_unplayed(t: Tournament, last: int, by: By, at: int, overrule: str) -> list[Event]:
    """Returns the overruled warnings of what stays unplayed up to stage *last*; raises `Overrulable`."""
    unplayed = unplayed_until(t, last)
    if unplayed and not overrule:
        message = Message(
            "This was announced and is not played: {losses}.", losses=listed([*losses(t, unplayed)])
        )
        missing = t.rounds[-1].missing if t.rounds and not t.rounds[-1].closed else ()
        raise Overrulable(message, "rounds_unplayed", missing, unplayed)
    return [
        WarningOverruled(each.stage, 0, "rounds_unplayed", (), by, at, overrule, each.rounds)
        for each in unplayed
    ]


def losses(t: Tournament, unplayed: Iterable[UnplayedRounds]) -> Iterator[Message]:
    """Yields in words what the end or a cut would lose: results that rounds lack, rounds and finals."""
    for round_ in t.rounds:
        if round_.missing and not round_.closed:
            tables = ", ".join(map(str, round_.missing))
            yield Message(
                "the results of round {round} at tables {tables}", round=round_.number, tables=tables
            )
    yield from map(_loss, unplayed)


def _loss(unplayed: UnplayedRounds) -> Message:
    if not unplayed.rounds:
        return Message("stage {stage} up to its final", stage=unplayed.stage)
    if len(unplayed.rounds) == 1:
        return Message("round {round} of stage {stage}", round=unplayed.rounds[0], stage=unplayed.stage)
    first, *_, last = unplayed.rounds
    return Message("rounds {first} to {last} of stage {stage}", first=first, last=last, stage=unplayed.stage)
