"""Score sheets of a round: one for each table, with its players and the address of their table."""

from __future__ import annotations

import re

from tests.service.browser import Browser
from tests.service.recordings.test_paper import pages_of

from .desk import WIN, Desk


def test_the_desk_prints_a_sheet_for_each_table_of_the_round(desk: Desk, ada: Browser) -> None:
    path = f"/t/{desk.tournament}/desk/sheets.pdf"
    assert ada.get(path).status_code == 401
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    assert ada.get(path).status_code == 404
    desk.starts(1, "Ada Grace", "Lin Mae")
    assert f'href="{path}"' in ada.get(f"/t/{desk.tournament}/desk").text
    first, _, second, _ = pages_of(ada.get(path))
    assert "Spring Open · Round 1, table 1" in first
    assert re.search(r"A:\s+Ada\s+B:\s+Grace", first)
    assert f"/t/{desk.tournament}/me" in first
    assert "Spring Open · Round 1, table 2" in second
    desk.enters(1, 1, WIN)
    assert len(pages_of(ada.get(path))) == 4
