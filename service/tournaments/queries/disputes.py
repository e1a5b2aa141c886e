"""Results that are disputed: the tables of a tournament whose match has a case that waits for a ruling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from domain.tournament.state import TableRef, Tournament
from projections.case_queue import CaseQueue, Turn, event_key
from projections.versions import VersionedViews

from ...eventstore.store import Store
from ...matches.repository import SPECTATOR
from ...matches.viewing.access import Access
from ...shared.registry import Registry
from .moments import Moment

PAGE = 200
"""How many disputed matches are read at a time."""


class Disputes(NamedTuple):
    """The tables that are disputed, and the position of the last claim, ruling or appeal: 0 without any."""

    places: frozenset[TableRef]
    position: int


NOTHING = Disputes(frozenset(), 0)


def disputes(services: Registry, tournament: str, t: Tournament, moment: Moment | None = None) -> Disputes:
    """Returns what of *t* was disputed as it was *moment* at a moment; `None`: now.

    A match that the public sees with a delay tells of its cases with that delay.
    """
    turns = dict(_turns(services, tournament))
    places, position = set[TableRef](), 0
    for round_ in t.rounds if turns else ():
        for table in round_.tables.values():
            told = _visible_turns(services, table.match, turns.get(table.match, ()), moment)
            if any({turn.case: turn.waits for turn in told}.values()):
                places.add(TableRef(round_.stage, round_.number, table.number))
            if told:
                position = max(position, services[Store].tree.position_of(table.match, told[-1].seq))
    return Disputes(frozenset(places), position)


def cases_of(services: Registry, tournament: str) -> dict[str, list[int]]:
    """Returns the numbers of the cases of each match of a tournament."""
    return {match: sorted({turn.case for turn in turns}) for match, turns in _turns(services, tournament)}


def _turns(services: Registry, tournament: str) -> Iterator[tuple[str, Sequence[Turn]]]:
    """Yields every match of a tournament that has cases, and what became of these."""
    first = event_key(tournament)
    after = event_key(tournament, "~")  # above every id
    while page := services[VersionedViews].scan(CaseQueue.name, after, PAGE):
        for after, view in page:
            if not after.startswith(first):
                return
            yield after.removeprefix(first), msgspec.json.decode(view, type=tuple[Turn, ...])


def _visible_turns(
    services: Registry, match: str, turns: Sequence[Turn], moment: Moment | None
) -> Sequence[Turn]:
    """Returns those of the *turns* of a match that were known, and may be."""
    if not turns:
        return ()
    last = services[Access].window(match, SPECTATOR).last
    if moment is not None and moment.position is not None:
        then = services[Store].tree.last_at(match, moment.position)
        last = then if last is None else min(last, then)
    elif moment is not None:
        turns = [turn for turn in turns if turn.at <= moment.at]
    return [turn for turn in turns if last is None or turn.seq <= last]
