"""Describes manual interventions such as corrections, pairings, penalties and choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime

from domain.messages import Message
from domain.model import Event, Fact
from domain.tournament.facts import (
    PLAYER_PREFIX,
    CharacterChosen,
    ClockPaused,
    ClockSet,
    CutTakenBack,
    EndTakenBack,
    PairingChanged,
    PairingTakenBack,
    PenaltyGiven,
    PenaltyLifted,
    PlayerDisqualified,
    ReportImported,
    ResultCorrected,
    RoundPaired,
    RoundReopened,
    StageCut,
    StartTakenBack,
    TimeGranted,
    TurnOrCharacterChosen,
    WarningKind,
    WarningOverruled,
    WinnerNamed,
)
from domain.tournament.ranking.differences import fact_sentence
from domain.tournament.state import Tournament
from domain.tournament.wording import describe_choice

MISSING_NOUNS: Mapping[WarningKind, str] = {"results_missing": "results", "choices_missing": "choices"}
"""The missing items behind an overruled warning."""


def describe_interventions(
    t: Tournament, facts: Iterable[Fact], render: Callable[[Message], str]
) -> Iterator[str]:
    """Yields each intervention of *facts* with its time, fact and author.

    *render* replaces ids with names. Rounds outside *t* are left out.
    """
    visible_rounds = {(round_.stage, round_.number) for round_ in t.rounds}
    for fact in facts:
        event = fact.event
        number = getattr(event, "round", 0)
        if number and (getattr(event, "stage", 0), number) not in visible_rounds:
            continue
        if text := _intervention_line(t, event, render):
            at = datetime.fromtimestamp(getattr(event, "at", 0) // 1000, UTC)
            by = getattr(event, "by", "")
            yield " ".join(f"{at:%Y-%m-%d %H:%M} UTC, fact {fact.seq}, by {by}: {text}".split())


def _intervention_line(t: Tournament, event: Event, render: Callable[[Message], str]) -> str:
    match event:
        case PairingChanged(why=why) | RoundPaired(why=why) if not why:
            return ""
        case RoundPaired():
            return f"Round {event.round} was paired anew ({event.why})."
        case TurnOrCharacterChosen(by=by) | CharacterChosen(by=by):
            return "" if by.startswith(PLAYER_PREFIX) else render(describe_choice(event))
        case WarningOverruled(warning="rounds_unplayed"):
            unplayed = ", ".join(map(str, event.rounds))
            lost = f"without rounds {unplayed}" if unplayed else "before it was decided"
            return f"Stage {event.stage} was left {lost} ({event.why})."
        case WarningOverruled(warning="scores_contradict"):
            tables = ", ".join(map(str, event.tables))
            return f"Round {event.round}, table {tables}: the scores contradict the result ({event.why})."
        case PairingTakenBack():
            return f"The pairing of round {event.round} was taken back ({event.why})."
        case StartTakenBack():
            return f"The start of round {event.round} was taken back ({event.why})."
        case ClockPaused():
            return f"The clock of round {event.round} was paused ({event.why or 'no reason'})."
        case ClockSet():
            return f"The clock of round {event.round} was set ({event.why})."
        case RoundReopened():
            return f"Round {event.round} was reopened ({event.why})."
        case CutTakenBack():
            return f"The cut after stage {event.stage} was taken back ({event.why})."
        case EndTakenBack():
            return f"The end was taken back ({event.why or 'no reason'})."
        case WarningOverruled():
            tables = ", ".join(map(str, event.tables))
            lacking = MISSING_NOUNS[event.warning]
            return f"Round {event.round} went on without {lacking} of tables {tables} ({event.why})."
        case ReportImported():
            program = f" by {event.program}" if event.program else ""
            return f"All before comes from a report file{program} (SHA-256 {event.digest})."
        case TimeGranted():
            return f"Round {event.round}, table {event.table} got {event.minutes} minutes more ({event.why})."
        case (
            ResultCorrected()
            | PairingChanged()
            | PenaltyGiven()
            | PenaltyLifted()
            | PlayerDisqualified()
            | StageCut()
            | WinnerNamed()
        ):
            sentence = fact_sentence(t, event)
            return "" if sentence is None else render(sentence)
    return ""
