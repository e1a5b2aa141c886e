"""Tournaments as files: CSV, the Tournament Report File of FIDE, a calendar."""

from __future__ import annotations

import csv
from datetime import datetime

import pytest
from caissify_pairings.trf import parse_trf
from icalendar import Calendar

from domain.messages import Message
from domain.published import to_text
from domain.tournament.facts import PenaltyGiven
from domain.tournament.plan import CHESS_POINTS, Points, Stage
from domain.tournament.play.choices import choose_character, choose_turn_or_character
from domain.tournament.play.rounds import publish_round
from domain.tournament.refusals import Unsound
from domain.tournament.registrations.roster import drop_player
from domain.tournament.scoring.result_entry import give_penalty
from domain.tournament.state import TableRef
from service.bootstrap import Services
from service.tournaments.exports.tables import pairings_csv, standings_csv
from service.tournaments.exports.trf import write_trf
from tests.service.client import Api, json_of
from tests.tournament.day import DESK, Day

from .desk import DRAW, LOSS, WIN, Desk

NAMES = {"Ann": "Ann, A.", "Bob": "=1+1", "Cid": "Çid", "Dot": "Dot", "Eve": "Eve"}


def told_plainly(message: Message) -> str:
    """Players are called by their ids here."""
    return str(message)


def report(day: Day) -> list[str]:
    """The lines of the Tournament Report File of a day."""
    return write_trf(day.t, day.facts, NAMES, told_plainly).split("\r\n")


@pytest.fixture
def day() -> Day:
    """Five players, two rounds of Swiss and a third one under way; the first result was corrected."""
    day = Day("Ann", "Bob", "Cid", "Dot", "Eve", points=CHESS_POINTS, tiebreakers=("buchholz", "game_scores"))
    day.plays(1, "Ann Bob 1-0 2-1", "Cid Dot 1/2", "Eve bye")
    day.plays(2, "Bob Eve +--", "Dot Ann 0-1", "Cid half")
    day.corrects(1, 1, "0-1", reason="the scores\nwere swapped")
    day.does(drop_player(day.t, "Eve", DESK, day.at))
    day.pairs(3, "Ann Cid", "Bob Dot")
    day.starts(3)
    return day


def test_players_stand_in_the_columns_of_the_report(day: Day) -> None:
    lines = [line for line in report(day) if line.startswith("001")]
    assert [(line[4:8], line[14:47].strip(), line[80:84], line[85:89]) for line in lines] == [
        ("   1", "Ann, A.", " 1.0", "   2"),
        ("   2", "=1+1", " 2.0", "   1"),
        ("   3", "Çid", " 1.0", "   4"),
        ("   4", "Dot", " 0.5", "   5"),
        ("   5", "Eve", " 1.0", "   3"),
    ]
    assert [line[91:] for line in lines] == [
        "0002 w 0  0004 b 1",
        "0001 b 1  0005 w +",
        "0004 w =  0000 - H",
        "0003 b =  0001 w 0",
        "0000 - U  0002 b -",
    ]


def test_a_round_without_any_result_is_a_comment_and_its_byes_are_records_of_their_own(day: Day) -> None:
    lines = report(day)
    assert "240 Z 003    5" in lines
    assert "### No result yet in round 3: table 1: 1 – 3, table 2: 2 – 4." in lines


def test_a_table_that_still_plays_is_a_blank_cell_and_a_comment(day: Day) -> None:
    day.records(3, 1, "1-0")
    lines = report(day)
    assert [line[111:] for line in lines if line.startswith("001")] == [
        *("0003 w 1", "", "0001 b 0", "", "0000 - Z")
    ]
    assert "### No result yet in round 3: table 2: 2 – 4." in lines


def test_what_broke_ties_is_told(day: Day) -> None:
    lines = report(day)
    assert "212 PTS,BH" in lines
    assert "### All tie-breaks: buchholz, game_scores. Without a code: game_scores." in lines


def test_what_people_did_by_hand_is_a_comment_of_one_line(day: Day) -> None:
    (told,) = (line for line in report(day) if "fact" in line)
    assert told == (
        "### 1970-01-01 00:17 UTC, fact 19, by judge:jo: "
        "Round 1, table 1: Bob won instead of Ann won (2–1) (the scores were swapped)."
    )


def test_what_was_chosen_for_a_player_is_told_and_not_what_players_chose() -> None:
    stage = Stage("swiss", 1, pools=(("crow", "fox", "owl"),), casting="turn_or_character", choosing="seed")
    day = Day(stages=[stage])
    for name, rating in (("Ann", 1800), ("Bob", 1700)):
        day.registers(name, rating=rating)
    day.pairs(1, "Ann Bob")
    day.does(publish_round(day.t, 1, 1, DESK, day.at))
    place = TableRef(1, 1, 1)
    day.does(choose_turn_or_character(day.t, place, "Ann", "turn", DESK, day.at))
    day.does(choose_character(day.t, place, "Bob", "owl", "player:Bob", day.at))
    day.does(choose_character(day.t, place, "Ann", "fox", DESK, day.at))
    assert [line.partition(f"{DESK}: ")[2] for line in report(day) if "fact" in line] == [
        "Round 1, table 1: for Ann was chosen: the first turn.",
        "Round 1, table 1: for Ann was chosen: fox.",
    ]


