"""Score sheets on paper: blank ones, those of matches, and those of all tables of a round."""

from __future__ import annotations

import io
import re

from pypdf import PdfReader
from werkzeug.test import TestResponse

from service.recordings.paper import HEIGHT, WIDTH, Paper, Row, draw_papers, read_rows
from tests.domain.sheets.typed import arena_facts, villainous_facts, write
from tests.service.client import Api, Pair

from .test_match_sheet import play_turns


def pages_of(reply: TestResponse) -> list[str]:
    """The text of each page of a PDF file."""
    assert (reply.status_code, reply.content_type) == (200, "application/pdf"), reply.text
    reader = PdfReader(io.BytesIO(reply.data))
    assert all(page.mediabox.upper_right == (round(WIDTH, 4), round(HEIGHT, 4)) for page in reader.pages)
    return [page.extract_text() for page in reader.pages]


def test_a_blank_sheet_has_two_sides_with_the_signatures_on_the_second(api: Api) -> None:
    first, second = pages_of(api.get("/sheets/arena.pdf"))
    assert "Score sheet · Sorcerer’s Arena" in first
    assert "Check (vp)" in first
    assert "Signature" not in first
    assert second.count("Signature") == 2
    assert "Page 2" in second


def test_a_blank_sheet_has_the_seats_of_the_request(api: Api) -> None:
    assert pages_of(api.get("/sheets/villainous.pdf?seats=4"))[1].count("Signature") == 4
    assert pages_of(api.get("/sheets/villainous.pdf?seats=40"))[1].count("Signature") == 2
    assert api.get("/sheets/chess.pdf").status_code == 404


def test_a_blank_sheet_speaks_the_language_of_the_browser(api: Api) -> None:
    first, second = pages_of(api.get("/sheets/arena.pdf", Accept_Language="fr"))
    assert "Feuille de partie" in first
    assert "Contrôle (vp)" in first
    assert "Résultat" in second


def test_the_sheet_of_a_match_has_a_row_a_turn(pair: Pair, api: Api) -> None:
    match = play_turns(pair).blue.match
    rows = read_rows(api.get(f"/api/v1/matches/{match}/sheet").text)
    (page,) = pages_of(api.get(f"/m/{match}/sheet.pdf"))
    turns = [row for row in rows if row.round == "R1"]
    assert [row.turn for row in turns] == ["SAM", "ARI", "ALA", "GAS"]
    assert all(row.notation in page for row in turns)
    assert re.search(r"A:\s+Blue SAM ALA", page)
    assert f"/m/{match}" in page


def test_the_same_match_makes_the_same_file(pair: Pair, api: Api) -> None:
    path = f"/m/{play_turns(pair).blue.match}/sheet.pdf"
    first = api.get(path)
    assert api.get(path).data == first.data
    assert api.get(path, If_None_Match=first.headers["ETag"]).status_code == 304


def test_rows_come_from_the_lines_of_a_sheet() -> None:
    rows = read_rows(write(arena_facts(0), exact=False))
    assert rows[0] == Row("", "", "at SAM f1 ALA e1 GAS c7 ARI b7", "")
    assert rows[4] == Row("R1", "GAS", "-GAS03", "vp 0:0")
    villainous = read_rows(write(villainous_facts(0, 2), exact=False))
    assert (villainous[0].turn, villainous[0].check[:6]) == ("A", "power ")


def test_long_notation_takes_more_lines_and_long_sheets_more_pages(api: Api) -> None:
    rows = [Row("R1", "SAM", f"{number} " + "x" * 120 + " y" * 60, "vp 0:0") for number in range(40)]
    with api.app.test_request_context():
        file = draw_papers([Paper("Arena", "", "http://localhost/", ["Ana", "Ben"], "vp", rows)])
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(file)).pages]
    assert len(pages) > 2
    words = re.split(r"\s+", "\n".join(pages))
    assert {str(number) for number in range(40)} <= set(words)
    assert words.count("y") == 40 * 60
    assert pages[-1].count("Signature") == 2
    assert sum(page.count("Signature") for page in pages) == 2
