"""A sheet that the service reads without storing anything: its mistakes, its answers and its result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.sheets.sheet import MAX_BYTES, MAX_LINES
from tests.domain.sheets.typed import answers, arena_facts, villainous_facts, write
from tests.service.client import Api, Json, json_of
from tests.service.processes import serving
from tests.service.test_reader import readers

CHECK = "/api/v1/sheets/check"


def check(api: Api, text: str, game: str = "arena", **headers: str) -> Json:
    """What the service says of a sheet."""
    reply = api.post(CHECK, {"game": game, "text": text}, **headers)
    assert reply.status_code == 200, reply.text
    return json_of(reply)


@pytest.mark.parametrize(
    ("game", "facts"), [("arena", arena_facts(0)), ("villainous", villainous_facts(0, 2))]
)
def test_a_sheet_without_a_mistake_has_its_answers_and_its_result(
    api: Api, game: str, facts: tuple[Any, ...]
) -> None:
    text = write(facts)
    checked = check(api, text, game)
    assert checked["mistakes"] == []
    assert checked["lines"] == text.count("\n")
    assert checked["answers"] == len(answers(list(facts)))
    ended = facts[-1].event
    assert checked["result"]["winners"] == list(ended.winners)
    assert checked["result"]["rule"] == facts[-1].rule


def test_a_sheet_without_hidden_cards_is_read_too(api: Api) -> None:
    facts = arena_facts(0)
    checked = check(api, write(facts, exact=False))
    assert checked["mistakes"] == []
    ended: Any = facts[-1].event
    assert checked["result"]["winners"] == list(ended.winners)


def test_a_sheet_that_takes_too_long_has_the_line_where_the_time_ended(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.recordings.sheet_time.MAX_SECONDS", 0)
    [mistake] = check(api, write(arena_facts(0), exact=False))["mistakes"]
    assert mistake["sentence"] == "The service reads a sheet for 0 seconds: this line came too late."
    assert mistake["line"] == 4


def test_a_sheet_that_ends_within_the_match_has_no_result(api: Api) -> None:
    lines = write(arena_facts(0)).splitlines()
    checked = check(api, "\n".join(lines[:10]))
    assert (checked["mistakes"], checked["lines"], checked["result"]) == ([], 10, None)


def test_each_mistake_has_its_line_its_column_its_rule_and_a_sentence(api: Api) -> None:
    """A check that differs does not end the reading; what the rules forbid does."""
    lines = write(arena_facts(0)).splitlines()
    text = "\n".join((*lines[:9], lines[9].replace("vp 0:0", "vp 0:1"), "R2 SAM x GAS"))
    checked = check(api, text, Accept_Language="fr")
    differs, forbidden = checked["mistakes"]
    assert (differs["line"], differs["rule"]) == (10, None)
    assert "vp 0:1" in differs["sentence"]
    assert (forbidden["line"], forbidden["column"], forbidden["rule"]) == (11, 8, "SA-307")
    assert checked["lines"] == 10


@pytest.mark.parametrize(
    ("text", "line", "column", "sentence"),
    [
        ("", 1, 1, "A sheet begins with “game” and the name of the game."),
        ("game villainous\nA: Ana", 1, 6, "A game is one of arena, not “villainous”."),
        ("game arena\nA: Ana\n", 1, 6, "Chapter 1 is played by 2 Summoners, not 1."),
    ],
)
def test_a_mistake_of_the_first_lines(api: Api, text: str, line: int, column: int, sentence: str) -> None:
    checked = check(api, text)
    [mistake] = checked["mistakes"]
    assert (mistake["line"], mistake["column"], mistake["sentence"]) == (line, column, sentence)
    assert (checked["answers"], checked["result"]) == (0, None)


def test_another_language_has_its_sentences(api: Api) -> None:
    [mistake] = check(api, "", Accept_Language="it")["mistakes"]
    assert mistake["sentence"] != "A sheet begins with “game” and the name of the game."
    assert "«" in mistake["sentence"]


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("game arena\n" + "#" * MAX_BYTES, "Line 2, column 1: A sheet has at most 200000 bytes."),
        ("game arena\n" + "é" * (MAX_BYTES // 2), "Line 2, column 1: A sheet has at most 200000 bytes."),
        ("game arena\n" * (MAX_LINES + 1), "Line 2001, column 1: A sheet has at most 2000 lines."),
    ],
)
def test_a_sheet_that_is_too_long(api: Api, text: str, detail: str) -> None:
    reply = api.post(CHECK, {"game": "arena", "text": text})
    assert (reply.status_code, json_of(reply)["detail"]) == (413, detail)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"game": "chess", "text": ""}, 404),
        ({"game": "arena"}, 422),
        ({"game": "arena", "text": "", "cards": "of-nobody"}, 422),
    ],
)
def test_a_request_that_is_wrong(api: Api, body: Json, status: int) -> None:
    assert api.post(CHECK, body).status_code == status


def test_a_large_sheet_is_read_beside_the_server(tmp_path: Path) -> None:
    """The body is larger than one that the event loop reads, and nobody waits for its sheet."""
    text = write(villainous_facts(0, 2)) + "# a comment\n" * 1_000
    text += "# " + "x" * (150_000 - len(text))
    with serving({"RECOUNT_DATA": str(tmp_path)}) as (process, client):
        for _ in range(2):
            reply = client.post(CHECK, json={"game": "villainous", "text": text})
            assert reply.status_code == 200, reply.text
            assert reply.json()["mistakes"] == []
        assert len(readers(process)) == 1
        too_large = client.post(CHECK, json={"game": "arena", "text": "x" * 1_100_000})
        assert too_large.status_code == 413
        assert client.get("/api/v1/games").is_success
