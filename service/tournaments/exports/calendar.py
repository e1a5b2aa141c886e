"""The rounds of a tournament as a calendar (iCalendar, RFC 5545): an event for each that has a time.

`icalendar` is loaded by who first asks for one: it takes a sixteenth of the time in which the service starts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from domain.messages import Message
from domain.model import Fact
from domain.timestamps import recorded_at
from domain.tournament.facts import (
    ClockResumed,
    ClockSet,
    CutTakenBack,
    EndTakenBack,
    ReportImported,
    RoundClosed,
    RoundScheduled,
    RoundStarted,
    StageCut,
    StartTakenBack,
    TimeGranted,
    TournamentEnded,
)
from domain.tournament.state import Tournament

from ..queries.zones import zone_of

if TYPE_CHECKING:
    from icalendar import Event

TYPE = "text/calendar"

Tell: TypeAlias = Callable[[Message], str]
"""Tells a sentence in the language of who reads it."""


class Times(NamedTuple):
    """When a round is played: as it is scheduled, and then as it was; the `last` fact that told of it.

    `granted` are tables with more time, and how many minutes more.
    """

    last: Fact
    starts: int = 0
    ends: int = 0
    started: bool = False
    cancelled: bool = False
    granted: tuple[tuple[int, int], ...] = ()


def calendar(
    tournament: str, t: Tournament, facts: Iterable[Fact], service: str, url: str, tell: Tell
) -> bytes:
    """Returns the calendar of what *facts* tell; *service* is the name of the one that keeps it, *url* where.

    The UID of a round is the same for ever, and its sequence number that of the last fact about its times: so
    whoever has an older copy takes the newer one. A round ends with its clock, or else when it was closed.
    One that was scheduled and will not be played, since its stage or the tournament is over, is cancelled.
    """
    from icalendar import Calendar

    told = Calendar()
    told.add("prodid", "-//Recount//Tournaments//EN")
    told.add("version", "2.0")
    told.add("x-wr-calname", t.settings.title)
    zone = zone_of(t)
    for (stage, number), times in sorted(_times(facts, t.settings.minutes * 60_000).items()):
        event = _event(times, zone, tell)
        event.add("uid", f"{tournament}-{stage}-{number}@{service}")
        event.add("summary", tell(_summary(t, stage, number)))
        event.add("url", url)
        told.add_component(event)
    told.add_missing_timezones()
    content: bytes = told.to_ical()
    return content


def _times(facts: Iterable[Fact], clock: int) -> Mapping[tuple[int, int], Times]:
    """Returns when each round is played that ever had a time, by stage and round."""
    results: dict[tuple[int, int], Times] = {}
    for fact in facts:
        match fact.event:
            case RoundScheduled(stage=stage, round=number, starts=starts):
                before = results.get((stage, number), Times(fact))
                begins = starts or before.starts
                results[stage, number] = Times(fact, begins, clock and begins + clock, cancelled=not starts)
            case RoundStarted(stage=stage, round=number, at=at, ends=ends):
                granted = results.get((stage, number), Times(fact)).granted
                results[stage, number] = Times(fact, at, ends, started=True, granted=granted)
            case RoundClosed(stage=stage, round=number, at=at):
                before = results[stage, number]
                results[stage, number] = before._replace(last=fact, ends=before.ends or at)
            case ReportImported():  # these rounds were played elsewhere, at times that the file does not tell
                results = {
                    place: times
                    for place, times in results.items()
                    if type(times.last.event) is not RoundClosed
                }
            case TimeGranted(stage=stage, round=number, table=table, minutes=minutes):
                before = results.get((stage, number), Times(fact))
                granted = (*before.granted, (table, minutes))
                results[stage, number] = before._replace(last=fact, granted=granted)
            case StartTakenBack(stage=stage, round=number):
                results[stage, number] = results[stage, number]._replace(last=fact, started=False)
            case (
                ClockResumed(stage=stage, round=number, ends=ends)
                | ClockSet(stage=stage, round=number, ends=ends)
            ):
                results[stage, number] = results[stage, number]._replace(last=fact, ends=ends)
            case EndTakenBack() | CutTakenBack():
                undone = TournamentEnded if isinstance(fact.event, EndTakenBack) else StageCut
                for place, times in results.items():
                    if times.cancelled and isinstance(times.last.event, undone):
                        results[place] = times._replace(last=fact, cancelled=False)
            case StageCut() | TournamentEnded() as event:
                over = event.stage if isinstance(event, StageCut) else 0
                for place, times in results.items():
                    if not (times.started or times.cancelled) and over in (0, place[0]):
                        results[place] = times._replace(last=fact, cancelled=True)
    return {place: times for place, times in results.items() if times.starts}


def _event(times: Times, zone: tzinfo, tell: Tell) -> Event:
    from icalendar import Event

    event = Event()
    event.add("dtstart", _time(times.starts).astimezone(zone))
    if times.ends:
        event.add("dtend", _time(times.ends).astimezone(zone))
    event.add("dtstamp", _time(recorded_at(times.last.event)))
    event.add("sequence", times.last.seq)
    event.add("status", "CANCELLED" if times.cancelled else "CONFIRMED")
    if times.granted:
        more = (
            tell(Message("Table {table} has {minutes} minutes more.", table=table, minutes=minutes))
            for table, minutes in times.granted
        )
        event.add("description", "\n".join(more))
    return event


def _summary(t: Tournament, stage: int, number: int) -> Message:
    title = t.settings.title
    if len(t.settings.stages) > 1:
        return Message("{title}: stage {stage}, round {round}", title=title, stage=stage, round=number)
    return Message("{title}: round {round}", title=title, round=number)


def _time(at: float) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)
