"""The fold of facts that correct registrations."""

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
            withdrawn = {**t.withdrawn, event.player: t.players[event.player]}
            return replace(t, players=_without_player(t.players, event.player), withdrawn=withdrawn)
        case RegistrationRestored():
            restored = _with_entry(t.players, t.withdrawn[event.player])
            return replace(t, players=restored, withdrawn=_without_player(t.withdrawn, event.player))
        case PlayersSeparated():
            separated = _with_entry(t.players, t.merged[event.player].entry)
            merged = {id: one for id, one in t.merged.items() if id != event.player}
            return replace(t, players=separated, merged=merged)
    return _merge_entries(t, event.player, event.into)


def _merge_entries(t: Tournament, id: Player, into: Player) -> Tournament:
    """Returns a tournament in which *into* has the places, byes, penalties and requests of *id*."""
    moved = any(id in round_.players or id in round_.drawn for round_ in t.rounds)
    moved = moved or any(given.penalty.player == id for given in t.penalties)
    moved = moved or any(id in requests for requests in t.requests.values())
    record = MergedEntry(into, t.players[id], moved, len(t.rounds))
    return replace(
        t,
        players=_without_player(t.players, id),
        merged={**t.merged, id: record},
        rounds=tuple(_merge_in_round(round_, id, into) for round_ in t.rounds),
        penalties=tuple(
            Penalty(replace(given.penalty, player=into), given.seq) if given.penalty.player == id else given
            for given in t.penalties
        ),
        cuts=tuple(
            Cut(replace(cut.cut, through=_replace_player(cut.cut.through, id, into)), cut.seq)
            for cut in t.cuts
        ),
        named={
            stage: replace(named, player=into) if named.player == id else named
            for stage, named in t.named.items()
        },
        requests={place: _merge_requests(requests, id, into) for place, requests in t.requests.items()},
    )


def _merge_in_round(round_: Round, id: Player, into: Player) -> Round:
    if id not in {*round_.players, *round_.drawn}:
        return round_
    byes = {into if who == id else who: kind for who, kind in round_.byes.items()}
    tables = {number: _merge_at_table(table, id, into) for number, table in round_.tables.items()}
    asked = frozenset(into if who == id else who for who in round_.asked)
    walkovers = round_.walkovers and tuple(_replace_player(players, id, into) for players in round_.walkovers)
    return replace(
        round_,
        byes=byes,
        tables=tables,
        asked=asked,
        walkovers=walkovers,
        drawn=tuple(dict.fromkeys(_replace_player(round_.drawn, id, into))),
        as_paired=None,  # its lots were those of the other registration
    )


def _merge_at_table(table: Table, id: Player, into: Player) -> Table:
    by = f"player:{id}"
    reports = tuple(
        replace(report, by=f"player:{into}") if report.by == by else report for report in table.reports
    )
    choices = tuple(
        replace(choice, player=into) if choice.player == id else choice for choice in table.choices
    )
    seats, choosing = _replace_player(table.seats, id, into), _replace_player(table.choosing, id, into)
    return replace(table, seats=seats, choosing=choosing, reports=reports, choices=choices)


def _replace_player(players: tuple[Player, ...], id: Player, into: Player) -> tuple[Player, ...]:
    return tuple(into if who == id else who for who in players)


def _merge_requests(
    requests: Mapping[Player, Requested], id: Player, into: Player
) -> Mapping[Player, Requested]:
    return {into: requests[id], **_without_player(requests, id)} if id in requests else requests


def _without_player(entries: Mapping[Player, _Value], id: Player) -> dict[Player, _Value]:
    return {who: entry for who, entry in entries.items() if who != id}


def _with_entry(players: Mapping[Player, Entry], entry: Entry) -> dict[Player, Entry]:
    """Returns *players* with another *entry*, in the order of registration."""
    entries = sorted([*players.values(), entry], key=lambda one: one.seq)
    return {one.registered.player: one for one in entries}
