"""The fold: a tournament after each of its facts. Total: what happened cannot be refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from ..model import Event, Fact
from . import staff
from .facts import (
    ByeAsked,
    ByeWithdrawn,
    CharacterChosen,
    CheckInCancelled,
    CheckInClosed,
    CheckInOpened,
    CheckInWithdrawn,
    ChoicesDrawn,
    ClockPaused,
    ClockResumed,
    ClockSet,
    CutTakenBack,
    EndTakenBack,
    MatchBound,
    PairingChanged,
    PairingTakenBack,
    PenaltyGiven,
    PenaltyLifted,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerDropped,
    PlayerRegistered,
    PlayerReturned,
    RegistrationClosed,
    RegistrationOpened,
    ReportImported,
    Requested,
    ResultCorrected,
    ResultRecorded,
    ResultReported,
    RoundClosed,
    RoundPaired,
    RoundPublished,
    RoundReopened,
    RoundScheduled,
    RoundStarted,
    Seating,
    SeedRevealed,
    StageCut,
    StartTakenBack,
    TimeGranted,
    TournamentEnded,
    TournamentImported,
    TournamentOpened,
    TurnOrCharacterChosen,
    WinnerNamed,
)
from .imports import imported_by
from .presence import check_in_after, registered_late
from .registrations.entries import Attendance, Entry
from .registrations.fold import Correction, registrations_after
from .reversal.fold import find_round, round_after_reversal, rounds_without
from .state import (
    Choice,
    Cut,
    FiledReport,
    PairingReason,
    Penalty,
    Record,
    ReplacedPairing,
    Report,
    Round,
    Table,
    Tournament,
    bye_requesters,
)


def fold(facts: Iterable[Fact], tournament: Tournament | None = None) -> Tournament:
    """Returns the tournament after *facts*: all of them, or those that follow on *tournament*."""
    facts = iter(facts)
    if tournament is None:
        first = next(facts)
        assert isinstance(first.event, TournamentOpened)
        tournament = Tournament(first.event, first.seq)
    for fact in facts:
        tournament = evolve(tournament, fact)
    return tournament


def evolve(t: Tournament, fact: Fact) -> Tournament:
    """Returns the tournament after one *fact*."""
    event, seq = fact.event, fact.seq
    if isinstance(event, staff.StaffEvent):
        return staff.apply_staff_fact(t, event, seq)
    if isinstance(event, Correction):
        return replace(registrations_after(t, event), seq=seq)
    match event:
        case PlayerRegistered():
            players = {**t.players, event.player: Entry(event, seq)}
            return replace(t, seq=seq, players=players, check_in=registered_late(t.check_in, event))
        case CheckInOpened() | CheckInClosed() | CheckInCancelled() | PlayerCheckedIn() | CheckInWithdrawn():
            return replace(t, seq=seq, check_in=check_in_after(t.check_in, event, seq))
        case PlayerDropped():
            return _with_attendance(t, seq, event.player, "dropped")
        case PlayerReturned():
            return _with_attendance(t, seq, event.player, "playing")
        case PlayerDisqualified():
            return _with_attendance(t, seq, event.player, "disqualified")
        case RegistrationOpened() | RegistrationClosed():
            opened = event if isinstance(event, RegistrationOpened) else None
            return replace(t, seq=seq, registration=opened)
        case ByeAsked() | ByeWithdrawn():
            return replace(t, seq=seq, requests=_with_request(t, event))
        case RoundPaired():
            return replace(t, seq=seq, rounds=_with_pairing(t.rounds, event, seq))
        case PenaltyGiven():
            return replace(t, seq=seq, penalties=(*t.penalties, Penalty(event, seq)))
        case PenaltyLifted():
            return replace(t, seq=seq, penalties=tuple(g for g in t.penalties if g.seq != event.penalty))
        case RoundScheduled(stage=stage, round=number, starts=starts):
            return replace(t, seq=seq, scheduled={**t.scheduled, (stage, number): starts})
        case PairingTakenBack():
            return replace(t, seq=seq, rounds=rounds_without(t.rounds, event))
        case StageCut(stage=stage) | CutTakenBack(stage=stage):
            remaining = tuple(known for known in t.rounds if known.stage <= stage)
            cut = (Cut(event, seq),) if isinstance(event, StageCut) else ()
            return replace(t, seq=seq, cuts=(*t.cuts[: stage - 1], *cut), rounds=remaining)
        case WinnerNamed(stage=stage):
            return replace(t, seq=seq, named={**t.named, stage: event})
        case TournamentEnded():
            return replace(t, seq=seq, ended=event, revealed_seed=event.seed)
        case EndTakenBack():
            return replace(t, seq=seq, ended=None)
        case SeedRevealed(seed=seed):
            return replace(t, seq=seq, revealed_seed=seed)
        case TournamentImported():
            return replace(t, seq=seq, imported=imported_by(fact))
        case ReportImported():
            return replace(t, seq=seq, report=FiledReport(event, seq))
        case (
            (
                PairingChanged()
                | RoundPublished()
                | RoundStarted()
                | RoundClosed()
                | MatchBound()
                | TimeGranted()
            )
            | (StartTakenBack() | ClockPaused() | ClockResumed() | ClockSet() | RoundReopened())
            | (
                TurnOrCharacterChosen()
                | CharacterChosen()
                | ChoicesDrawn()
                | ResultReported()
                | ResultRecorded()
                | ResultCorrected()
            )
        ):
            rounds = list(t.rounds)
            where = find_round(t.rounds, event.stage, event.round)
            rounds[where] = _apply_to_round(rounds[where], event, seq)
            return replace(t, seq=seq, rounds=tuple(rounds))
    return replace(t, seq=seq)


def _with_attendance(t: Tournament, seq: int, player: str, attendance: Attendance) -> Tournament:
    entry = replace(t.players[player], attendance=attendance, since=seq)
    return replace(t, seq=seq, players={**t.players, player: entry})


def _with_request(
    t: Tournament, event: ByeAsked | ByeWithdrawn
) -> Mapping[tuple[int, int], Mapping[str, Requested]]:
    key = event.stage, event.round
    left = {who: kind for who, kind in t.requests.get(key, {}).items() if who != event.player}
    return {**t.requests, key: left | ({event.player: event.kind} if isinstance(event, ByeAsked) else {})}


def _with_pairing(rounds: tuple[Round, ...], event: RoundPaired, seq: int) -> tuple[Round, ...]:
    before = [known for known in rounds if (known.stage, known.number) == (event.stage, event.round)]
    replaced = tuple(
        earlier for known in before for earlier in (*known.replaced, _replaced_pairing(known, event.why))
    )
    earlier_reasons = tuple(reason for known in before for reason in known.reasons)
    anew = (PairingReason(seq, True, event.why),) if event.why else ()
    paired = Round(
        event.stage,
        event.round,
        seq,
        {seating.number: Table(seating.number, seating.seats) for seating in event.tables},
        {bye.player: bye.kind for bye in event.byes},
        event.engine,
        event.costs,
        replaced=replaced,
        reasons=(*earlier_reasons, *anew),
        asked=bye_requesters(event.byes),
        walkovers=event.walkovers,
    )
    paired = replace(paired, as_paired=event, drawn=tuple(paired.players))
    return (*(known for known in rounds if known not in before), paired)


def _replaced_pairing(round: Round, why: str) -> ReplacedPairing:
    tables = tuple(Seating(table.number, table.seats) for table in round.tables.values())
    return ReplacedPairing(round.paired, tables, round.byes, why)


def _apply_to_round(round: Round, event: Event, seq: int) -> Round:
    match event:
        case RoundPublished():
            return replace(round, published=True, tables=_with_characters(round, event.tables))
        case ChoicesDrawn():
            return replace(round, tables=_with_characters(round, event.tables))
        case RoundStarted():
            return replace(round, started=True, ends=event.ends, start=seq)
        case RoundClosed():
            return replace(round, closed=True)
        case StartTakenBack() | ClockPaused() | ClockResumed() | ClockSet() | RoundReopened():
            return round_after_reversal(round, event)
        case PairingChanged():
            tables = {number: table for number, table in round.tables.items() if number not in event.removed}
            tables |= {
                seating.number: Table(
                    seating.number, seating.seats, characters=seating.characters, choosing=seating.choosing
                )
                for seating in event.tables
            }
            byes = {bye.player: bye.kind for bye in event.byes}
            reasons = (*round.reasons, PairingReason(seq, False, event.why))
            return replace(
                round,
                tables=tables,
                byes=byes,
                asked=bye_requesters(event.byes),
                costs=event.costs,
                reasons=reasons,
            )
        case TurnOrCharacterChosen() | CharacterChosen():
            table = _apply_choice(round.tables[event.table], event, seq)
            return replace(round, tables={**round.tables, event.table: table})
        case MatchBound() | TimeGranted() | ResultReported() | ResultRecorded() | ResultCorrected():
            table = _apply_to_table(round.tables[event.table], event, seq)
            return replace(round, tables={**round.tables, event.table: table})
    return round


def _with_characters(round: Round, seatings: Iterable[Seating]) -> dict[int, Table]:
    """Returns the tables of a round with the characters, or the order of choosing, that *seatings* tell."""
    told = {
        one.number: replace(
            round.tables[one.number], seats=one.seats, characters=one.characters, choosing=one.choosing
        )
        for one in seatings
        if one.number in round.tables
    }
    return {**round.tables, **told}


def _apply_choice(table: Table, event: TurnOrCharacterChosen | CharacterChosen, seq: int) -> Table:
    if isinstance(event, TurnOrCharacterChosen):
        made = Choice(event.player, event.chosen, "", event.by, seq)
        takes_turn = (event.player == table.seats[0]) == (event.chosen == "turn")
        seats = table.seats if takes_turn else table.seats[::-1]
        return replace(table, seats=seats, choices=(*table.choices, made))
    made = Choice(event.player, "character", event.character, event.by, seq)
    had = table.characters or ("",) * len(table.seats)
    characters = tuple(
        event.character if who == event.player else character
        for who, character in zip(table.seats, had, strict=True)
    )
    return replace(table, characters=characters, choices=(*table.choices, made))


def _apply_to_table(
    table: Table,
    event: MatchBound | TimeGranted | ResultReported | ResultRecorded | ResultCorrected,
    seq: int,
) -> Table:
    match event:
        case MatchBound():
            return replace(table, match=event.match)
        case TimeGranted():
            return replace(table, granted=table.granted + event.minutes)
        case ResultReported():
            others = tuple(report for report in table.reports if report.by != event.by)
            return replace(table, reports=(*others, Report(event.by, event.result, seq)))
        case ResultRecorded():
            record = Record(event.result, event.how, seq, event.at, match_seq=event.seq)
            return replace(table, records=(*table.records, record))
        case ResultCorrected():
            record = Record(event.now, event.how, seq, event.at, event.effect, event.seq)
            return replace(table, records=(*table.records, record))


def facts_until(facts: Iterable[Fact], known: int) -> list[Fact]:
    """Returns the *facts* up to the one numbered *known*: what was known there."""
    return [fact for fact in facts if fact.seq <= known]
