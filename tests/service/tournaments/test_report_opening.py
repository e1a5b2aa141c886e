"""Tournaments opened from report files, over HTTP and on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from werkzeug.test import TestResponse

from service.bootstrap import Services
from service.cli import main
from tests.service.browser import Browser
from tests.service.client import Api, json_of

from .desk import WIN, Desk

FILE = "\n".join(
    (
        "012 Spring Open",
        "142 3",
        "001    1      Ada                               2100                             1.0    1  0002 w 1",
        "001    2      Bo                                2000                             0.0    3  0001 b",
        "001    3      Cy                                1900                             0.5    2  0000 - H",
    )
)
ONE_SIDED = "Round 1: only the line of player 1 has the result “1” against 2. It counts for both."
BROKEN = FILE.replace("0000 - H", "0009 w H")


def sends(services: Services, api: Api, path: str, **body: Any) -> TestResponse:
    """Sends a file as an organizer."""
    return api.post(path, {"report": FILE, "game": "arena"} | body, organizer(services))


def organizer(services: Services) -> str:
    """Returns the token of an organizer."""
    return services.api_tokens.issue_token("files", ["organize"]).token


def test_a_preview_tells_how_a_file_is_understood_and_stores_nothing(services: Services, api: Api) -> None:
    token = organizer(services)
    before = services.store.position()
    body = {"report": FILE, "game": "arena"}
    preview = json_of(api.post("/api/v1/tournaments/report/preview", body, token))
    assert (preview["title"], preview["played"], preview["results"]) == ("Spring Open", 1, 1)
    assert [(one["line"], one["rank"], one["name"], one["rating"]) for one in preview["players"]] == [
        *((3, 1, "Ada", 2100), (4, 2, "Bo", 2000), (5, 3, "Cy", 1900))
    ]
    assert preview["warnings"] == [{"line": 3, "column": 99, "detail": ONE_SIDED}]
    assert services.store.position() == before


def test_the_next_round_is_paired_and_played_after_a_file(services: Services, api: Api) -> None:
    token = services.api_tokens.issue_token("files", ["organize"]).token
    reply = api.post("/api/v1/tournaments/report", {"report": FILE, "game": "arena"}, token)
    assert reply.status_code == 201, reply.text
    assert len(json_of(reply)["tokens"]) == 3
    desk = Desk(api, json_of(reply)["id"], token)
    rows = desk.looks("/standings")["standings"]
    assert [row["points"] for row in rows] == [1, 0.5, 0]
    desk.did("pair", round=2)
    desk.did("publish", stage=1, round=2)
    desk.did("start", stage=1, round=2)
    desk.enters(2, 1, WIN)
    desk.did("close", stage=1, round=2)
    kinds = [fact["event"]["type"] for fact in desk.looks("/facts")["items"]]
    assert kinds.count("tournament.ReportImported") == 1
    report = api.get(f"/api/v1/tournaments/{desk.tournament}/trf").text
    assert "All before comes from a report file (SHA-256 " in report
    assert api.get(f"/api/v1/tournaments/{desk.tournament}/calendar.ics").text.count("BEGIN:VEVENT") == 1


def test_mistakes_are_a_problem_with_lines_and_columns_in_the_readers_language(
    services: Services, api: Api
) -> None:
    token = services.api_tokens.issue_token("files", ["organize"]).token
    before = services.store.position()
    reply = api.post(
        "/api/v1/tournaments/report", {"report": BROKEN, "game": "arena"}, token, Accept_Language="fr"
    )
    assert (reply.status_code, json_of(reply)["type"]) == (422, "/api/v1/problems/invalid-report")
    assert json_of(reply)["errors"][0] == {
        "pointer": "/report",
        "detail": "Aucun autre joueur n’a le numéro d’appariement 9.",
        "line": 5,
        "column": 92,
    }
    assert services.store.position() == before


def test_a_file_sent_twice_under_one_key_opens_one_tournament(services: Services, api: Api) -> None:
    token = services.api_tokens.issue_token("files", ["organize"]).token
    body = {"report": FILE, "game": "arena"}
    first, second = (
        json_of(api.post("/api/v1/tournaments/report", body, token, Idempotency_Key="one-file-once"))
        for _ in range(2)
    )
    assert second == first


def test_players_open_no_tournament_from_a_file(services: Services, api: Api) -> None:
    token = services.api_tokens.issue_token("judge", ["judge"]).token
    assert api.post("/api/v1/tournaments/report", {"report": FILE, "game": "arena"}, token).status_code == 403


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        (FILE, 0, [ONE_SIDED, "Spring Open: 3 players, 1 rounds with 1 games; swiss, 3 rounds."]),
        (BROKEN, 1, [":5:92: No other player has the starting rank 9.", ":5:99: With an opponent"]),
        ("no report", 1, [":1:1: The file has no players: no line begins with 001."]),
    ],
)
def test_the_command_line_reads_a_file_without_opening_anything(
    tmp_path: Path, text: str, code: int, expected: list[str]
) -> None:
    file = tmp_path / "open.trf"
    file.write_text(text)
    runner = CliRunner(env={"RECOUNT_DATA": str(tmp_path / "data")})
    done = runner.invoke(main, ["tournament", "import-trf", str(file), "--dry-run"], prog_name="recount")
    assert done.exit_code == code, done.output
    assert all(part in done.output for part in expected)
    assert "Traceback" not in done.output


def test_the_command_line_opens_a_tournament_that_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "open.trf"
    file.write_text(FILE)
    runner = CliRunner(env={"RECOUNT_DATA": str(tmp_path / "data")})
    done = runner.invoke(main, ["tournament", "import-trf", str(file)], prog_name="recount")
    tournament = done.output.splitlines()[-1]
    paired = runner.invoke(main, ["tournament", "pair", tournament], prog_name="recount")
    assert paired.exit_code == 0, paired.output
    assert "Stage 1, round 2" in paired.output


def test_an_organizer_previews_a_file_on_a_page_and_opens_its_tournament(
    services: Services, api: Api
) -> None:
    browser = Browser(api.app)
    token = services.api_tokens.issue_token("files", ["organize"]).token
    assert browser.post("/t/enter", {"token": token}).status_code == 303
    before = services.store.position()
    preview = browser.post("/t/new/report", {"report": FILE, "game": "arena", "do": "preview"})
    assert (preview.status_code, services.store.position()) == (200, before)
    assert "Line 3, column 99" in preview.text
    wrong = browser.post("/t/new/report", {"report": BROKEN, "game": "arena", "do": "open"})
    assert (wrong.status_code, services.store.position()) == (422, before)
    assert "Line 5, column 92: No other player has the starting rank 9." in wrong.text
    done = browser.post("/t/new/report", {"report": FILE, "game": "arena", "do": "open"})
    assert (done.status_code, services.store.position() > before) == (200, True)
    assert "Ada" in done.text
