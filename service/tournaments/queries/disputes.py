"""Disputed results, at tables with a match case that waits for a ruling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from domain.model import SPECTATOR
from domain.tournament.state import TableRef, Tournament
from projections.case_queue import CaseQueue, Turn, event_key
from projections.versions import VersionedViews

from ...eventstore.store import Store
from ...matches.viewing.access import Access
from ...shared.registry import Registry
from .moments import Moment

PAGE_MATCHES = 200
"""The matches of one read."""


class Disputes(NamedTuple):
    """The disputed tables, and the position of the last claim, ruling or appeal, 0 without any."""

    tables: frozenset[TableRef]
    position: int


NO_DISPUTES = Disputes(frozenset(), 0)


def find_disputes(
    services: Registry, tournament: str, t: Tournament, moment: Moment | None = None
) -> Disputes:
    """Returns the disputes of *t*, as known at a *moment* or now.

    Cases of a delayed match appear with its delay.
    """
    turns = dict(_case_turns(services, tournament))
    tables, position = set[TableRef](), 0
    for round_ in t.rounds if turns else ():
        for table in round_.tables.values():
            visible_turns = _visible_turns(services, table.record, turns.get(table.record, ()), moment)
            if any({turn.case: turn.waits for turn in visible_turns}.values()):
                tables.add(TableRef(round_.stage, round_.number, table.number))
            if visible_turns:
                position = max(
                    position, services[Store].tree.position_of(table.record, visible_turns[-1].seq)
                )
    return Disputes(frozenset(tables), position)


def cases_of(services: Registry, tournament: str) -> dict[str, list[int]]:
    """Returns the case numbers of each match of a tournament."""
    return {
        match: sorted({turn.case for turn in turns}) for match, turns in _case_turns(services, tournament)
    }


def _case_turns(services: Registry, tournament: str) -> Iterator[tuple[str, Sequence[Turn]]]:
    """Yields the matches of a tournament with cases, and the turns of these."""
    first = event_key(tournament)
    after = event_key(tournament, "~")  # above every id
    while page := services[VersionedViews].scan(CaseQueue.name, after, PAGE_MATCHES):
        for after, view in page:
            if not after.startswith(first):
                return
            yield after.removeprefix(first), msgspec.json.decode(view, type=tuple[Turn, ...])


def _visible_turns(
    services: Registry, match: str, turns: Sequence[Turn], moment: Moment | None
) -> Sequence[Turn]:
    """Returns the public *turns* of a match, as known at a moment."""
    if not turns:
        return ()
    last = services[Access].window(match, SPECTATOR).last
    if moment is not None and moment.position is not None:
        last_at_moment = services[Store].tree.last_at(match, moment.position)
        last = last_at_moment if last is None else min(last, last_at_moment)
    elif moment is not None:
        turns = [turn for turn in turns if turn.at <= moment.at]
    return [turn for turn in turns if last is None or turn.seq <= last]
