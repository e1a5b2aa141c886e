"""Fold of the facts of rounds and their tables."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ...model import Event
from ..facts import (
    CharacterChosen,
    ChoicesDrawn,
    ClockPaused,
    ClockResumed,
    ClockSet,
    MatchBound,
    PairingChanged,
    PairingTakenBack,
    RecordBound,
    ResultCorrected,
    ResultRecorded,
    ResultReported,
    RoundClosed,
    RoundPaired,
    RoundPublished,
    RoundReopened,
    RoundStarted,
    Seating,
    StartTakenBack,
    TimeGranted,
    TurnOrCharacterChosen,
)
from ..state import Choice, PairingReason, Record, ReplacedPairing, Report, Round, Table, bye_requesters


def with_pairing(rounds: tuple[Round, ...], event: RoundPaired, seq: int) -> tuple[Round, ...]:
    """Returns *rounds* with a new pairing, in place of an earlier pairing of the round."""
    before = [round_ for round_ in rounds if (round_.stage, round_.number) == (event.stage, event.round)]
    replaced = tuple(
        earlier
        for round_ in before
        for earlier in (*round_.replaced_pairings, _replaced_pairing(round_, event.why))
    )
    earlier_reasons = tuple(reason for round_ in before for reason in round_.reasons)
    anew = (PairingReason(seq, True, event.why),) if event.why else ()
    new_round = Round(
        event.stage,
        event.round,
        seq,
        {seating.number: Table(seating.number, seating.seats) for seating in event.tables},
        {bye.player: bye.kind for bye in event.byes},
        event.engine,
        event.costs,
        replaced_pairings=replaced,
        reasons=(*earlier_reasons, *anew),
        bye_requesters=bye_requesters(event.byes),
        walkovers=event.walkovers,
    )
    new_round = replace(new_round, as_paired=event, players_as_paired=tuple(new_round.players))
    return (*(round_ for round_ in rounds if round_ not in before), new_round)


def _replaced_pairing(round_: Round, reason: str) -> ReplacedPairing:
    tables = tuple(Seating(table.number, table.seats) for table in round_.tables.values())
    return ReplacedPairing(round_.paired_seq, tables, round_.byes, reason)


def apply_to_round(round_: Round, event: Event, seq: int) -> Round:
    """Returns a round after an *event* numbered *seq*."""
    match event:
        case RoundPublished():
            return replace(round_, is_published=True, tables=_with_characters(round_, event.tables))
        case ChoicesDrawn():
            return replace(round_, tables=_with_characters(round_, event.tables))
        case RoundStarted():
            return replace(round_, is_started=True, ends=event.ends, start_seq=seq)
        case RoundClosed():
            return replace(round_, is_closed=True)
        case StartTakenBack() | ClockPaused() | ClockResumed() | ClockSet() | RoundReopened():
            return _apply_reversal(round_, event)
        case PairingChanged():
            tables = {number: table for number, table in round_.tables.items() if number not in event.removed}
            tables |= {
                seating.number: Table(
                    seating.number, seating.seats, characters=seating.characters, choosing=seating.choosing
                )
                for seating in event.tables
            }
            byes = {bye.player: bye.kind for bye in event.byes}
            reasons = (*round_.reasons, PairingReason(seq, False, event.why))
            return replace(
                round_,
                tables=tables,
                byes=byes,
                bye_requesters=bye_requesters(event.byes),
                costs=event.costs,
                reasons=reasons,
            )
        case TurnOrCharacterChosen() | CharacterChosen():
            table = _apply_choice(round_.tables[event.table], event, seq)
            return replace(round_, tables={**round_.tables, event.table: table})
        case (
            MatchBound()
            | RecordBound()
            | TimeGranted()
            | ResultReported()
            | ResultRecorded()
            | ResultCorrected()
        ):
            table = _apply_to_table(round_.tables[event.table], event, seq)
            return replace(round_, tables={**round_.tables, event.table: table})
    return round_


def _with_characters(round_: Round, seatings: Iterable[Seating]) -> dict[int, Table]:
    """Returns the tables of a round with the characters or the choosing order of *seatings*."""
    tables = {
        seating.number: replace(
            round_.tables[seating.number],
            seats=seating.seats,
            characters=seating.characters,
            choosing=seating.choosing,
        )
        for seating in seatings
        if seating.number in round_.tables
    }
    return {**round_.tables, **tables}


def _apply_choice(table: Table, event: TurnOrCharacterChosen | CharacterChosen, seq: int) -> Table:
    if isinstance(event, TurnOrCharacterChosen):
        choice = Choice(event.player, event.chosen, "", event.by, seq)
        takes_turn = (event.player == table.seats[0]) == (event.chosen == "turn")
        seats = table.seats if takes_turn else table.seats[::-1]
        return replace(table, seats=seats, choices=(*table.choices, choice))
    choice = Choice(event.player, "character", event.character, event.by, seq)
    had = table.characters or ("",) * len(table.seats)
    characters = tuple(
        event.character if player == event.player else character
        for player, character in zip(table.seats, had, strict=True)
    )
    return replace(table, characters=characters, choices=(*table.choices, choice))


def _apply_to_table(
    table: Table,
    event: MatchBound | RecordBound | TimeGranted | ResultReported | ResultRecorded | ResultCorrected,
    seq: int,
) -> Table:
    match event:
        case MatchBound():
            return replace(table, match=event.match, record=event.match)
        case RecordBound():
            return replace(table, record=event.match)
        case TimeGranted():
            return replace(table, extra_minutes=table.extra_minutes + event.minutes)
        case ResultReported():
            other_reports = tuple(report for report in table.reports if report.by != event.by)
            return replace(table, reports=(*other_reports, Report(event.by, event.result, seq)))
        case ResultRecorded():
            record = Record(event.result, event.how, seq, event.at, match_seq=event.seq)
            return replace(table, records=(*table.records, record))
        case ResultCorrected():
            record = Record(event.now, event.how, seq, event.at, event.effect, event.seq)
            return replace(table, records=(*table.records, record))


def _apply_reversal(
    round_: Round, event: StartTakenBack | ClockPaused | ClockResumed | ClockSet | RoundReopened
) -> Round:
    """Returns a round after an *event* that changes its clock or takes a step back."""
    match event:
        case StartTakenBack():
            return replace(round_, is_started=False, ends=0, paused=0)
        case ClockPaused():
            return replace(round_, paused=event.at)
        case ClockResumed():
            return replace(round_, ends=event.ends, paused=0)
        case ClockSet():
            return replace(round_, ends=event.ends)
        case RoundReopened():
            return replace(round_, is_closed=False)


def rounds_without(rounds: tuple[Round, ...], event: PairingTakenBack) -> tuple[Round, ...]:
    """Returns *rounds* without the round of a withdrawn pairing."""
    index = find_round(rounds, event.stage, event.round)
    return (*rounds[:index], *rounds[index + 1 :])


def find_round(rounds: tuple[Round, ...], stage: int, number: int) -> int:
    """Returns the index of a round in *rounds*; raises `StopIteration` in a damaged log."""
    return next(i for i, round_ in enumerate(rounds) if (round_.stage, round_.number) == (stage, number))
