"""Differences between the standings of one round at two facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...messages import Message
from ...model import Event, Fact
from ..facts import (
    PairingChanged,
    PairingTakenBack,
    PenaltyGiven,
    PenaltyLifted,
    PlayerDisqualified,
    PlayerDropped,
    PlayerRegistered,
    PlayerReturned,
    PlayersMerged,
    ResultCorrected,
    ResultRecorded,
    RoundPaired,
    RoundPublished,
    StageCut,
    WinnerNamed,
)
from ..fold import evolve, facts_until, fold
from ..state import Tournament
from ..visibility import published_view as published
from ..wording import describe_result, join_names
from .changes import Change, compare_standings
from .standings import compute_standings


class Difference(NamedTuple):
    """Fact in a sentence, with the changes of standings that it caused."""

    seq: int
    sentence: Message
    changes: tuple[Change, ...]


class DifferencePage(NamedTuple):
    """Facts that changed standings; fact `next_seq` is the last one compared, 0 at the end."""

    differences: tuple[Difference, ...]
    next_seq: int


def page_of(compared: Iterable[Difference], limit: int, max_compared: int) -> DifferencePage:
    """Returns up to *limit* differences with changes, from the first *max_compared* ones."""
    differences: list[Difference] = []
    last_seq = 0
    for number, difference in enumerate(compared):
        if number == max_compared or len(differences) == limit:
            return DifferencePage(tuple(differences), last_seq)
        if difference.changes:
            differences.append(difference)
        last_seq = difference.seq
    return DifferencePage(tuple(differences), 0)


def compare_facts(
    facts: Sequence[Fact],
    earlier: int,
    later: int,
    stage: int,
    after: int | None = None,
    *,
    public: bool = False,
) -> Iterator[Difference]:
    """Yields each fact that standings may depend on, with its changes.

    It computes standings once for each fact. With *public* only published rounds count. Raises `Refused` for
    a stage that has not begun.
    """
    view = published if public else lambda t: t
    t = fold(facts_until(facts, earlier))
    rows = compute_standings(view(t), stage, after)
    for fact in facts_until(facts, later):
        if fact.seq <= earlier:
            continue
        before, t = t, evolve(t, fact)
        sentence = fact_sentence(before, fact.event)
        if sentence is None or not _concerns_standings(t, fact.event, stage, after):
            continue
        rows_before, rows = rows, compute_standings(view(t), stage, after)
        yield Difference(fact.seq, sentence, tuple(compare_standings(rows_before, rows)))


def _concerns_standings(t: Tournament, event: Event, stage: int, after: int | None) -> bool:
    """Returns whether the standings of a *stage* after a round may depend on an event.

    A cut belongs to the stage that it opens. Swiss rounds do not depend on later ones. In other formats later
    attendance counts.
    """
    if isinstance(event, StageCut):
        return event.stage + 1 == stage
    if getattr(event, "stage", 0) not in (0, stage):
        return False
    return after is None or t.plan_of(stage).format != "swiss" or getattr(event, "round", 0) <= after


def fact_sentence(t: Tournament, event: Event) -> Message | None:
    """Returns an event in a sentence, `None` if standings do not depend on it."""
    match event:
        case ResultRecorded():
            seats = _seats_of(t, event)
            return Message(
                "Round {round}, table {table}: {result}.",
                round=event.round,
                table=event.table,
                result=describe_result(event.result, seats),
            )
        case ResultCorrected():
            seats = _seats_of(t, event)
            return Message(
                "Round {round}, table {table}: {now} instead of {was} ({why}).",
                round=event.round,
                table=event.table,
                now=describe_result(event.now, seats),
                was=describe_result(event.was, seats),
                why=event.why,
            )
        case PenaltyGiven():
            return Message("{player} was given a penalty ({why}).", player=event.player, why=event.why)
        case PenaltyLifted():
            return Message(
                "A penalty of {player} was taken back ({why}).", player=event.player, why=event.why
            )
        case PlayerDropped():
            return Message("{player} dropped out.", player=event.player)
        case PlayerReturned():
            return Message("{player} came back.", player=event.player)
        case PlayerDisqualified():
            return Message("{player} was disqualified ({why}).", player=event.player, why=event.why)
        case PlayersMerged():
            return Message("{player} and {other} are one player.", player=event.player, other=event.into)
        case PlayerRegistered():
            return Message("{player} was registered.", player=event.player)
        case RoundPaired():
            return Message("Round {round} was paired.", round=event.round)
        case PairingTakenBack():
            return Message(
                "The pairing of round {round} was taken back ({why}).", round=event.round, why=event.why
            )
        case RoundPublished():
            return Message("Round {round} was published.", round=event.round)
        case StageCut() if event.why:
            return Message(
                "The cut after stage {stage} was made by hand ({why}). Going on: {players}.",
                stage=event.stage,
                players=join_names(event.through),
                why=event.why,
            )
        case WinnerNamed(player=""):
            return Message("No player wins stage {stage} ({why}).", stage=event.stage, why=event.why)
        case WinnerNamed():
            return Message(
                "The organizers named {player} the winner of stage {stage} ({why}).",
                player=event.player,
                stage=event.stage,
                why=event.why,
            )
        case PairingChanged():
            return Message("Round {round} was changed by hand ({why}).", round=event.round, why=event.why)
    return None


def _seats_of(t: Tournament, event: ResultRecorded | ResultCorrected) -> tuple[str, ...]:
    return next(
        round_.tables[event.table].seats
        for round_ in t.rounds_of(event.stage)
        if round_.number == event.round
    )