def test_points_that_nobody_would_expect_are_told() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", points=Points(half_bye=2))
    day.plays(1, "Ann Bob 1-0", "Cid Dot 0-0")
    day.plays(2, "Ann Cid 1-0", "Bob half", "Dot half")
    day.does(
        give_penalty(day.t, PenaltyGiven("Ann", "late", DESK, day.at, "late", stage=1, round=2, points=1))
    )
    lines = report(day)
    assert "299 H         2.0  002    2    4" in lines
    assert "299          -1.0  002    1" in lines
    assert [line[80:84] for line in lines if line.startswith("001")] == [" 5.0", " 2.0", " 0.0", " 2.0"]


def test_who_left_a_round_robin_early_has_points_for_nothing() -> None:
    day = Day("Ann", "Bob", "Cid", "Dot", stages=[Stage("round_robin")])
    day.plays(1, "Ann Bob 1-0", "Cid Dot 1-0")
    day.does(drop_player(day.t, "Bob", DESK, day.at))
    lines = report(day)
    players = {line[14:47].strip(): line for line in lines if line.startswith("001")}
    assert f"299 W         0.0  001 {players['Ann, A.'][4:8]}" in lines
    points = {name: line[80:84] for name, line in players.items()}
    assert points == {"Ann, A.": " 0.0", "=1+1": " 0.0", "Çid": " 3.0", "Dot": " 0.0"}


def test_another_program_reads_the_report(desk: Desk) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    desk.enters(1, 2, DRAW)
    text = desk.api.get(f"/api/v1/tournaments/{desk.tournament}/trf").text
    read = parse_trf(text)
    assert read["tournament"]["name"] == "Spring Open"
    assert [(who["name"], who["score"]) for who in read["players"]] == [
        *(("Ada", 3.0), ("Grace", 0.0), ("Lin", 1.0), ("Mae", 1.0))
    ]
    assert read["players"][3]["results"] == {1: {"opponent": 3, "color": "b", "result": "="}}


@pytest.mark.parametrize(
    ("day", "why"),
    [
        (Day("Ann", "Bob", stages=[Stage("single_elimination")]), "tables of two"),
        (Day("Ann", "Bob", stages=[Stage("swiss", 1, seats=(3, 4))]), "tables of two"),
        (Day("Ann", "Bob", points=Points(win=7, unit=3)), "cannot tell of 2.3333 points"),
        (Day("Ann", "Bob", points=Points(win=1000)), "cannot tell of 1000 points"),
    ],
)
def test_what_the_report_cannot_tell_is_refused(day: Day, why: str) -> None:
    with pytest.raises(Unsound, match=why):
        report(day)


def test_standings_in_a_table(day: Day) -> None:
    heading, *rows = csv.reader(standings_csv(day.t, NAMES).splitlines())
    assert heading == ["rank", "player", "name", "points", "buchholz", "game_scores"]
    assert rows[0] == ["1", "Bob", "'=1+1", "2", "2.5", "0"]
    assert [row[1] for row in rows] == ["Bob", "Eve", "Ann", "Cid", "Dot"]
    after = csv.reader(standings_csv(day.t, NAMES, 1, 1).splitlines())
    assert {row[1]: row[3] for row in after}["Ann"] == "0"


def test_results_in_a_table(day: Day) -> None:
    rows = [*csv.DictReader(pairings_csv(day.t, NAMES).splitlines())]
    told = [(row["round"], row["table"], row["player"], row["kind"], row["points"]) for row in rows]
    assert told[:5] == [
        ("1", "1", "Ann", "played", "0"),
        ("1", "1", "Bob", "played", "1"),
        ("1", "2", "Cid", "played", "0.5"),
        ("1", "2", "Dot", "played", "0.5"),
        ("1", "", "Eve", "bye", "1"),
    ]
    assert ("2", "1", "Eve", "forfeit_lost", "0") in told
    assert told[-1] == ("3", "2", "Dot", "pending", "")


def test_a_round_keeps_its_place_in_a_calendar(desk: Desk) -> None:
    def rounds() -> list[tuple[str, str, int, int]]:
        read = Calendar.from_ical(desk.api.get(f"/api/v1/tournaments/{desk.tournament}/calendar.ics").data)
        return [
            (str(event["uid"]), str(event["summary"]), int(event.get("sequence", 0)), event.duration.seconds)
            for event in read.events
        ]

    desk.pairs(1, "Ada Grace", "Lin Mae")
    assert rounds() == []
    desk.did("publish", stage=1, round=1)
    seq = desk.did("start", stage=1, round=1)["seq"]
    ((uid, summary, sequence, seconds),) = rounds()
    assert (summary, sequence, seconds) == ("Spring Open: round 1", seq, 50 * 60)
    later = desk.did("grant_time", stage=1, round=1, table=1, minutes=10, why="a ruling took long")["seq"]
    assert rounds() == [(uid, summary, later, seconds)]


