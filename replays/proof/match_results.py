"""Compares a tournament's results with the records of its matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from domain.messages import Message
from domain.model import Event, Fact, Seat
from domain.table import MatchEnded, Rewound, SeatClaimed
from domain.tournament.facts import ResultCorrected, ResultRecorded
from domain.tournament.fold import fold
from domain.tournament.results import Result
from domain.tournament.state import Tournament

from .findings import Finding
from .record import Record


def find_contradictions(facts: Iterable[Fact], matches: Mapping[str, Record]) -> Iterator[Finding]:
    """Yields results with another head or another result than their match."""
    t: Tournament | None = None
    for fact in facts:
        event = fact.event
        if isinstance(event, ResultRecorded | ResultCorrected) and event.match in matches and t is not None:
            match = matches[event.match]
            if not 0 < event.seq <= len(match.facts) or match.facts[event.seq - 1].hash != event.head:
                told = Message(
                    "Fact {seq} names a head that is not that of fact {fact} of match {match}.",
                    seq=fact.seq,
                    match=event.match,
                    fact=event.seq,
                )
                yield Finding(fact.seq, "receipt", "head", told)
            elif not _agrees(t, event, match):
                told = Message(
                    "Fact {seq} tells another result than match {match} has.",
                    seq=fact.seq,
                    match=event.match,
                )
                yield Finding(fact.seq, "result", "result", told)
        t = fold([fact], t)


def _agrees(t: Tournament, event: ResultRecorded | ResultCorrected, match: Record) -> bool:
    ended, result = match.facts[event.seq - 1].fact().event, _result(event)
    if not isinstance(ended, MatchEnded) or result is None:
        return isinstance(ended, Rewound) and result is None
    [seats] = [
        known.tables[event.table].seats
        for known in t.rounds
        if (known.stage, known.number) == (event.stage, event.round)
    ]
    sides = [(who, *t.players[who].registration.members) for who in seats]
    won = [*_won(match, ended.winners, sides)]
    behind = 1 + sum(won) if any(won) else 1
    places = tuple(1 if one else behind for one in won)
    return result.places == places and result.scores in ((), ended.scores)


def _result(event: ResultRecorded | ResultCorrected) -> Result | None:
    return event.result if isinstance(event, ResultRecorded) else event.now


def _won(match: Record, winners: tuple[Seat, ...], sides: list[tuple[str, ...]]) -> Iterator[bool]:
    """Yields whether each of *sides* won; the claims of seats decide if several seats form a side."""
    if match.facts[0].data.get("seats") == len(sides):
        yield from (seat in winners for seat in range(len(sides)))
        return
    claims: list[Event] = [entry.fact().event for entry in match.facts]
    who_won = {one.player for one in claims if isinstance(one, SeatClaimed) and one.seat in winners}
    yield from (not who_won.isdisjoint(side) for side in sides)
