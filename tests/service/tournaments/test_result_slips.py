"""Result slips: a sheet of one slip a table, for the staff to print and cut apart."""

from __future__ import annotations

from tests.service.browser import Browser, text

from .desk import WIN, Desk


def test_each_slip_names_the_tournament_the_round_the_table_and_its_players(desk: Desk, ada: Browser) -> None:
    path = f"/t/{desk.tournament}/desk/slips"
    assert ada.get(path).status_code == 401
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    assert "No table of the last round waits for a result." in text(ada.get(path))
    desk.starts(1, "Ada Grace", "Lin Mae")
    assert f'href="{path}"' in ada.get(f"/t/{desk.tournament}/desk").text
    page = text(ada.get(path))
    assert "Spring Open Round 1, table 1 Player Result Signature Ada Grace" in page
    assert "Spring Open Round 1, table 2 Player Result Signature Lin Mae" in page
    desk.enters(1, 1, WIN)
    page = text(ada.get(path))
    assert "table 1" not in page
    assert "table 2" in page
