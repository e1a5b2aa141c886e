"""Time zones of events, and conversions of their local times."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from babel.dates import format_date, format_time

from domain.messages import Message
from domain.tournament.state import Tournament

from ...shared.errors import InvalidOptions

EXCLUDED_ZONES = frozenset(("Factory", "localtime", "posixrules"))
"""Names of the database for other things than places."""


@cache
def zone_names() -> tuple[str, ...]:
    """Returns the names of all zones, in order."""
    return tuple(sorted(available_timezones() - EXCLUDED_ZONES))


def zone_of(t: Tournament) -> tzinfo:
    """Returns the zone of an event, by default UTC."""
    return ZoneInfo(t.settings.zone) if t.settings.zone in zone_names() else UTC


class EventTimes(NamedTuple):
    """Times of an event on pages, in its zone and in a language."""

    zone: tzinfo
    language: str

    @property
    def name(self) -> str:
        """The name of the zone, as forms show it."""
        return str(self.zone)

    def moment_of(self, at: float) -> str:
        """Returns a day and a time to the minute, of milliseconds since 1970."""
        return f"{format_date(self._to_local(at), locale=self.language)}, {self.hour_of(at)}"

    def hour_of(self, at: float) -> str:
        """Returns the time of a day with its zone, of milliseconds since 1970."""
        local = self._to_local(at)
        abbreviation = local.tzname() or ""
        zone = abbreviation if abbreviation.isalpha() else self.name
        return f"{format_time(local, 'HH:mm', tzinfo=self.zone, locale=self.language)} {zone}"

    def _to_local(self, at: float) -> datetime:
        return datetime.fromtimestamp(at / 1000, self.zone)


def times_of(t: Tournament, language: str) -> EventTimes:
    """Returns the times of an event in a *language*, for pages."""
    return EventTimes(zone_of(t), language)


def parse_local_time(value: str, zone: tzinfo, field: str) -> int:
    """Returns a local time of *zone* in milliseconds since 1970, 0 for an empty text.

    It returns the first occurrence of a repeated hour. Raises `InvalidOptions` at *field*, also for an hour
    that clocks skip.
    """
    if not value:
        return 0
    try:
        local = datetime.fromisoformat(value).replace(tzinfo=zone)
        exact = local.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        message = Message("A day and a time are wanted here, and “{given}” is none.", given=value[:20])
        raise InvalidOptions(f"/{field}", message) from error
    if exact.astimezone(zone).replace(tzinfo=None) != local.replace(tzinfo=None):
        message = Message("Clocks in {zone} skip {given}: choose another time.", zone=str(zone), given=value)
        raise InvalidOptions(f"/{field}", message)
    if exact.timestamp() < 0:
        raise InvalidOptions(f"/{field}", Message("{given} is past: give a time to come.", given=value))
    return int(exact.timestamp() * 1000)
