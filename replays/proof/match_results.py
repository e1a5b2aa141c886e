"""Compares a tournament's results with the records of its matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from domain.messages import Message
from domain.model import Event, Fact, Seat
from domain.table import MatchEnded, Rewound, SeatClaimed
from domain.tournament.facts import ResultCorrected, ResultRecorded
from domain.tournament.fold import fold
from domain.tournament.scoring.results import Result
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
                sentence = Message(
                    "Fact {seq} names a head that is not that of fact {fact} of match {match}.",
                    seq=fact.seq,
                    match=event.match,
                    fact=event.seq,
                )
                yield Finding(fact.seq, "receipt", "head", sentence)
            elif not _is_same_result(t, event, match):
                sentence = Message(
                    "Fact {seq} tells another result than match {match} has.",
                    seq=fact.seq,
                    match=event.match,
                )
                yield Finding(fact.seq, "result", "result", sentence)
        t = fold([fact], t)


def _is_same_result(t: Tournament, event: ResultRecorded | ResultCorrected, match: Record) -> bool:
    last_event, result = _last_outcome(match, event.seq), _result_of(event)
    if not isinstance(last_event, MatchEnded) or result is None:
        return isinstance(last_event, Rewound) and result is None
    [seats] = [
        round_.tables[event.table].seats
        for round_ in t.rounds
        if (round_.stage, round_.number) == (event.stage, event.round)
    ]
    sides = [(player, *t.players[player].registration.members) for player in seats]
    side_wins = [*_winning_sides(match, last_event.winners, sides)]
    behind = 1 + sum(side_wins) if any(side_wins) else 1
    places = tuple(1 if has_won else behind for has_won in side_wins)
    return result.places == places and result.scores in ((), last_event.scores)


def _last_outcome(match: Record, seq: int) -> Event | None:
    """Returns the last end of *match* until fact *seq*, or the rewind of it; signatures may follow."""
    events = (entry.decode_fact().event for entry in reversed(match.facts[:seq]))
    return next((event for event in events if isinstance(event, MatchEnded | Rewound)), None)


def _result_of(event: ResultRecorded | ResultCorrected) -> Result | None:
    return event.result if isinstance(event, ResultRecorded) else event.now


def _winning_sides(match: Record, winners: tuple[Seat, ...], sides: list[tuple[str, ...]]) -> Iterator[bool]:
    """Yields whether each of *sides* won. The claims of seats decide if several seats form a side."""
    if match.facts[0].data.get("seats") == len(sides):
        yield from (seat in winners for seat in range(len(sides)))
        return
    claims: list[Event] = [entry.decode_fact().event for entry in match.facts]
    winning_players = {
        claim.player for claim in claims if isinstance(claim, SeatClaimed) and claim.seat in winners
    }
    yield from (not winning_players.isdisjoint(side) for side in sides)
