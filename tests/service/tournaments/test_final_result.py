"""An ended tournament names its winner, or the reason why it has none, and ranks all players everywhere."""

from __future__ import annotations

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Json, player_names

from .desk import WIN, Desk

STAGES: list[Json] = [{"format": "swiss", "rounds": 1}, {"format": "single_elimination", "players": 2}]


def swiss_played(api: Api, services: Services) -> Desk:
    """Returns a Swiss round of four, played by Ada and Lin, with a final of two announced."""
    desk = Desk.opens(api, services, stages=STAGES).registers("Ada", "Grace", "Lin", "Mae")
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    desk.enters(1, 2, WIN)
    desk.did("close", stage=1, round=1)
    return desk


def test_the_winner_and_the_ranking_over_all_stages_stand_on_every_page(
    api: Api, services: Services, ada: Browser
) -> None:
    desk = swiss_played(api, services)
    desk.did("cut")
    desk.did("pair", round=1)
    desk.did("publish", stage=2, round=1)
    desk.did("start", stage=2, round=1)
    desk.did("enter", stage=2, round=1, table=1, result=WIN)
    desk.did("close", stage=2, round=1)
    before = desk.looks("/standings")
    assert (before["winners"], before["ranking"]) == (None, None)
    desk.did("end")
    after = desk.looks("/standings")
    assert [(row["rank"], row["stage"]) for row in after["ranking"]][:2] == [(1, 2), (2, 2)]
    assert {row["stage"] for row in after["ranking"][2:]} == {1}
    assert after["winners"] == [after["ranking"][0]["player"]]
    champion = player_names(after)[after["winners"][0]]
    page = f"/t/{desk.tournament}"
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    for path, sentence in (
        (page, f"Winner: {champion}"),
        (f"{page}/desk", f"Winner: {champion}"),
        (f"{page}?lang=fr", f"Vainqueur : {champion}"),
        (f"{page}?lang=it", f"Vincitore: {champion}"),
    ):
        assert sentence in text(ada.get(path))


def test_a_tournament_that_ends_before_its_final_says_that_it_has_no_winner(
    api: Api, services: Services, ada: Browser
) -> None:
    desk = swiss_played(api, services)
    desk.did("end", overrule="the hall closes")
    standings = desk.looks("/standings")
    assert (standings["winners"], len(standings["ranking"])) == ([], 4)
    page = f"/t/{desk.tournament}"
    assert "No winner. The last stage was not played." in text(ada.get(page))
    assert "Nessun vincitore. L’ultima fase non è stata giocata." in text(ada.get(f"{page}?lang=it"))


def test_the_first_fact_names_the_usual_tie_breakers_where_none_are_given(
    api: Api, services: Services
) -> None:
    usual = ["buchholz_cut_1", "buchholz", "sonneborn_berger", "wins"]
    assert Desk.opens(api, services).looks("/standings")["tiebreakers"] == usual
    assert Desk.opens(api, services, tiebreakers=[]).looks("/standings")["tiebreakers"] == []
