"""Pages of tournaments as everybody has them: the list, the wall at two times, and why."""

from __future__ import annotations

import re

import pytest

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.people import Api, Json, until

from .desk import DRAW, LOSS, WIN, Desk


def test_a_tournament_is_found_in_the_lobby_and_in_the_list(desk: Desk, ada: Browser) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    position = desk.did("drop", player=desk.players["Mae"])["position"]
    desk.api.gets(f"/tournaments?min_position={position}")
    for path in ("/lobby", "/t", "/t?state=playing", "/t?text=spring"):
        assert f'href="/t/{desk.tournament}"' in ada.gets(path).text, path
    for path in ("/t?state=over", "/t?text=autumn", "/t?game=villainous"):
        assert "No tournament is like that." in text(ada.gets(path)), path


def test_the_wall_shows_tables_with_results_and_standings(desk: Desk, ada: Browser) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    page = text(ada.gets(f"/t/{desk.tournament}"))
    assert re.search(r"Round 1 being played Table 1 Ada – Grace Ada won Table 2 Lin – Mae until", page)
    assert re.search(r"Standings after round 1 Place Player Points Buchholz Lot 1 Ada 3 0 drawn", page)


def test_an_address_shows_exactly_the_wall_that_was_known(desk: Desk, ada: Browser) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    noon = desk.enters(1, 2, DRAW)["position"]
    desk.did("close", stage=1, round=1)
    desk.starts(2, "Ada Lin", "Grace Mae")
    desk.did("correct", stage=1, round=1, table=1, result=LOSS, why="The scores were swapped.")
    now = text(ada.gets(f"/t/{desk.tournament}?round=1"))
    then = text(ada.gets(f"/t/{desk.tournament}?round=1&known={noon}"))
    assert "Ada – Grace Grace won corrected" in now
    assert "A past moment" not in now
    assert "Ada – Grace Ada won Table 2" in then
    assert "A past moment: this was known on" in then
    assert "Round 2" not in then


def test_a_link_to_the_moment_goes_on_showing_it(desk: Desk, ada: Browser) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    path = f"/t/{desk.tournament}"
    found = re.search(r'href="([^"]*known=\d+)">Link to this moment', ada.gets(path).text)
    assert found is not None
    desk.enters(1, 1, WIN)
    assert "Ada won" in text(ada.gets(path))
    assert "Ada won" not in text(ada.gets(found[1].replace("&amp;", "&")))


def test_a_round_that_is_not_published_is_on_no_page(desk: Desk, ada: Browser) -> None:
    desk.pairs(1, "Ada Grace", "Lin Mae")
    assert "Round 1" not in text(ada.gets(f"/t/{desk.tournament}"))
    assert ada.gets(f"/t/{desk.tournament}?round=1").status_code == 404


def test_each_number_leads_to_its_lines(desk: Desk, ada: Browser, services: Services) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    page = ada.gets(f"/t/{desk.tournament}").text
    [reasons] = set(re.findall(rf'href="([^"#]*{desk.players["Ada"]})#buchholz"', page))
    told = text(ada.gets(reasons))
    seq = services.tournaments.get(desk.tournament).seq
    assert f"Points: 3 Round 1, against Grace: 3. fact {seq} , signed head Together: 3." in told
    for link in (f"chain?after={seq - 1}&limit=1", f"proof?seq={seq}"):
        assert f'"/tournaments/{desk.tournament}/{link}"'.replace("&", "&amp;") in ada.gets(reasons).text
    assert "Buchholz: 0" in told
    assert "contre Grace" in text(ada.gets(f"{reasons}?lang=fr"))


def test_a_cup_shows_its_bracket_as_it_was_known(api: Api, services: Services, ada: Browser) -> None:
    desk = Desk.opens(api, services, stages=[{"format": "single_elimination"}])
    desk.registers("Ada", "Grace", "Lin", "Mae").does("pair", round=1)
    desk.did("publish", stage=1, round=1)
    before = desk.did("start", stage=1, round=1)["position"]
    desk.enters(1, 1, WIN)
    assert "goes on" in text(ada.gets(f"/t/{desk.tournament}"))
    assert "goes on" in text(ada.gets(f"/t/{desk.tournament}/wall"))
    then = text(ada.gets(f"/t/{desk.tournament}?known={before}"))
    assert ("Bracket" in then, "goes on" in then) == (True, False)
    assert "qualifié" in text(ada.gets(f"/t/{desk.tournament}?lang=fr"))


def test_a_moment_that_is_none_is_told_in_words(desk: Desk, ada: Browser) -> None:
    page = ada.gets(f"/t/{desk.tournament}?known=noon")
    assert page.status_code == 422
    assert "A moment is a position of the log" in text(page)
    assert "There is no tournament" in text(ada.gets("/t/T-NOTHING"))


