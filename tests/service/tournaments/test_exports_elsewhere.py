"""Exports of a tournament with unusual names, opened in other programs."""

from __future__ import annotations

import csv
import io
import json

import pytest
from icalendar import Calendar

from service.bootstrap import Services
from tests.service.client import Api

from .desk import WIN, Desk

NAMES = ("=SUM(A1:A9)", "+39 Anna", "-Bo", "Nguyễn, Văn “the fox”")
"""Names that a spreadsheet may compute, and letters and quotes that a format has to escape."""
TITLE = "Coupe d’été; finale, où l’on joue jusqu’à la nuit \\ le dimanche 東京 à partir de dix heures"


@pytest.fixture
def event(api: Api, services: Services) -> Desk:
    """A tournament with one round that has been played."""
    desk = Desk.opens(api, services, title=TITLE, minutes=50).registers(*NAMES)
    desk.did("pair", round=1)
    desk.did("publish", stage=1, round=1)
    desk.did("start", stage=1, round=1)
    desk.enters(1, 1, WIN)
    return desk


@pytest.mark.parametrize("file", ["standings.csv", "pairings.csv"])
def test_a_spreadsheet_reads_names_as_text(event: Desk, file: str) -> None:
    text = event.api.get(f"/api/v1/tournaments/{event.tournament}/{file}").data.decode()
    rows = [*csv.reader(io.StringIO(text, newline=""), strict=True)]
    assert {len(row) for row in rows} == {len(rows[0])}
    names = {row[rows[0].index("name")] for row in rows[1:]}
    assert names == {"'=SUM(A1:A9)", "'+39 Anna", "'-Bo", NAMES[3]}
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)


def test_every_line_of_a_calendar_is_folded_and_its_text_comes_back(event: Desk) -> None:
    data = event.api.get(f"/api/v1/tournaments/{event.tournament}/calendar.ics").data
    lines = data.split(b"\r\n")
    assert lines[-1] == b""
    assert max(map(len, lines)) <= 75
    assert b"\n" not in data.replace(b"\r\n", b"")
    calendar = Calendar.from_ical(data)
    [round_] = calendar.events
    assert str(calendar["x-wr-calname"]) == TITLE
    assert str(round_["summary"]) == f"{TITLE}: round 1"


def test_every_line_of_the_feed_is_an_object_of_its_own(event: Desk) -> None:
    reply = event.api.get("/api/v1/facts", Accept="application/x-ndjson")
    assert reply.content_type.startswith("application/x-ndjson")
    lines = reply.data.decode().split("\n")
    assert lines.pop() == ""
    objects = [json.loads(line) for line in lines]
    assert len(objects) > 5
    assert all(type(each) is dict for each in objects)


def test_a_report_has_no_line_break_in_a_name_or_title(event: Desk) -> None:
    text = event.api.get(f"/api/v1/tournaments/{event.tournament}/trf").data.decode()
    lines = text.split("\r\n")
    assert f"012 {TITLE}" in lines
    assert {line[14:47].strip() for line in lines if line.startswith("001")} == {*NAMES}
