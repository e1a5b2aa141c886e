"""Times of an event: in its time zone, on pages, in forms and in its calendar."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import pytest

from service.bootstrap import Services
from service.shared.errors import InvalidOptions
from service.tournaments.queries.zones import parse_local_time
from tests.service.browser import Browser, text
from tests.service.client import Api, json_of

from .desk import PLAN, Desk

ROME = ZoneInfo("Europe/Rome")
STARTS = "2999-04-01T10:13:20.000Z"


def test_a_round_starts_at_the_time_of_the_event(api: Api, services: Services, ada: Browser) -> None:
    desk = Desk.opens(api, services, zone="Europe/Rome").registers("Ada", "Grace")
    path = f"/t/{desk.tournament}/desk"
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    third = {"do": "schedule", "scheduled_stage": "1", "scheduled_round": "3", "starts": "2999-07-01T10:30"}
    assert ada.post(path, third).status_code == 303
    [scheduled] = desk.looks()["scheduled"]
    assert scheduled["starts"] == "2999-07-01T08:30:00.000Z"
    desk.starts(1, "Ada Grace")
    for page in (ada.get(path), ada.get(f"/t/{desk.tournament}")):
        assert "round 3 from Jul 1, 2999, 10:30 CEST" in text(page)
        assert "UTC" not in text(page)
    assert "It starts at (Europe/Rome)" in text(ada.get(path))
    assert desk.looks()["zone"] == "Europe/Rome"


def test_the_calendar_of_an_event_is_in_its_zone(api: Api, services: Services) -> None:
    desk = Desk.opens(api, services, zone="Europe/Rome")
    desk.did("schedule", stage=1, round=1, starts=STARTS)
    read = icalendar.Calendar.from_ical(api.get(f"/api/v1/tournaments/{desk.tournament}/calendar.ics").text)
    [event] = read.walk("VEVENT")
    starts: Any = event["DTSTART"]
    assert starts.params["TZID"] == "Europe/Rome"
    assert starts.dt == datetime.fromisoformat(STARTS).astimezone(ROME)
    assert [str(zone["TZID"]) for zone in read.walk("VTIMEZONE")] == ["Europe/Rome"]


def test_a_zone_that_is_none_is_refused_and_an_event_without_one_shows_utc(
    api: Api, services: Services, ada: Browser
) -> None:
    token = services.api_tokens.issue_token("desk-1", ["organize"]).token
    refused = api.post("/api/v1/tournaments", PLAN | {"zone": "Rome"}, token)
    assert (refused.status_code, "“Rome” is no time zone" in refused.text) == (422, True)
    assert json_of(refused)["errors"][0]["pointer"] == "/zone"
    desk = Desk.opens(api, services, name="desk-2")
    desk.did("schedule", stage=1, round=1, starts=STARTS)
    assert desk.looks()["zone"] is None
    assert " UTC" in text(ada.get(f"/t/{desk.tournament}"))


def test_clocks_that_change_skip_an_hour_and_repeat_one() -> None:
    with pytest.raises(InvalidOptions, match="Clocks in Europe/Rome skip 2026-03-29T02:30"):
        parse_local_time("2026-03-29T02:30", ROME, "starts")
    first = parse_local_time("2026-10-25T02:30", ROME, "starts")
    assert datetime.fromtimestamp(first / 1000, UTC) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
