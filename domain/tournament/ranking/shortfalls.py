"""Announced rounds and finals that an end or a cut would leave unplayed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...messages import Message
from ...model import Event
from ..decision.misplacements import is_disputed
from ..facts import By, WarningOverruled
from ..pairing import berger
from ..pairing.engines import engine_of
from ..pairing.round_input import RoundInput
from ..plan import KNOCK_OUT_FORMATS
from ..refusals import Overrulable, Refused, StageDecided, UnplayedRounds
from ..state import Round, Tournament
from ..wording import FORMAT_NAMES, join_names


def unplayed_until(t: Tournament, last: int) -> tuple[UnplayedRounds, ...]:
    """Returns announced and unplayed rounds from the current stage to stage *last*."""
    return tuple(_unplayed_stages(t, last))


def _unplayed_stages(t: Tournament, last: int) -> Iterator[UnplayedRounds]:
    for stage in range(t.current_stage, last + 1):
        rounds = _announced_rounds(t, stage)
        paired_count = len(t.rounds_of(stage))
        if paired_count < rounds:
            yield UnplayedRounds(stage, tuple(range(paired_count + 1, rounds + 1)))
        elif not rounds and not (stage == t.current_stage and _is_decided(t)):
            yield UnplayedRounds(stage)


def _announced_rounds(t: Tournament, stage: int) -> int:
    """Returns the number of rounds of a stage, 0 for an open-ended one."""
    plan = t.plan_of(stage)
    if plan.format != "round_robin":
        return plan.rounds
    players = len({player for round_ in t.rounds_of(stage)[:1] for player in round_.players})
    maximum = berger.round_count(players, plan.legs) if players else 0
    return min(plan.rounds, maximum) if plan.rounds and maximum else plan.rounds or maximum


def _is_decided(t: Tournament) -> bool:
    """Returns whether the current knock-out is complete and pairs no further round."""
    rounds = t.rounds_of(t.current_stage)
    if not rounds or rounds[-1].missing_results or is_disputed(t, t.current_stage):
        return False
    try:
        # Players who have not checked in yet are still in.
        round_due = RoundInput(t, t.current_stage, len(rounds) + 1, {}, t.active_players(t.current_stage))
        engine_of(round_due).propose_round(round_due)
    except StageDecided:
        return True
    except Refused:
        return False
    return False


def overrule_unplayed(t: Tournament, last: int, by: By, at: int, overrule: str) -> list[Event]:
    """Returns the overruled warnings of unplayed rounds; raises `Overrulable`."""
    unplayed = unplayed_until(t, last)
    if unplayed and not overrule:
        message = Message(
            "This was announced and is not played: {losses}.",
            losses=join_names([*unplayed_sentences(t, unplayed)]),
        )
        missing = t.rounds[-1].missing_results if t.rounds and not t.rounds[-1].is_closed else ()
        raise Overrulable(message, "rounds_unplayed", missing, unplayed)
    return [
        WarningOverruled(stage_rounds.stage, 0, "rounds_unplayed", (), by, at, overrule, stage_rounds.rounds)
        for stage_rounds in unplayed
    ]


def unplayed_sentences(t: Tournament, unplayed: Iterable[UnplayedRounds]) -> Iterator[Message]:
    """Yields the results, rounds and finals that an end or a cut would lose."""
    for round_ in t.rounds:
        if round_.missing_results and not round_.is_closed:
            yield _missing_results(round_)
    for stage_rounds in unplayed:
        yield _unplayed_rounds(t, stage_rounds)


def _missing_results(round_: Round) -> Message:
    if len(round_.missing_results) == 1:
        return Message(
            "the result of round {round} at table {table}",
            round=round_.number,
            table=round_.missing_results[0],
        )
    tables = ", ".join(map(str, round_.missing_results))
    return Message("the results of round {round} at tables {tables}", round=round_.number, tables=tables)


def _unplayed_rounds(t: Tournament, unplayed: UnplayedRounds) -> Message:
    stage = _stage_name(t, unplayed.stage)
    if not unplayed.rounds:
        if t.plan_of(unplayed.stage).format in KNOCK_OUT_FORMATS:
            return Message("the stage “{stage}” up to its final", stage=stage)
        return Message("all rounds of the stage “{stage}”", stage=stage)
    first, last = unplayed.rounds[0], unplayed.rounds[-1]
    if len(t.settings.stages) == 1:
        if first == last:
            return Message("round {round}", round=first)
        return Message("rounds {first} to {last}", first=first, last=last)
    if first == last:
        return Message("round {round} of the stage “{stage}”", round=first, stage=stage)
    return Message("rounds {first} to {last} of the stage “{stage}”", first=first, last=last, stage=stage)


def _stage_name(t: Tournament, stage: int) -> Message:
    """Returns the format of a stage, with its number where several stages share it."""
    name = FORMAT_NAMES[t.plan_of(stage).format]
    if sum(plan.format == t.plan_of(stage).format for plan in t.settings.stages) == 1:
        return name
    return Message("{format}, stage {stage}", format=name, stage=stage)
