"""State of a tournament from its facts. The fold never refuses a fact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from ..model import Fact
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
    NonceRevealed,
    PairingChanged,
    PairingTakenBack,
    PenaltyGiven,
    PenaltyLifted,
    PlayerCheckedIn,
    PlayerDisqualified,
    PlayerDropped,
    PlayerRegistered,
    PlayerReturned,
    RecordBound,
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
from .lots.nonces import nonces_after
from .play.presence import check_in_after, registered_late
from .play.round_fold import apply_to_round, find_round, rounds_without, with_pairing
from .registrations.entries import Attendance, Entry
from .registrations.fold import Correction, registrations_after
from .state import (
    Cut,
    FiledReport,
    Penalty,
    Tournament,
)


def fold(facts: Iterable[Fact], tournament: Tournament | None = None) -> Tournament:
    """Returns the tournament after *facts*, from the first one or from *tournament* on."""
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
            present = registered_late(t.check_in, event)
            nonces = nonces_after(t.nonces, event)
            return replace(t, seq=seq, players=players, check_in=present, nonces=nonces)
        case CheckInOpened() | CheckInClosed() | CheckInCancelled() | PlayerCheckedIn() | CheckInWithdrawn():
            return replace(t, seq=seq, check_in=check_in_after(t.check_in, event, seq))
        case PlayerDropped():
            return _with_attendance(t, seq, event.player, "dropped")
        case PlayerReturned():
            return _with_attendance(t, seq, event.player, "playing")
        case PlayerDisqualified():
            return _with_attendance(t, seq, event.player, "disqualified")
        case RegistrationOpened():
            return replace(t, seq=seq, registration=event)
        case RegistrationClosed():
            return replace(t, seq=seq, registration=None, nonces=nonces_after(t.nonces, event))
        case NonceRevealed():
            return replace(t, seq=seq, nonces=nonces_after(t.nonces, event))
        case ByeAsked() | ByeWithdrawn():
            return replace(t, seq=seq, bye_requests=_with_request(t, event))
        case RoundPaired():
            rounds = with_pairing(t.rounds, event, seq)
            return replace(t, seq=seq, rounds=rounds, nonces=nonces_after(t.nonces, event))
        case PenaltyGiven():
            return replace(t, seq=seq, penalties=(*t.penalties, Penalty(event, seq)))
        case PenaltyLifted():
            return replace(t, seq=seq, penalties=tuple(g for g in t.penalties if g.seq != event.penalty))
        case RoundScheduled(stage=stage, round=number, starts=starts):
            return replace(t, seq=seq, start_times={**t.start_times, (stage, number): starts})
        case PairingTakenBack():
            return replace(t, seq=seq, rounds=rounds_without(t.rounds, event))
        case StageCut(stage=stage) | CutTakenBack(stage=stage):
            remaining = tuple(round_ for round_ in t.rounds if round_.stage <= stage)
            cuts = (Cut(event, seq),) if isinstance(event, StageCut) else ()
            return replace(t, seq=seq, cuts=(*t.cuts[: stage - 1], *cuts), rounds=remaining)
        case WinnerNamed(stage=stage):
            return replace(t, seq=seq, winner_decisions={**t.winner_decisions, stage: event})
        case TournamentEnded():
            return replace(t, seq=seq, end=event, revealed_seed=event.seed)
        case EndTakenBack():
            return replace(t, seq=seq, end=None)
        case SeedRevealed(seed=seed):
            return replace(t, seq=seq, revealed_seed=seed)
        case TournamentImported():
            return replace(t, seq=seq, origin=imported_by(fact))
        case ReportImported():
            return replace(t, seq=seq, report=FiledReport(event, seq))
        case (
            (
                PairingChanged()
                | RoundPublished()
                | RoundStarted()
                | RoundClosed()
                | MatchBound()
                | RecordBound()
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
            changed = list(t.rounds)
            index = find_round(t.rounds, event.stage, event.round)
            changed[index] = apply_to_round(changed[index], event, seq)
            return replace(t, seq=seq, rounds=tuple(changed))
    return replace(t, seq=seq)


def _with_attendance(t: Tournament, seq: int, player: str, attendance: Attendance) -> Tournament:
    entry = replace(t.players[player], attendance=attendance, attendance_seq=seq)
    return replace(t, seq=seq, players={**t.players, player: entry})


def _with_request(
    t: Tournament, event: ByeAsked | ByeWithdrawn
) -> Mapping[tuple[int, int], Mapping[str, Requested]]:
    key = event.stage, event.round
    remaining = {
        player: kind for player, kind in t.bye_requests.get(key, {}).items() if player != event.player
    }
    return {
        **t.bye_requests,
        key: remaining | ({event.player: event.kind} if isinstance(event, ByeAsked) else {}),
    }


def facts_until(facts: Iterable[Fact], seq: int) -> list[Fact]:
    """Returns the *facts* up to number *seq*."""
    return [fact for fact in facts if fact.seq <= seq]
