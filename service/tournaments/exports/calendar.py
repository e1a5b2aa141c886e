"""Exports the rounds of a tournament as a calendar (iCalendar, RFC 5545).

The first export imports `icalendar`, which takes a sixteenth of the start-up time.
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

CALENDAR_TYPE = "text/calendar"

RenderSentence: TypeAlias = Callable[[Message], str]
"""Renders a sentence in the reader's language."""


class Times(NamedTuple):
    """Scheduled and actual times of a round, with the `last` fact about them.

    `granted` has tables with extra minutes.
    """

    last: Fact
    starts: int = 0
    ends: int = 0
    is_started: bool = False
    is_cancelled: bool = False
    granted: tuple[tuple[int, int], ...] = ()


def write_calendar(
    tournament: str, t: Tournament, facts: Iterable[Fact], service: str, url: str, render: RenderSentence
) -> bytes:
    """Returns the calendar of *facts*; *service* names this service, and *url* its address.

    The UID of a round never changes. Its sequence number is that of the last fact about its times, so that
    clients replace older copies. A round ends with its clock, or at its close. A scheduled round is cancelled
    when its stage or the tournament ends without it.
    """
    from icalendar import Calendar

    feed = Calendar()
    feed.add("prodid", "-//Recount//Tournaments//EN")
    feed.add("version", "2.0")
    feed.add("x-wr-calname", t.settings.title)
    zone = zone_of(t)
    for (stage, number), times in sorted(_round_times(facts, t.settings.minutes * 60_000).items()):
        event = _calendar_event(times, zone, render)
        event.add("uid", f"{tournament}-{stage}-{number}@{service}")
        event.add("summary", render(_event_summary(t, stage, number)))
        event.add("url", url)
        feed.add_component(event)
    feed.add_missing_timezones()
    content: bytes = feed.to_ical()
    return content


def _round_times(facts: Iterable[Fact], clock: int) -> Mapping[tuple[int, int], Times]:
    """Returns the times of each round that ever had one, by stage and round."""
    results: dict[tuple[int, int], Times] = {}
    for fact in facts:
        match fact.event:
            case RoundScheduled(stage=stage, round=number, starts=starts):
                before = results.get((stage, number), Times(fact))
                start = starts or before.starts
                results[stage, number] = Times(fact, start, clock and start + clock, is_cancelled=not starts)
            case RoundStarted(stage=stage, round=number, at=at, ends=ends):
                granted = results.get((stage, number), Times(fact)).granted
                results[stage, number] = Times(fact, at, ends, is_started=True, granted=granted)
            case RoundClosed(stage=stage, round=number, at=at):
                before = results[stage, number]
                results[stage, number] = before._replace(last=fact, ends=before.ends or at)
            case ReportImported():  # the file has no times of its rounds
                results = {
                    key: times for key, times in results.items() if type(times.last.event) is not RoundClosed
                }
            case TimeGranted(stage=stage, round=number, table=table, minutes=minutes):
                before = results.get((stage, number), Times(fact))
                granted = (*before.granted, (table, minutes))
                results[stage, number] = before._replace(last=fact, granted=granted)
            case StartTakenBack(stage=stage, round=number):
                results[stage, number] = results[stage, number]._replace(last=fact, is_started=False)
            case (
                ClockResumed(stage=stage, round=number, ends=ends)
                | ClockSet(stage=stage, round=number, ends=ends)
            ):
                results[stage, number] = results[stage, number]._replace(last=fact, ends=ends)
            case EndTakenBack() | CutTakenBack():
                undone = TournamentEnded if isinstance(fact.event, EndTakenBack) else StageCut
                for key, times in results.items():
                    if times.is_cancelled and isinstance(times.last.event, undone):
                        results[key] = times._replace(last=fact, is_cancelled=False)
            case StageCut() | TournamentEnded() as event:
                cut_stage = event.stage if isinstance(event, StageCut) else 0
                for key, times in results.items():
                    if not (times.is_started or times.is_cancelled) and cut_stage in (0, key[0]):
                        results[key] = times._replace(last=fact, is_cancelled=True)
    return {key: times for key, times in results.items() if times.starts}


def _calendar_event(times: Times, zone: tzinfo, render: RenderSentence) -> Event:
    from icalendar import Event

    event = Event()
    event.add("dtstart", _to_datetime(times.starts).astimezone(zone))
    if times.ends:
        event.add("dtend", _to_datetime(times.ends).astimezone(zone))
    event.add("dtstamp", _to_datetime(recorded_at(times.last.event)))
    event.add("sequence", times.last.seq)
    event.add("status", "CANCELLED" if times.is_cancelled else "CONFIRMED")
    if times.granted:
        lines = (
            render(Message("Table {table} has {minutes} minutes more.", table=table, minutes=minutes))
            for table, minutes in times.granted
        )
        event.add("description", "\n".join(lines))
    return event


def _event_summary(t: Tournament, stage: int, number: int) -> Message:
    title = t.settings.title
    if len(t.settings.stages) > 1:
        return Message("{title}: stage {stage}, round {round}", title=title, stage=stage, round=number)
    return Message("{title}: round {round}", title=title, round=number)


def _to_datetime(at: float) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)