def test_a_calendar_leads_to_the_page_of_the_tournament(desk: Desk) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    path = f"/api/v1/tournaments/{desk.tournament}/calendar.ics"
    [event] = Calendar.from_ical(desk.api.get(path).data).events
    assert event["url"] == f"http://localhost/t/{desk.tournament}"
    assert desk.api.get(f"/t/{desk.tournament}").status_code == 200


def test_rounds_to_come_are_in_the_calendar_once_they_have_a_time_and_are_cancelled_at_the_end(
    desk: Desk, services: Services
) -> None:
    def rounds(lang: str = "en") -> list[tuple[str, str, str]]:
        path = f"/api/v1/tournaments/{desk.tournament}/calendar.ics?lang={lang}"
        events = Calendar.from_ical(desk.api.get(path).data).events
        return [(str(one["summary"]), str(one["status"]), f"{one.start:%Y%m%dT%H%M%SZ}") for one in events]

    later = to_text(services.clock() + 3_600_000)
    assert later is not None
    noon = f"{datetime.fromisoformat(later):%Y%m%dT%H%M%SZ}"
    for number in (1, 2, 3):
        desk.did("schedule", stage=1, round=number, starts=later)
    desk.did("schedule", stage=1, round=3, starts=None)
    assert rounds("fr")[:2] == [
        ("Spring Open\u00a0: ronde 1", "CONFIRMED", noon),
        ("Spring Open\u00a0: ronde 2", "CONFIRMED", noon),
    ]
    assert rounds("it")[2] == ("Spring Open: turno 3", "CANCELLED", noon)
    assert [one["round"] for one in desk.looks()["scheduled"]] == [1, 2]
    desk.starts(1, "Ada Grace", "Lin Mae")
    begun, waiting, _ = rounds()
    assert (begun[2] < noon, waiting[2]) == (True, noon)
    assert desk.does("schedule", stage=1, round=1, starts=later).status_code == 409
    desk.did("end", overrule="It rains.")
    assert [status for _, status, _ in rounds()] == ["CONFIRMED", "CANCELLED", "CANCELLED"]
    assert desk.looks()["scheduled"] == []


@pytest.mark.parametrize(
    ("file", "form"),
    [
        ("standings.csv", "text/csv"),
        ("pairings.csv", "text/csv"),
        ("trf", "text/plain"),
        ("calendar.ics", "text/calendar"),
    ],
)
def test_files_are_sent_again_only_when_they_changed(desk: Desk, file: str, form: str) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    path = f"/api/v1/tournaments/{desk.tournament}/{file}"
    first = desk.api.get(path)
    assert (first.status_code, first.content_type) == (200, f"{form}; charset=utf-8")
    kept = desk.api.get(path, If_None_Match=first.headers["ETag"])
    assert (kept.status_code, kept.data) == (304, b"")
    desk.enters(1, 1, WIN)
    assert desk.api.get(path, If_None_Match=first.headers["ETag"]).status_code == 200


def test_what_is_not_published_is_in_no_file(desk: Desk, api: Api) -> None:
    desk.pairs(1, "Ada Grace", "Lin Mae")
    desk.pairs(1, "Ada Lin", "Grace Mae", why="teammates met")
    path = f"/api/v1/tournaments/{desk.tournament}"
    assert api.get(f"{path}/pairings.csv").text.count("\n") == 1
    assert "teammates" not in api.get(f"{path}/trf").text
    assert "teammates" in api.get(f"{path}/trf", desk.token).text
    assert api.get(f"{path}/pairings.csv", desk.token).text.count("\n") == 5


def test_files_tell_what_was_known(desk: Desk) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    noon = desk.enters(1, 1, WIN)["position"]
    desk.did("correct", stage=1, round=1, table=1, result=LOSS, why="swapped")
    ada = desk.players["Ada"]
    assert (
        f"{ada},Ada,3"
        in desk.api.get(f"/api/v1/tournaments/{desk.tournament}/standings.csv?known={noon}").text
    )
    assert f"{ada},Ada,0" in desk.api.get(f"/api/v1/tournaments/{desk.tournament}/standings.csv").text


def test_a_bracket_has_no_report(api: Api, services: Services) -> None:
    other = Desk.opens(api, services, stages=[{"format": "single_elimination"}])
    refused = json_of(api.get(f"/api/v1/tournaments/{other.tournament}/trf"))
    assert refused["type"] == "/api/v1/problems/unsound"
