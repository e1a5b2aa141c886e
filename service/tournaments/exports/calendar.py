"""The rounds of a tournament as a calendar (iCalendar, RFC 5545): an event a round, once it has started.

`icalendar` is loaded by who first asks for one: it takes a sixteenth of the time in which the service starts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from domain.tournament.facts import RoundClosed, RoundStarted, TimeGranted
from domain.tournament.state import Round, Tournament
from domain.words import Fact

if TYPE_CHECKING:
    from icalendar import Event

TYPE = "text/calendar"


def calendar(tournament: str, t: Tournament, facts: Sequence[Fact], service: str, url: str) -> bytes:
    """Returns the calendar of what *facts* tell; *service* is the name of the one that keeps it, *url* where.

    The UID of a round is the same for ever, and its sequence number that of the last fact about its times: so
    whoever has an older copy takes the newer one. A round ends with its clock, or else when it was closed.
    """
    from icalendar import Calendar

    told = Calendar()
    told.add("prodid", "-//Recount//Tournaments//EN")
    told.add("version", "2.0")
    told.add("x-wr-calname", t.opened.title)
    for known in t.rounds:
        about = [*_about(known, facts)]
        if known.started:
            told.add_component(_event(tournament, t, known, about, service, url))
    written: bytes = told.to_ical()
    return written


def _about(known: Round, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yields the facts that say when a round is played."""
    for fact in facts:
        match fact.event:
            case RoundStarted() | RoundClosed() | TimeGranted() as event:
                if (event.stage, event.round) == (known.stage, known.number):
                    yield fact


def _event(tournament: str, t: Tournament, known: Round, about: list[Fact], service: str, url: str) -> Event:
    from icalendar import Event

    event = Event()
    event.add("uid", f"{tournament}-{known.stage}-{known.number}@{service}")
    event.add("summary", _summary(t, known))
    event.add("url", url)
    granted = []
    for fact in about:
        match fact.event:
            case RoundStarted(at=at):
                event.add("dtstart", _time(at))
                if known.ends:
                    event.add("dtend", _time(known.ends))
            case RoundClosed(at=at) if not known.ends:
                event.add("dtend", _time(at))
            case TimeGranted(table=table, minutes=minutes, at=at):
                granted.append(f"Table {table} has {minutes} minutes more.")
        event.pop("dtstamp", None)
        event.add("dtstamp", _time(at))
    if granted:
        event.add("description", "\n".join(granted))
    event.add("sequence", about[-1].seq)
    return event


def _summary(t: Tournament, known: Round) -> str:
    stage = f"stage {known.stage}, " if len(t.opened.stages) > 1 else ""
    return f"{t.opened.title}: {stage}round {known.number}"


def _time(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)