def test_the_standings_of_a_thousand_are_light(api: Api, services: Services, ada: Browser) -> None:
    desk = Desk.opens(api, services, tiebreakers=["opponents_rate", "buchholz", "lot"])
    for hundred in range(10):
        desk.did("register", players=[{"name": f"Player {hundred}{n:02}"} for n in range(100)])
    desk.did("pair", round=1)
    desk.did("publish", stage=1, round=1)
    ada.sends("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    assert "Player" in text(ada.gets(f"/t/{desk.tournament}/desk?tables=2"))
    page = ada.gets(f"/t/{desk.tournament}").get_data()
    assert len(page) <= 100_000
    assert "Player 777" in text(ada.gets(f"/t/{desk.tournament}?find=777"))
    assert "Player 123" in text(ada.gets(f"/t/{desk.tournament}/players?page=2"))
    last = text(ada.gets(f"/t/{desk.tournament}?page=99"))
    assert " 1000 Player " in last or " 999 Player " in last


def comes(desk: Desk, browser: Browser, name: str) -> str:
    """A guest comes with a link; returns where the own table is."""
    path = f"/t/{desk.tournament}/me"
    assert browser.sends(f"{path}/enter", {"key": f"{path}#key={desk.tokens[name]}"}).location == path
    return path


PLACE: Json = {"stage": 1, "round": 1, "table": 1}


def test_both_report_from_their_own_table(desk: Desk, ada: Browser, grace: Browser) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    path = comes(desk, ada, "Ada")
    comes(desk, grace, "Grace")
    assert "You play as Ada. Round 1 being played Table 1 Ada – Grace until" in text(ada.gets(path))
    unsaid = ada.sends(path, PLACE | {"do": "report", "score.0": "12"})
    assert unsaid.status_code == 422
    assert "Say who won" in text(unsaid)
    assert 'value="12"' in unsaid.text
    told = {"do": "report", "winner": "0", "score.0": "12", "score.1": "9"}
    assert ada.sends(path, PLACE | told).status_code == 303
    assert "You have said: Ada won (12–9)" in text(ada.gets(path))
    seen = grace.gets(path)
    assert "The other side says: Ada won (12–9)" in text(seen)
    [report] = re.findall(r'name="report" value="(\d+)"', seen.text)
    assert grace.sends(path, PLACE | {"do": "agree", "report": report}).status_code == 303
    assert desk.looks("/rounds/1", token="")["tables"][0]["result"]["scores"] == [12, 9]


def test_a_player_drops_out_and_comes_back_and_acts_for_nobody_else(desk: Desk, ada: Browser) -> None:
    path = comes(desk, ada, "Ada")
    assert ada.sends(path, {"do": "drop"}).status_code == 303
    assert "You have dropped out" in text(ada.gets(path))
    assert ada.sends(path, {"do": "return"}).status_code == 303
    desk.starts(1, "Ada Grace", "Lin Mae")
    other = ada.sends(path, PLACE | {"table": 2, "do": "report", "winner": "0"})
    assert (other.status_code, "Only who sits at table 2" in text(other)) == (409, True)


def test_a_link_that_is_nobodys_is_refused(desk: Desk, ada: Browser) -> None:
    path = f"/t/{desk.tournament}/me"
    refused = ada.sends(f"{path}/enter", {"key": "nobody"})
    assert (refused.status_code, "Nobody plays in this tournament" in text(refused)) == (401, True)
    assert ada.sends(path, {"do": "drop"}).status_code == 403


def test_an_account_sits_down_at_its_table_and_calls_a_judge(
    api: Api, services: Services, ada: Browser
) -> None:
    desk = Desk.opens(api, services, online=True)
    ada.sends("/me", {"name": "Ada"})
    [me] = services.players.meant("Ada")
    desk.did("register", players=[{"player": me}, {"name": "Grace"}])
    desk.did("pair", round=1)
    desk.did("publish", stage=1, round=1)
    desk.did("start", stage=1, round=1)
    path = f"/t/{desk.tournament}/me"
    until(lambda: "Take my seat in the match" in text(ada.gets(path)), "the table is opened")
    match = ada.sends(path, PLACE | {"do": "sit"}).location
    assert ada.sends(path, PLACE | {"do": "sit"}).location == match
    case = ada.sends(path, PLACE | {"do": "judge", "claim": "The dice fell off the table."}).location
    assert case == f"{match}/cases/1"
    assert "Case 1 waits for a ruling" in text(ada.gets(case))


@pytest.fixture
def organizer(desk: Desk, ada: Browser) -> Browser:
    """A browser that keeps the API token of the tournament's organizer."""
    path = f"/t/{desk.tournament}/desk"
    assert ada.sends("/t/enter", {"token": desk.token, "tournament": desk.tournament}).location == path
    return ada


def test_only_its_organizers_come_to_the_desk(desk: Desk, ada: Browser, services: Services) -> None:
    path, other = f"/t/{desk.tournament}/desk", services.api_tokens.issue("other", ["organize"]).token
    assert "Next" not in text(ada.gets(path))
    for token, status in (("wrong", 401), (other, 403)):
        refused = ada.sends("/t/enter", {"token": token, "tournament": desk.tournament})
        assert refused.status_code == status
    assert ada.sends(path, {"do": "end"}).status_code == 401


def test_a_list_with_mistakes_registers_nobody_and_is_kept_as_it_was_typed(
    desk: Desk, organizer: Browser
) -> None:
    path = f"/t/{desk.tournament}/desk"
    roster = "name,rating\nPia,1500\nAda,1400\nWanda,many"
    refused = organizer.sends(path, {"do": "register", "roster": roster})
    assert refused.status_code == 422
    assert "Line 4, column 2: A rating is a whole number" in text(refused)
    assert "Wanda,many" in refused.text
    done = organizer.sends(path, {"do": "register", "roster": "Pia\nWanda"})
    assert len(set(re.findall(rf"/t/{desk.tournament}/me#key=([\w-]+)", done.text))) == 2
    assert desk.looks()["registered"] == 6


def test_what_is_missing_is_told_and_can_be_overruled(desk: Desk, organizer: Browser) -> None:
    path = f"/t/{desk.tournament}/desk"
    desk.starts(1, "Ada Grace", "Lin Mae")
    assert "Results are missing at tables 1, 2." in text(organizer.gets(path))
    warned = organizer.sends(path, {"do": "close"})
    assert (warned.status_code, "Go on all the same, because" in text(warned)) == (409, True)
    assert organizer.sends(path, {"do": "close", "overrule": "time is up"}).status_code == 303
    assert desk.looks()["rounds"][0]["state"] == "closed"


def test_places_are_changed_once_the_cost_was_told(desk: Desk, organizer: Browser) -> None:
    path, ids = f"/t/{desk.tournament}/desk", desk.players
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    desk.enters(1, 2, WIN)
    desk.did("close", stage=1, round=1)
    desk.pairs(2, "Ada Lin", "Grace Mae")
    swap = {"one": ids["Lin"], "other": ids["Grace"], "why": "they asked"}
    told = organizer.sends(path, swap | {"do": "cost"})
    assert "It would cost: opponents met again: 2" in text(told)
    assert 'value="they asked"' in told.text
    assert organizer.sends(path, swap | {"do": "swap"}).status_code == 303
    assert desk.looks("/rounds/2")["tables"][0]["seats"] == [ids["Ada"], ids["Grace"]]


def test_the_reach_is_shown_before_a_result_is_corrected(desk: Desk, organizer: Browser) -> None:
    path = f"/t/{desk.tournament}/desk"
    desk.starts(1, "Ada Grace", "Lin Mae")
    assert organizer.sends(path, PLACE | {"do": "enter", "winner": "0"}).status_code == 303
    correction = PLACE | {"do": "correct", "winner": "1", "why": "swapped", "effect": "stand"}
    seen = organizer.sends(path, correction)
    assert "This is what it would change: The points of Grace are 3 instead of 0." in text(seen)
    shown = re.search(r'name="shown" value="([^"]*)"', seen.text)
    assert shown is not None
    another = organizer.sends(path, correction | {"shown": shown[1], "winner": "draw"})
    assert "The points of Grace are 1 instead of 0." in text(another)
    assert desk.looks("/rounds/1")["tables"][0]["result"] == WIN
    assert organizer.sends(path, correction | {"shown": shown[1]}).status_code == 303
    assert desk.looks("/rounds/1")["tables"][0]["result"] == LOSS


def test_a_no_show_more_time_and_a_penalty(desk: Desk, organizer: Browser) -> None:
    path = f"/t/{desk.tournament}/desk"
    desk.starts(1, "Ada Grace", "Lin Mae")
    wrong = organizer.sends(path, {"do": "grant", "table": "two", "minutes": "5", "why": "late"})
    assert "A number is wanted here, and “two” is none." in text(wrong)
    for form in (
        PLACE | {"do": "enter", "winner": "0", "absent.1": "yes"},
        {"do": "grant", "table": "2", "minutes": "5", "why": "a long ruling"},
        {"do": "penalize", "player": desk.players["Ada"], "penalty": "late", "why": "late", "points": "1"},
    ):
        assert organizer.sends(path, form).status_code == 303
    first, second = desk.looks("/rounds/1")["tables"]
    assert (first["results"][0]["how"], second["granted"]) == ("assigned", 5)
    assert desk.looks("/standings")["standings"][0]["points"] == 2
