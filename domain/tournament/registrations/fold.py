"""Fold of facts that correct registrations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from ..facts import (
    LinkIssued,
    Player,
    PlayersMerged,
    PlayersSeparated,
    RegistrationRestored,
    RegistrationWithdrawn,
    Requested,
)
from ..state import Cut, Penalty, Round, Table, Tournament
from .entries import Entry, MergedEntry

Correction: TypeAlias = (
    RegistrationWithdrawn | RegistrationRestored | PlayersMerged | PlayersSeparated | LinkIssued
)

_Value = TypeVar("_Value")


def registrations_after(t: Tournament, event: Correction) -> Tournament:
    """Returns a tournament after an *event* that corrects a registration."""
    match event:
        case LinkIssued():
            entry = replace(t.players[event.player], link=event)
            return replace(t, players={**t.players, event.player: entry})
        case RegistrationWithdrawn():
            withdrawn_entries = {**t.withdrawn_entries, event.player: t.players[event.player]}
            return replace(
                t, players=_without_player(t.players, event.player), withdrawn_entries=withdrawn_entries
            )
        case RegistrationRestored():
            players = _with_entry(t.players, t.withdrawn_entries[event.player])
            return replace(
                t, players=players, withdrawn_entries=_without_player(t.withdrawn_entries, event.player)
            )
        case PlayersSeparated():
            all_players = _with_entry(t.players, t.merged_entries[event.player].entry)
            merged_entries = {id: record for id, record in t.merged_entries.items() if id != event.player}
            return replace(t, players=all_players, merged_entries=merged_entries)
    return _merge_entries(t, event.player, event.into)


def _merge_entries(t: Tournament, merged: Player, into: Player) -> Tournament:
    """Returns a tournament in which *into* has everything of *merged*."""
    has_transfers = any(merged in round_.players or merged in round_.players_as_paired for round_ in t.rounds)
    has_transfers = has_transfers or any(penalty.event.player == merged for penalty in t.penalties)
    has_transfers = has_transfers or any(merged in requests for requests in t.bye_requests.values())
    record = MergedEntry(into, t.players[merged], has_transfers, len(t.rounds))
    return replace(
        t,
        players=_without_player(t.players, merged),
        merged_entries={**t.merged_entries, merged: record},
        rounds=tuple(_merge_in_round(round_, merged, into) for round_ in t.rounds),
        penalties=tuple(
            Penalty(replace(penalty.event, player=into), penalty.seq)
            if penalty.event.player == merged
            else penalty
            for penalty in t.penalties
        ),
        cuts=tuple(
            Cut(replace(cut.event, through=_replace_player(cut.event.through, merged, into)), cut.seq)
            for cut in t.cuts
        ),
        winner_decisions={
            stage: replace(decision, player=into) if decision.player == merged else decision
            for stage, decision in t.winner_decisions.items()
        },
        bye_requests={
            stage_and_round: _merge_requests(requests, merged, into)
            for stage_and_round, requests in t.bye_requests.items()
        },
    )


def _merge_in_round(round_: Round, merged: Player, into: Player) -> Round:
    if merged not in {*round_.players, *round_.players_as_paired}:
        return round_
    byes = {into if player == merged else player: kind for player, kind in round_.byes.items()}
    tables = {number: _merge_at_table(table, merged, into) for number, table in round_.tables.items()}
    bye_requesters = frozenset(into if player == merged else player for player in round_.bye_requesters)
    walkovers = round_.walkovers and tuple(
        _replace_player(players, merged, into) for players in round_.walkovers
    )
    return replace(
        round_,
        byes=byes,
        tables=tables,
        bye_requesters=bye_requesters,
        walkovers=walkovers,
        players_as_paired=tuple(dict.fromkeys(_replace_player(round_.players_as_paired, merged, into))),
        as_paired=None,  # its lots were those of the other registration
    )


def _merge_at_table(table: Table, merged: Player, into: Player) -> Table:
    by = f"player:{merged}"
    reports = tuple(
        replace(report, by=f"player:{into}") if report.by == by else report for report in table.reports
    )
    choices = tuple(
        replace(choice, player=into) if choice.player == merged else choice for choice in table.choices
    )
    seats, choosing = (
        _replace_player(table.seats, merged, into),
        _replace_player(table.choosing, merged, into),
    )
    return replace(table, seats=seats, choosing=choosing, reports=reports, choices=choices)


def _replace_player(players: tuple[Player, ...], merged: Player, into: Player) -> tuple[Player, ...]:
    return tuple(into if player == merged else player for player in players)


def _merge_requests(
    requests: Mapping[Player, Requested], merged: Player, into: Player
) -> Mapping[Player, Requested]:
    return {into: requests[merged], **_without_player(requests, merged)} if merged in requests else requests


def _without_player(entries: Mapping[Player, _Value], removed: Player) -> dict[Player, _Value]:
    return {player: entry for player, entry in entries.items() if player != removed}


def _with_entry(players: Mapping[Player, Entry], entry: Entry) -> dict[Player, Entry]:
    """Returns *players* with another *entry*, in the order of registration."""
    entries = sorted([*players.values(), entry], key=lambda record: record.seq)
    return {record.registration.player: record for record in entries}
